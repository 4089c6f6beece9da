import { isArrayStart, isOpenSubscript } from './assignments.ts';
import { readBackticks, readDollar, readDoubleQuoted, readSingleQuoted } from './expansions.ts';
import { type Cursor, exhaust, giveUp, isAtProcess, MAX_SHELL_DEPTH, readNested, type Word } from './run.ts';
import { WordDraft } from './word-draft.ts';

/** Ends a word, or stands between words. */
export const META_CHARACTERS = ' \t\n;&|<>()';

/** Characters that mean nothing to any shell, not even in a file pattern or braces. */
const RUN = /[\w/:=@%+\u0080-\uffff-]+/y;

/**
 * Reads one word. The cursor stands on something that is no blank and no operator, or on `<(` or `>(`;
 * it always moves on.
 */
export function readWord(cursor: Cursor): Word {
  const { source } = cursor;
  const draft = new WordDraft();
  if (isAtProcess(cursor) || source.startsWith('=(', cursor.at)) readProcess(cursor, draft);
  while (cursor.at < source.length) {
    const character = source[cursor.at] ?? '';
    if (META_CHARACTERS.includes(character)) {
      if (character === '(' && isArrayStart(draft)) {
        readArray(cursor);
        draft.addMade('()', false);
        // To some shells the word ends here, to others it goes on.
        if (!META_CHARACTERS.includes(source[cursor.at] ?? ' ')) cursor.run.isOpaque = true;
      } else if (isOpenSubscript(draft) || isAtProcess(cursor)) cursor.run.isOpaque = true;
      break;
    } else if (character === '\\') readEscape(cursor, draft);
    else if (character === "'") readSingleQuoted(cursor, draft);
    else if (character === '"') {
      cursor.at += 1;
      readDoubleQuoted(cursor, draft);
    } else if (character === '$') readDollar(cursor, draft, false);
    else if (character === '`') readBackticks(cursor, draft, false);
    else {
      RUN.lastIndex = cursor.at;
      const run = RUN.exec(source)?.[0];
      if (run === undefined) draft.addPlain(character);
      else draft.addRun(run);
      cursor.at += run?.length ?? 1;
    }
  }
  if (draft.hidesSubscript()) cursor.run.isOpaque = true;
  return draft.finish();
}

/** True when nothing of the word is quoted or expanded: only such a word is reserved. */
export function isPlain(word: Word, text: string): boolean {
  return word.text === text && !word.isQuoted && !word.isMade;
}

function readProcess(cursor: Cursor, draft: WordDraft): void {
  const start = cursor.at;
  cursor.at += 2;
  draft.isProcess = true;
  readNested(cursor, ')');
  draft.addMade(cursor.source.slice(start, cursor.at), false);
}

function readEscape(cursor: Cursor, draft: WordDraft): void {
  const next = cursor.source[cursor.at + 1];
  cursor.at += 2;
  // At the end of the text it stands for itself, or for nothing.
  if (next === undefined) cursor.run.isOpaque = true;
  if (next !== '\n') draft.addQuoted(next ?? '\\');
}

/** `NAME=(…)`: its words are data, whatever they read like. */
function readArray(cursor: Cursor): void {
  const { source, run } = cursor;
  if (cursor.depth >= MAX_SHELL_DEPTH) {
    exhaust(cursor);
    return;
  }
  cursor.depth += 1;
  cursor.at += 1;
  while (cursor.at < source.length && source[cursor.at] !== ')') {
    const character = source[cursor.at] ?? '';
    const isOdd = character === '\n' ? cursor.heredocs.length > 0 : ';&|<>'.includes(character);
    // bash goes on with the next line where an operator stands in an array.
    if (isOdd) run.isOpaque = true;
    if (character === '#') skipComment(cursor);
    else if (character === '(') giveUp(cursor);
    else if (META_CHARACTERS.includes(character) && !isAtProcess(cursor)) cursor.at += 1;
    else readWord(cursor);
  }
  cursor.depth -= 1;
  if (cursor.at >= source.length) giveUp(cursor);
  else cursor.at += 1;
}

export function skipComment(cursor: Cursor): void {
  const end = cursor.source.indexOf('\n', cursor.at);
  cursor.at = end < 0 ? cursor.source.length : end;
}

/** Blanks and line continuations. */
export function skipBlanks(cursor: Cursor): void {
  const { source } = cursor;
  for (;;) {
    const character = source[cursor.at];
    if (character === ' ' || character === '\t') cursor.at += 1;
    else if (character === '\\' && source[cursor.at + 1] === '\n') cursor.at += 2;
    else return;
  }
}
