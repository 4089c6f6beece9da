import type { Issue } from '@hookmd/core/errors';
import type { JsonObject } from '@hookmd/core/events';
import { cleanLine, exactText } from '@hookmd/core/text';
import { maskedPatch } from '../../attach/masked-patch.ts';
import type { FileChange } from '../../attach/settings-file.ts';
import type { Context } from '../../command-line/context.ts';
import { paintLine, patchLines } from '../../diff/view.ts';
import { issueLines } from '../../ui/issue.ts';
import { type Output, wrapUnder } from '../../ui/output.ts';
import { shortPath } from '../../ui/short-path.ts';

/** A file that is on one line as a whole is not shown as a whole. */
const LONGEST = 500;

/** What becomes of a file, and the lines that do. */
export function showChange(context: Context, to: Output, change: FileChange, note: string): void {
  const { file } = change;
  const link = file.target === file.path ? '' : `, which leads to ${exactText(file.target)}`;
  to.line(`${to.paint('bold', exactText(shownPath(context, file.path)))}${link}  ${note}`);
  for (const line of patchLines(maskedPatch(change))) {
    const shown = line.length > LONGEST ? `${line.slice(0, LONGEST)}${to.glyph('…', '...')}` : line;
    to.line(paintLine(to, shown));
  }
  to.line();
}

/** As a person would write it: from here, or from their home. */
export function shownPath(context: Context, path: string): string {
  const short = shortPath(path, context);
  return short.startsWith('..') ? path : short;
}

/** That an agent is attached and starts nothing, and what ends that. */
export function switchedOff(context: Context, agent: string, path: string): string {
  return `${agent} starts no hooks at all: remove \`disableAllHooks\` from ${cleanLine(shownPath(context, path))}.`;
}

/** `created`, `changed` or `removed`. */
export function kindOf({ file, after }: FileChange): 'created' | 'changed' | 'removed' {
  if (after === null) return 'removed';
  return file.found === null ? 'created' : 'changed';
}

export function changeJson(change: FileChange): JsonObject {
  const { path } = change.file;
  return { path, scope: change.scope, change: kindOf(change), patch: maskedPatch(change) };
}

/** What will go wrong although nothing keeps the agent from being attached. */
export function showAttachWarnings(context: Context, to: Output, warnings: readonly Issue[]): void {
  for (const one of warnings) for (const line of [...issueLines(to, one, context), '']) to.line(line);
}

/** Why nothing was written. */
export function showAttachProblems(context: Context, problems: readonly Issue[]): void {
  const { err } = context;
  for (const problem of problems) for (const line of issueLines(err, problem, context)) err.line(line);
  err.line(wrapUnder('Nothing was changed.', err.width));
}
