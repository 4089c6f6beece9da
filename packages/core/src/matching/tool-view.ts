import type { ToolKind, ToolView } from '../events/event.ts';
import { quoteWord } from '../events/text.ts';

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
  if (isPatchTool(toolName) || isPatchTool(nativeName)) {
    const patches = PATCH_ARGUMENTS.flatMap((name) => readTexts(input, name));
    const named = readTexts(input, TOOLS.get(toolName)?.path);
    return viewOf(nativeName, 'edit', null, [...named, ...patches.flatMap(patchPaths)], null);
  }
  const row = TOOLS.get(toolName);
  if (row !== undefined) {
    const command = row.command === undefined ? null : readCommand(input, row.command);
    return viewOf(nativeName, row.kind, command, readTexts(input, row.path), null);
  }
  const mcp = splitMcpName(toolName);
  return viewOf(nativeName, mcp === null ? 'other' : 'mcp', null, [], mcp);
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

/** Every name a matcher or condition may call this tool by: those of `shownNames`, its native name and its kind. Each once. */
export function toolNames(toolName: string, view: ToolView): string[] {
  return [...new Set([toolName, view.native_name, view.kind, ...shownNames(toolName, view)])];
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

const HEADERS = ['*** add file:', '*** update file:', '*** delete file:', '*** move to:'] as const;

/**
 * Every path that a patch in the `*** Begin Patch` language names, in order, each once.
 *
 * As tolerant as the tools that apply it: blanks around a header and its letter case do not matter.
 * So a context line that reads like a header counts too, which only makes a guard look more often.
 */
function patchPaths(patch: string): string[] {
  const paths = new Set<string>();
  for (const line of patch.split(/[\r\n]+/)) {
    const trimmed = line.trim();
    if (!trimmed.startsWith('***')) continue;
    const start = trimmed.slice(0, 20).toLowerCase();
    const header = HEADERS.find((each) => start.startsWith(each));
    if (header === undefined) continue;
    const path = trimmed.slice(header.length).trim();
    if (path !== '') paths.add(path);
  }
  return [...paths];
}
