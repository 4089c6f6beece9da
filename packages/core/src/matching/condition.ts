import { matchText, textPrefix } from './glob.ts';
import type { PathBase, PathForms } from './path-forms.ts';
import { commonPrefix, matchPathGlob, mayBegin, type PathGlob, parsePathGlob } from './path-glob.ts';
import { evaluateShell, hasUnknownText, matchCommand } from './shell-condition.ts';
import { subjectsOf, type ToolCall } from './subjects.ts';
import { kindOfName, possibleNames, shownNames } from './tool-view.ts';

/** An `if` as the hook index stores it: plain JSON, never executed. */
export interface CompiledCondition {
  /** As the author wrote it. */
  readonly text: string;
  readonly name: string;
  /** The glob for calls that are compared as text; null where there is none, or only paths can be meant. */
  readonly glob: string | null;
  /** The glob for calls that are compared by path; empty where there is none, or only text can be meant. */
  readonly paths: readonly PathGlob[];
  /** What everything it matches begins with: a path relative to `base`, or where that is null, a text. */
  readonly literalPrefix: string;
  readonly base: PathBase | null;
  /** Further ones: it is enough that one of them matches. */
  readonly or?: readonly CompiledCondition[];
  /** It matches too if the shell makes a part of a command, such as `$(date)`. Absent = only if that part may be what it looks for. */
  readonly matchesUnknown?: true;
}

/** What is wrong, as a clause without a full stop. */
export interface ConditionError {
  readonly error: string;
}

const CONDITION = /^([A-Za-z0-9_.:-]+)(?:\(([\s\S]*)\))?$/;
const MAX_LENGTH = 1_024;

/**
 * Parses an `if`: a name as in a matcher, optionally with a glob in parentheses. A glob of `*` alone means every call of that
 * name.
 */
export function parseCondition(text: string): CompiledCondition | ConditionError {
  const source = text.trim();
  const [, name, written] = CONDITION.exec(source) ?? [];
  if (name === undefined) return { error: describeSyntax(source) };
  if (written === undefined || written === '*') return anyCallOf(text, name);
  if (written.trim() === '') return { error: 'its glob is empty and would match nothing' };
  return compileGlob(text, name, written);
}

function anyCallOf(text: string, name: string): CompiledCondition {
  return { text, name, glob: null, paths: [], literalPrefix: '', base: null };
}

/** The condition that calls of this name match this glob; `text` is what the author wrote. */
export function compileGlob(text: string, name: string, written: string): CompiledCondition | ConditionError {
  const anyCall = anyCallOf(text, name);
  if (written.length > MAX_LENGTH) return { error: `a glob has at most ${MAX_LENGTH} characters` };

  const kind = kindOfName(name);
  const isPath = kind === 'read' || kind === 'edit' || kind === 'write';
  const mayBePath = isPath || kind === 'search' || kind === null;
  const paths = mayBePath ? parsePathGlob(written.trim()) : [];
  if ('error' in paths) return kind === null ? { ...anyCall, ...asText(written) } : paths;
  if (isPath) return { ...anyCall, paths, ...commonPrefix(paths) };
  return { ...anyCall, paths, ...asText(written) };
}

function asText(glob: string): Pick<CompiledCondition, 'glob' | 'literalPrefix'> {
  return { glob, literalPrefix: textPrefix(glob) };
}

/**
 * Whether a condition matches a call. Pure.
 *
 * The same function serves permission rules that deny or prompt. It is true if *any* part of the call matches (one command of
 * several, one path of a patch) and if the call cannot be parsed, because a guard must run. A rule that allows must use
 * `coversCall` instead (I4 to I13).
 */
export function evaluateCondition(condition: CompiledCondition, call: ToolCall): boolean {
  const { glob, name, or } = condition;
  if (!isOfTool(condition, call) && !possibleNames(call.toolName, call.input).includes(name)) return false;
  if (or?.some((item) => evaluateCondition(item, call))) return true;
  if (meansAllCalls(condition)) return true;
  const subjects = subjectsOf(call);
  if (subjects.kind === 'paths') return evaluatePaths(condition, subjects.paths);
  if (subjects.kind === 'unreadable' || glob === null) return true;
  const { literalPrefix } = condition;
  if (subjects.kind === 'shell') {
    if (condition.matchesUnknown && hasUnknownText(subjects.split)) return true;
    return evaluateShell(glob, literalPrefix, subjects.command, subjects.split);
  }
  return subjects.texts.some((text) => text.startsWith(literalPrefix) && matchText(glob, text));
}

/** The commands of a shell call that a condition matches, as written. Empty if it matches because the text cannot be parsed. */
export function matchedCommands(condition: CompiledCondition, call: ToolCall): readonly string[] {
  const { glob, literalPrefix, or = [] } = condition;
  const subjects = subjectsOf(call);
  if (subjects.kind !== 'shell') return [];
  const isMatch = glob !== null && isOfTool(condition, call);
  const matching = subjects.split.commands.filter(
    (command) => isMatch && matchCommand(glob, literalPrefix, command),
  );
  const texts = [...matching.map(({ raw }) => raw), ...or.flatMap((item) => matchedCommands(item, call))];
  return [...new Set(texts)];
}

/** Whether it is about calls of this tool, by any of its names; a name with a star is a glob. */
export function isOfTool({ name }: CompiledCondition, { toolName, view }: ToolCall): boolean {
  if (name === toolName || name === view.native_name || name === view.kind) return true;
  return shownNames(toolName, view).some((item) =>
    name.includes('*') ? matchText(name, item) : name === item,
  );
}

/** A name without a glob, or with one that leaves nothing out. */
export function meansAllCalls({ glob, base, paths }: CompiledCondition): boolean {
  return glob === null && base === null && paths.length === 0;
}

function evaluatePaths(condition: CompiledCondition, forms: readonly PathForms[]): boolean {
  const { base, literalPrefix, paths } = condition;
  const only = forms[0];
  if (base !== null && forms.length === 1 && only !== undefined && !mayBegin(only, base, literalPrefix)) {
    return false;
  }
  // The name is not known to be a tool with paths, and the glob is not a path glob: nothing to compare.
  if (paths.length === 0) return true;
  return paths.some((glob) => forms.some((form) => matchPathGlob(glob, form)));
}

function describeSyntax(source: string): string {
  if (source === '') return 'it is empty';
  if (source.includes('(') && !source.endsWith(')')) return 'its parenthesis is not closed at the end';
  return 'it is not a tool name with perhaps a glob in parentheses';
}
