import { readDoubleQuoted } from './expansions.ts';
import { type Cursor, type Heredoc, MAX_SHELL_DEPTH, openCursor, type ShellRun, spend } from './run.ts';
import { WordDraft } from './word-draft.ts';

/** Passes the end of a line, and the bodies of the here-documents that were announced on it. */
export function readNewline(cursor: Cursor): void {
  cursor.at += 1;
  const { heredocs } = cursor;
  if (heredocs.length === 0) return;
  cursor.heredocs = [];
  for (const heredoc of heredocs) {
    // Which list's line end counts is not the same in all shells.
    if (heredoc.depth !== cursor.depth) cursor.run.isOpaque = true;
    readHeredoc(cursor, heredoc);
  }
}

/**
 * The body is data, except for substitutions where the delimiter has no quotes, and except when a shell reads it.
 */
function readHeredoc(cursor: Cursor, heredoc: Heredoc): void {
  const body = readBody(cursor, heredoc);
  const { run, depth } = cursor;
  if (heredoc.isQuoted) {
    if (heredoc.feedsShell) run.readScript(run, body, depth + 1);
    return;
  }
  const { text, isExact } = expandBody(run, body, depth + 1);
  if (!heredoc.feedsShell) return;
  if (!isExact) run.isOpaque = true;
  run.readScript(run, text, depth + 1);
}

function readBody(cursor: Cursor, heredoc: Heredoc): string {
  const { source, run } = cursor;
  const lines: string[] = [];
  let carried = 0;
  while (cursor.at < source.length) {
    const end = source.indexOf('\n', cursor.at);
    const whole = source.slice(cursor.at, end < 0 ? source.length : end);
    const line = heredoc.stripsTabs ? whole.replace(/^\t+/, '') : whole;
    cursor.at = end < 0 ? source.length : end + 1;
    if (line === heredoc.delimiter) {
      if (carried > 0) run.isOpaque = true;
      return lines.join('');
    }
    // A delimiter put together by a line continuation ends the body in one shell and not in another.
    if (carried > 0 && heredoc.delimiter.endsWith(line)) run.isOpaque = true;
    carried = !heredoc.isQuoted && /(^|[^\\])(\\\\)*\\$/.test(line) ? carried + line.length : 0;
    lines.push(line, '\n');
  }
  run.isOpaque = true;
  return lines.join('');
}

/** What the shell makes of an unquoted body. */
function expandBody(run: ShellRun, body: string, depth: number): { text: string; isExact: boolean } {
  if (depth > MAX_SHELL_DEPTH || !spend(run, body.length)) {
    run.isExhausted = true;
    return { text: '', isExact: false };
  }
  const draft = new WordDraft();
  readDoubleQuoted(openCursor(run, body, depth), draft, true);
  return { text: draft.text, isExact: !draft.isMade };
}
