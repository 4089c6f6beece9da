import type { ToolKind, ToolView } from '../events/event.ts';
import { quoteWord } from '../events/text.ts';
import { areEdits } from './files/edits.ts';
import { patchPaths } from './files/patch.ts';

export type ArgumentType = 'string' | 'array';

/** Where one canonical tool has the arguments that conditions use, and what it requires. */
export interface ToolRow {
  kind: ToolKind;
  command?: string;
  path?: string;
  pattern?: string;
  url?: string;
  query?: string;
  /** Nothing reads its input: a condition with a glob matches every call. */
  isOpaque?: true;
  required: Readonly<Record<string, ArgumentType>>;
}

/** Claude Code's vocabulary. The format of another agent maps its names to these; a new tool is one row. */
const ROWS: readonly (readonly [name: string, row: ToolRow])[] = [
  ['Bash', { kind: 'shell', command: 'command', required: { command: 'string' } }],
  ['PowerShell', { kind: 'other', isOpaque: true, required: { command: 'string' } }],
  ['Read', { kind: 'read', path: 'file_path', required: { file_path: 'string' } }],
  ['NotebookRead', { kind: 'read', path: 'notebook_path', required: { notebook_path: 'string' } }],
  [
    'Edit',
    {
      kind: 'edit',
      path: 'file_path',
      required: { file_path: 'string', old_string: 'string', new_string: 'string' },
    },
  ],
  ['MultiEdit', { kind: 'edit', path: 'file_path', required: { file_path: 'string', edits: 'array' } }],
  [
    'NotebookEdit',
    { kind: 'edit', path: 'notebook_path', required: { notebook_path: 'string', new_source: 'string' } },
  ],
  ['Delete', { kind: 'edit', path: 'file_path', required: { file_path: 'string' } }],
  ['Write', { kind: 'write', path: 'file_path', required: { file_path: 'string', content: 'string' } }],
  ['Grep', { kind: 'search', path: 'path', pattern: 'pattern', required: { pattern: 'string' } }],
  ['Glob', { kind: 'search', path: 'path', pattern: 'pattern', required: { pattern: 'string' } }],
  ['LS', { kind: 'search', path: 'path', required: { path: 'string' } }],
  ['WebFetch', { kind: 'web', url: 'url', required: { url: 'string' } }],
  ['WebSearch', { kind: 'web', query: 'query', required: { query: 'string' } }],
  ['Task', { kind: 'agent', required: { prompt: 'string' } }],
  ['Agent', { kind: 'agent', required: { prompt: 'string' } }],
];

const TOOLS: ReadonlyMap<string, ToolRow> = new Map(ROWS);
const KINDS: ReadonlySet<string> = new Set<ToolKind>([
  'shell',
  'read',
  'edit',
  'write',
  'search',
  'web',
  'mcp',
  'agent',
  'other',
]);
const PATCH_TOOLS: ReadonlySet<string> = new Set(['apply_patch', 'ApplyPatch']);
const PATCH_ARGUMENTS = ['command', 'patch', 'input'] as const;

/** Every name of a tool that writes files: a patch may be a call of any of them. */
const WRITERS: readonly string[] = [
  ...ROWS.filter(([, { kind }]) => kind === 'edit' || kind === 'write').map(([name]) => name),
  ...['edit', 'write'],
];

/** Every name a matcher may use without knowing an agent or an MCP server: canonical tools and kinds. */
export const toolVocabulary: readonly string[] = [...TOOLS.keys(), ...PATCH_TOOLS, ...KINDS];

/** The row of one of Claude's tools; undefined = another tool. */
export function findTool(toolName: string): ToolRow | undefined {
  return TOOLS.get(toolName);
}

export function isPatchTool(name: string): boolean {
  return PATCH_TOOLS.has(name);
}

/** The kind of a tool name without a call; null if only the call determines it. */
export function kindOfName(name: string): ToolKind | null {
  if (KINDS.has(name)) return name as ToolKind;
  if (isPatchTool(name)) return 'edit';
  return TOOLS.get(name)?.kind ?? (splitMcpName(name) === null ? null : 'mcp');
}

/**
 * Describes a call. Pure; takes any JSON as `input` and never throws.
 *
 * `paths` are as the agent wrote them: not resolved, not checked on disk. A command given as an argument list is joined with quotes, so that splitting it gives the same words.
 */
