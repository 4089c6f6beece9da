import type { Issue } from '@hookmd/core/errors';
import type { JsonObject } from '@hookmd/core/events';
import { cleanLine, exactText } from '@hookmd/core/text';
import { type FileChange, maskedPatch } from '../../attach/settings-file.ts';
import type { Context } from '../../command-line/context.ts';
import { paintLine, patchLines } from '../../diff/view.ts';
import { issueLines } from '../../ui/issue.ts';
import { type Output, wrapUnder } from '../../ui/output.ts';
import { shortPath } from '../../ui/short-path.ts';

/** Cuts long lines, for files with one line. */
const LONGEST = 500;

/** One changed file with its changed lines. */
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

/** Relative to the working directory or the home directory. */
export function shownPath(context: Context, path: string): string {
  const short = shortPath(path, context);
  return short.startsWith('..') ? path : short;
}

/** An attached agent with disabled hooks, and the fix. */
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

/** Problems that do not prevent `hooks attach`. */
export function showAttachWarnings(context: Context, to: Output, warnings: readonly Issue[]): void {
  for (const warning of warnings) for (const line of [...issueLines(to, warning, context), '']) to.line(line);
}

/** Problems that prevent it. */
export function showAttachProblems(context: Context, problems: readonly Issue[]): void {
  const { err } = context;
  for (const problem of problems) for (const line of issueLines(err, problem, context)) err.line(line);
  err.line(wrapUnder('Nothing was changed.', err.width));
}
