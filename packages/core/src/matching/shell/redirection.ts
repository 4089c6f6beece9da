import { isArray } from './assignments.ts';
import { type Cursor, type Feed, type Heredoc, isAtProcess, spend, type Word } from './run.ts';
import { META_CHARACTERS, readWord, skipBlanks } from './words.ts';

const OPERATOR = /<<<|<<-?|[<>][>&|]*/y;
const JOINED = /(\\\n)+[;&|<>()-]/y;

/**
 * Reads a redirection from its `<` or `>`. Answers what the command then reads on stdin, undefined where that
 * stays as it was. A here-document's body comes at the end of the line.
 */
export function readRedirection(cursor: Cursor): Feed | undefined {
  const { source, run } = cursor;
  OPERATOR.lastIndex = cursor.at;
  const operator = OPERATOR.exec(source)?.[0] ?? '<';
  cursor.at += operator.length;
  checkJoined(cursor);
  skipBlanks(cursor);
  const feed = operator.startsWith('<') ? 'unknown' : undefined;
  if (META_CHARACTERS.includes(source[cursor.at] ?? '\n') && !isAtProcess(cursor)) return feed;

  const start = cursor.at;
  const word = readWord(cursor);
  // `>!` is an operator of zsh, and some shells have no arrays here but a subshell.
  if (source[start] === '!' || isArray(word)) run.isOpaque = true;
  if (isWrite(operator, word) && spend(run, word.text.length)) {
    run.writes.push({ path: word.text, at: run.commands.length });
  }
  if (operator === '<<<') return { text: word.text, isExact: !word.isMade };
  if (!operator.startsWith('<<')) return feed;
  // A `$` begins a quote in one shell and stands for itself in another: which line ends the body?
  if (/[$`]/.test(source.slice(start, cursor.at))) run.isOpaque = true;
  return announceHeredoc(cursor, word, operator.endsWith('-'));
}

/** `>&1` and `>&-` name a descriptor, `>&x` a file. */
function isWrite(operator: string, word: Word): boolean {
  if (!operator.includes('>') || word.isProcess) return false;
  return !operator.endsWith('&') || !/^(\d*-|\d+)$/.test(word.text);
}

function announceHeredoc(cursor: Cursor, word: Word, stripsTabs: boolean): Heredoc {
  const { depth } = cursor;
  const heredoc = { delimiter: word.text, isQuoted: word.isQuoted, stripsTabs, depth, feedsShell: false };
  cursor.heredocs.push(heredoc);
  return heredoc;
}

/** An operator in two pieces, joined by a line continuation, is another operator: opaque. */
export function checkJoined(cursor: Cursor): void {
  JOINED.lastIndex = cursor.at;
  if (JOINED.test(cursor.source)) cursor.run.isOpaque = true;
}