export function viewTool(toolName: string, nativeName: string, input: unknown): ToolView {
  const row = TOOLS.get(toolName);
  if (isPatchTool(toolName) || isPatchTool(nativeName)) {
    const patches = patchTexts(input).flatMap(([, text]) => patchPaths(text));
    const paths = [...readTexts(input, row?.path), ...patches];
    return viewOf(nativeName, row?.kind ?? 'edit', null, [...new Set(paths)], null);
  }
  if (row !== undefined) {
    const command = row.command === undefined ? null : readCommand(input, row.command);
    const named = toolName === 'MultiEdit' ? editedPaths(input) : [];
    const paths = [...readTexts(input, row.path), ...named];
    return viewOf(nativeName, row.kind, command, paths, null);
  }
  const mcp = splitMcpName(toolName);
  return viewOf(nativeName, mcp === null ? 'other' : 'mcp', null, [], mcp);
}

/** The files that the edits of one call name themselves. */
function editedPaths(input: unknown): string[] {
  const edits = readArgument(input, 'edits');
  return areEdits(edits) ? [...new Set(edits.flatMap((edit) => readTexts(edit, 'file_path')))] : [];
}

/** The texts that may be a patch, by the argument: which of several a tool reads is unknown. */
export function patchTexts(input: unknown): readonly (readonly [name: string, text: string])[] {
  return PATCH_ARGUMENTS.flatMap((name) => readTexts(input, name).map((text) => [name, text] as const));
}

/** Field by field: every call passes here, and V8 takes long to spread one object into another. */
function viewOf(
  nativeName: string,
  kind: ToolKind,
  command: string | null,
  paths: ToolView['paths'],
  mcp: ToolView['mcp'],
): ToolView {
  return { native_name: nativeName, command, paths, mcp, kind };
}

/** Required arguments that are absent or of the wrong type, in table order. An unknown tool needs none. */
export function missingArguments(toolName: string, input: unknown): string[] {
  const required = TOOLS.get(toolName)?.required ?? {};
  return Object.entries(required).flatMap(([name, type]) => {
    const value = readArgument(input, name);
    const isThere = type === 'array' ? Array.isArray(value) : typeof value === 'string';
    return isThere ? [] : [name];
  });
}

/** Other names of one tool in matchers and rules of Claude Code, most of them former ones. Source: the types of its SDK 0.3.332. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  Agent: ['Task'],
  Task: ['Agent'],
  TaskStop: ['KillShell', 'KillBash'],
  ListMcpResourcesTool: ['ListMcpResources'],
  ReadMcpResourceTool: ['ReadMcpResource'],
};

/**
 * Every name a matcher or condition may call this tool by: those of `shownNames`, its native name, its kind, and those of
 * `possibleNames`. Each once.
 */
export function toolNames(toolName: string, view: ToolView, input: unknown): string[] {
  const shown = shownNames(toolName, view);
  return [...new Set([toolName, view.native_name, view.kind, ...shown, ...possibleNames(toolName, input)])];
}

/** Names of further tools that a guard may mean: of all that write files for the text of a patch, of several edits for those. */
export function possibleNames(toolName: string, input: unknown): readonly string[] {
  if (isPatchTool(toolName)) return WRITERS;
  if (toolName !== 'Edit') return [];
  if (patchTexts(input).length > 0) return WRITERS;
  return areEdits(readArgument(input, 'edits')) ? ['MultiEdit'] : [];
}

/**
 * The names by which Claude Code would know the tool: the canonical one, former ones, and an MCP tool's `mcp__server__tool`
 * where the agent spells it in another way.
 */
export function shownNames(toolName: string, { mcp }: ToolView): string[] {
  const former = Object.hasOwn(otherNames, toolName) ? (otherNames[toolName] ?? []) : [];
  return [...new Set([toolName, ...former, ...(mcp === null ? [] : [mcpName(mcp)])])];
}

function mcpName(mcp: { server: string; tool: string }): string {
  return `mcp__${mcp.server}__${mcp.tool}`;
}

/** An own property of the input, so that `__proto__` and kin are nothing special. */
export function readArgument(input: unknown, name: string): unknown {
  if (typeof input !== 'object' || input === null || !Object.hasOwn(input, name)) return undefined;
  return (input as Record<string, unknown>)[name];
}

function readTexts(input: unknown, name: string | undefined): string[] {
  if (name === undefined) return [];
  const value = readArgument(input, name);
  const values: unknown[] = Array.isArray(value) ? value : [value];
  return values.filter((item) => typeof item === 'string' && item !== '') as string[];
}

function readCommand(input: unknown, name: string): string | null {
  const value = readArgument(input, name);
  if (typeof value === 'string') return value;
  if (!Array.isArray(value) || !value.every((word) => typeof word === 'string')) return null;
  return value.map(quoteWord).join(' ');
}

/** Server names may hold single underscores; the first double one ends them. */
function splitMcpName(name: string): { server: string; tool: string } | null {
  if (!name.startsWith('mcp__')) return null;
  const end = name.indexOf('__', 6);
  if (end < 0 || end + 2 === name.length) return null;
  return { server: name.slice(5, end), tool: name.slice(end + 2) };
}
