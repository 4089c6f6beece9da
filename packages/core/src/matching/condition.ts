import { matchText, textPrefix } from './glob.ts';
import { matchPathGlob, type PathGlob, parsePathGlob } from './path-glob.ts';
import { judgeShell } from './shell-condition.ts';
import { type Subjects, subjectsOf, type ToolCall } from './subjects.ts';
import { kindOfName, mcpName } from './tool-view.ts';

/** An `if` as the active set stores it: plain JSON, never evaluated. */
export interface CompiledCondition {
  /** As a person wrote it. */
  readonly text: string;
  readonly name: string;
  /** The glob for calls that are compared as text; null where there is none, or only paths can be meant. */
  readonly glob: string | null;
  /** What everything `glob` matches begins with. */
  readonly literalPrefix: string;
  /** The glob for calls that are compared by path; empty where there is none, or only text can be meant. */
  readonly paths: readonly PathGlob[];
}

/** What is wrong, as a clause without a full stop. */
export interface ConditionError {
  readonly error: string;
}

const CONDITION = /^([A-Za-z0-9_.:-]+)(?:\(([\s\S]*)\))?$/;
const MAX_LENGTH = 1_024;

/**
 * Reads an `if`: a name as in a matcher, and perhaps a glob in parentheses. A glob of `*` alone is no glob: every call of that name.
 *
 * Source: contracts.md §4.
 */
export function parseCondition(text: string): CompiledCondition | ConditionError {
  const source = text.trim();
  const [, name, glob] = CONDITION.exec(source) ?? [];
  if (name === undefined) return { error: describeSyntax(source) };
  if (glob === undefined || glob === '*') return { text, name, glob: null, literalPrefix: '', paths: [] };
  if (glob.trim() === '') return { error: 'its glob is empty and would match nothing' };
  if (glob.length > MAX_LENGTH) return { error: `a glob has at most ${MAX_LENGTH} characters` };
  const kind = kindOfName(name);
  const isPath = kind === 'read' || kind === 'edit' || kind === 'write';
  const mayBePath = isPath || kind === 'search' || kind === null;
  const paths = mayBePath ? parsePathGlob(glob.trim()) : [];
  if ('error' in paths && kind !== null) return paths;
  return {
    text,
    name,
    glob: isPath ? null : glob,
    literalPrefix: isPath ? '' : textPrefix(glob),
    paths: 'error' in paths ? [] : paths,
  };
}

/**
 * Whether a condition concerns a call. Pure.
 *
 * The same function serves permission rules: a rule that denies or asks is a condition. It is true when *any* part of
 * the call matches (one command of several, one path of a patch) and when the call cannot be read, because
 * a guard must look. So a rule that allows must not be granted on this answer for more than what it names.
 *
 * Source: contracts.md §4, features.md I4 to I13.
 */
export function judgeCondition(condition: CompiledCondition, call: ToolCall): boolean {
  const { name, glob, paths } = condition;
  const { view } = call;
  if (name !== call.toolName && name !== view.native_name && name !== view.kind) {
    if (view.mcp === null || name !== mcpName(view.mcp)) return false;
  }
  if (glob === null && paths.length === 0) return true;
  const subjects = subjectsOf(call);
  if (subjects.kind === 'paths') return judgePaths(paths, subjects);
  if (subjects.kind === 'unreadable' || glob === null) return true;
  const { literalPrefix } = condition;
  if (subjects.kind === 'shell') return judgeShell(glob, literalPrefix, subjects.command, subjects.split);
  return subjects.texts.some((text) => text.startsWith(literalPrefix) && matchText(glob, text));
}

/** No glob for paths means that the name was not known for a tool with paths: it cannot be judged. */
function judgePaths(globs: readonly PathGlob[], { paths }: Extract<Subjects, { kind: 'paths' }>): boolean {
  if (globs.length === 0) return true;
  for (const glob of globs) {
    for (const path of paths) {
      if (matchPathGlob(glob, path[glob.base])) return true;
    }
  }
  return false;
}

function describeSyntax(source: string): string {
  if (source === '') return 'it is empty';
  if (source.includes('(') && !source.endsWith(')')) return 'its parenthesis is not closed at the end';
  return 'it is not a tool name with perhaps a glob in parentheses';
}
