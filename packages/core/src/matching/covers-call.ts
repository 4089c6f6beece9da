import { readPlainScript } from '@hookmd/shell';
import { changesShell } from './changes-shell.ts';
import { type CompiledCondition, isOfTool, meansAllCalls } from './condition.ts';
import { matchText } from './glob.ts';
import type { PathForms } from './path-forms.ts';
import { matchPathGlob } from './path-glob.ts';
import { subjectsOf, type ToolCall } from './subjects.ts';
import { findTool, isPatchTool, readArgument } from './tool-view.ts';

/**
 * Whether these conditions together cover the whole call: every command, every path. For rules that allow; rules that deny use
 * `evaluateCondition`. A call that cannot be parsed completely is not covered. Pure.
 */
export function coversCall(conditions: readonly CompiledCondition[], call: ToolCall): boolean {
  const relevant = conditions.filter((condition) => isOfTool(condition, call));
  if (relevant.some(meansAllCalls)) return true;
  const subjects = subjectsOf(call);
  if (subjects.kind === 'shell') return !subjects.split.isOpaque && coversScript(relevant, subjects.command);
  if (subjects.kind === 'paths') return hasPathsAlone(call) && coversPaths(relevant, subjects.paths);
  // Of other tools a glob sees the JSON of an input, in which anything may stand beside what it means.
  return (
    subjects.kind === 'texts' &&
    call.view.kind === 'web' &&
    subjects.certain.length > 0 &&
    subjects.certain.every((text) => relevant.some(({ glob }) => glob !== null && matchAddress(glob, text)))
  );
}

/** The star of `https://*.example.com/*` ends with the host: `https://example.org/.example.com/` is another site. */
function matchAddress(glob: string, text: string): boolean {
  if (!matchText(glob, text)) return false;
  const [, host] = /^([^/]*\/\/[^/]+)\//.exec(glob) ?? [];
  return host === undefined || matchText(host, /^[^/]*\/\/[^/]*/.exec(text)?.[0] ?? '');
}

/**
 * A patch has its paths in its own text, and the program that applies it may find others. A search goes where its pattern
 * leads.
 */
function hasPathsAlone({ toolName, view, input }: ToolCall): boolean {
  const name = findTool(toolName)?.path;
  if (name === undefined || view.kind === 'search' || isPatchTool(view.native_name)) return false;
  return [readArgument(input, name)].flat().every(isPlainPath);
}

/** What some tools expand, cut off or read as an address: `~ann`, `$HOME`, `@src`, `file:`. */
const READ_BY_SOME = /^(?:~[^/]|[@$]|[a-z][a-z0-9+.-]*:)|[\p{Cc}\p{Cf}\p{Cs}\\]/iu;

/** One that every tool reads alike, as `readPlainScript` reads scripts. */
function isPlainPath(path: unknown): boolean {
  return typeof path === 'string' && path !== '' && path.trim() === path && !READ_BY_SOME.test(path);
}

/**
 * Twice: quotes may make one word of two, and then it is not the command that a rule spells out. A rule spells out what its commands do
 * where the script begins: behind `cd` they do it elsewhere.
 */
function coversScript(relevant: readonly CompiledCondition[], script: string): boolean {
  const commands = readPlainScript(script);
  if (commands === null || commands.slice(0, -1).some(changesShell)) return false;
  return commands.every(({ text, written }) => hasText(relevant, text, written));
}

function coversPaths(relevant: readonly CompiledCondition[], paths: readonly PathForms[]): boolean {
  return paths.every((forms) =>
    relevant.some((compiledCondition) => compiledCondition.paths.some((glob) => matchPathGlob(glob, forms))),
  );
}

function hasText(relevant: readonly CompiledCondition[], ...spellings: readonly string[]): boolean {
  return relevant.some(({ glob }) => glob !== null && spellings.every((text) => matchText(glob, text)));
}
