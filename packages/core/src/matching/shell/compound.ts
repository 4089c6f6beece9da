import { emitCommand } from './emit.ts';
import { readArithmetic } from './expansions.ts';
import { readNewline } from './heredoc.ts';
import { type Cursor, giveUp, isAtProcess, readNested, type Word } from './run.ts';
import { isPlain, META_CHARACTERS, readWord, skipBlanks, skipComment } from './words.ts';

/** Words that, before a command, are no command. */
export const RESERVED: ReadonlySet<string> = new Set([
  ...['if', 'then', 'elif', 'else', 'fi', 'while', 'until', 'do', 'done', '!', 'coproc', 'always', 'end'],
  ...['case', 'esac', '[[', 'for', 'select', 'foreach', 'function', 'repeat'],
]);

/**
 * Reads what belongs to a reserved word and is no command: names, loop words, patterns, tests.
 *
 * True when it took the `{` that opens the body of a loop.
 */
export function readCompoundHead(cursor: Cursor, reserved: string): boolean {
  if (reserved === 'case') readCase(cursor);
  else if (reserved === '[[') readTest(cursor);
  else if (reserved === 'repeat') readName(cursor);
  else if (reserved === 'function') readFunctionHead(cursor);
  else if (reserved === 'for' || reserved === 'select' || reserved === 'foreach') return readLoopHead(cursor);
  return false;
}

/** The next word, or null where an operator or the end of the line stands. */
function readName(cursor: Cursor): Word | null {
  skipBlanks(cursor);
  const next = cursor.source[cursor.at] ?? '\n';
  return META_CHARACTERS.includes(next) && !isAtProcess(cursor) ? null : readWord(cursor);
}

/** `function f`; zsh takes several names. */
function readFunctionHead(cursor: Cursor): void {
  readName(cursor);
  for (;;) {
    const start = cursor.at;
    const word = readName(cursor);
    if (word === null) return;
    if (isPlain(word, '{') || (isPlain(word, word.text) && RESERVED.has(word.text))) {
      cursor.at = start;
      return;
    }
  }
}

/** `for x in a b`: the words are data. */
function readLoopHead(cursor: Cursor): boolean {
  skipBlanks(cursor);
  if (cursor.source.startsWith('((', cursor.at)) {
    if (!readArithmetic(cursor)) readNested(cursor, ')');
    return false;
  }
  if (readName(cursor) === null) return false;
  const start = cursor.at;
  const first = readName(cursor);
  if (first === null || !isPlain(first, 'in')) {
    cursor.at = start;
    return false;
  }
  for (let word = readName(cursor); word !== null; word = readName(cursor)) {
    if (isPlain(word, '{')) return true;
  }
  return false;
}

function readCase(cursor: Cursor): void {
  readName(cursor);
  skipLines(cursor);
  const opening = readName(cursor);
  if (opening === null || !(isPlain(opening, 'in') || isPlain(opening, '{'))) cursor.run.isOpaque = true;
  while (readPattern(cursor)) {
    if (readNested(cursor, 'esac') === 'closed') return;
  }
}

function skipLines(cursor: Cursor): void {
  skipBlanks(cursor);
  while (cursor.source[cursor.at] === '\n') {
    readNewline(cursor);
    skipBlanks(cursor);
  }
}

/** Reads a pattern of `case` through its `)`; false at `esac`. */
function readPattern(cursor: Cursor): boolean {
  const { source, run } = cursor;
  let isFirst = true;
  let open = 0;
  for (;;) {
    skipBlanks(cursor);
    const character = source[cursor.at];
    if (character === undefined) break;
    if (character === '#' && isFirst) skipComment(cursor);
    else if (character === '\n') readNewline(cursor);
    else if (META_CHARACTERS.includes(character)) {
      cursor.at += 1;
      if (character === ')' && open <= 1) return true;
      if (character === '(') {
        open += 1;
        isFirst = false;
      } else if (character === ')') open -= 1;
      if (open > 1 || !';|()'.includes(character)) run.isOpaque = true;
    } else {
      const word = readWord(cursor);
      if (isFirst && (isPlain(word, 'esac') || isPlain(word, '}'))) return false;
      isFirst = false;
    }
  }
  giveUp(cursor);
  return false;
}

/** `[[ … ]]`: a test, but to the smallest shells a command, whose `&&` and `||` are real. */
function readTest(cursor: Cursor): void {
  const { source, run, depth } = cursor;
  let words: Word[] = [];
  let isFirst = true;
  const flush = (): void => {
    if (words[0]?.isMade === false) emitCommand(run, { words, raw: null, start: -1, feed: null, depth });
    else if (!isFirst && words[0]?.isSplit === true) run.isOpaque = true;
    words = [];
    isFirst = false;
  };
  for (;;) {
    skipBlanks(cursor);
    const character = source[cursor.at];
    if (character === undefined) break;
    if (META_CHARACTERS.includes(character) && !isAtProcess(cursor)) {
      flush();
      if (character === '\n') readNewline(cursor);
      else cursor.at += 1;
      continue;
    }
    const word = readWord(cursor);
    if (isPlain(word, ']]')) {
      flush();
      return;
    }
    words.push(word);
  }
  giveUp(cursor);
}
