import { type CompiledCondition, isOfTool, meansAllCalls } from './condition.ts';
import { matchText } from './glob.ts';
import type { PathForms } from './path-forms.ts';
import { matchPathGlob } from './path-glob.ts';
import { readPlainScript } from './plain-script.ts';
import { subjectsOf, type ToolCall } from './subjects.ts';
import { findTool } from './tool-view.ts';

/**
 * Whether these conditions together mean all of a call: every command of it, every path. What a rule that allows asks, where one
 * that denies asks `judgeCondition`: here a call that cannot be read, or of which something is left to guess, is not meant. Pure.
 */
export function coversCall(conditions: readonly CompiledCondition[], call: ToolCall): boolean {
  const own = conditions.filter((one) => isOfTool(one, call));
  if (own.some(meansAllCalls)) return true;
  const subjects = subjectsOf(call);
  if (subjects.kind === 'shell') return !subjects.split.isOpaque && coversScript(own, subjects.command);
  if (subjects.kind === 'paths') return hasPathsAlone(call) && coversPaths(own, subjects.paths);
  // Of other tools a glob sees the JSON of an input, in which anything may stand beside what it means.
  return (
    subjects.kind === 'texts' &&
    call.view.kind === 'web' &&
    subjects.texts.every((text) => hasText(own, text))
  );
}

/**
 * A patch has its paths in a text of its own, and whoever applies it may find others there than we do. A search goes where its pattern
 * leads, too.
 */
function hasPathsAlone({ toolName, view }: ToolCall): boolean {
  return findTool(toolName)?.path !== undefined && view.kind !== 'search';
}

/** Twice: quotes may make one word of two, and then it is not the command that a rule spells out. */
function coversScript(own: readonly CompiledCondition[], script: string): boolean {
  const commands = readPlainScript(script);
  return commands?.every(({ text, written }) => hasText(own, text, written)) ?? false;
}

function coversPaths(own: readonly CompiledCondition[], paths: readonly PathForms[]): boolean {
  return paths.every((forms) => own.some((one) => one.paths.some((glob) => matchPathGlob(glob, forms))));
}

function hasText(own: readonly CompiledCondition[], ...spellings: readonly string[]): boolean {
  return own.some(({ glob }) => glob !== null && spellings.every((text) => matchText(glob, text)));
}
