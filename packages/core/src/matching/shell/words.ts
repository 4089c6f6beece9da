import { readBackticks, readDollar, readDoubleQuoted, readSingleQuoted } from './expansions.ts';
import { type Cursor, giveUp, MAX_SHELL_DEPTH, readNested, type Word } from './run.ts';
import { WordDraft } from './word-draft.ts';

/** Ends a word, or stands between words. */
export const META_CHARACTERS = ' \t\n;&|<>()';

/** The start of an assignment: `NAME=`, `NAME+=` or `NAME[x]=`. */
const ASSIGNMENT = /^[A-Za-z_][A-Za-z0-9_]*(\[[^\]]*\])?\+?=/;

/** Variables whose value the shell runs, now or at the next prompt, trace line or start. */
const EVALUATED_VARIABLES = /^(BASH_ENV|ENV|PROMPT_COMMAND|PS[0-4])\b/;

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
      if (character !== '(' || !isAssignmentStart(draft)) break;
      readArray(cursor);
      draft.addMade('()');
    } else if (character === '\\') readEscape(cursor, draft);
    else if (character === "'") readSingleQuoted(cursor, draft);
    else if (character === '"') {
      cursor.at += 1;
      readDoubleQuoted(cursor, draft);
    } else if (character === '$') readDollar(cursor, draft, false);
    else if (character === '`') readBackticks(cursor, draft, false);
    else {
      draft.addPlain(character);
      cursor.at += 1;
    }
  }
  return draft.finish();
}

/** True where a word begins with what is otherwise an operator. */
export function isAtProcess({ source, at }: Cursor): boolean {
  return (source[at] === '<' || source[at] === '>') && source[at + 1] === '(';
}

/** True when nothing of the word is quoted or expanded: only such a word is reserved. */
export function isPlain(word: Word, text: string): boolean {
  return word.text === text && !word.isQuoted && !word.isMade;
}

export function isAssignment(word: Word): boolean {
  return ASSIGNMENT.test(word.text.slice(0, word.plainLength)) || isSubscriptAssignment(word);
}

/** Whether what the assignment sets is run by the shell as it is. */
export function isEvaluatedAssignment(word: Word): boolean {
  return word.hidesSubscript || EVALUATED_VARIABLES.test(word.text);
}

/** A subscript may be quoted or expanded, `NAME[$i]=`; its name may not. */
function isSubscriptAssignment(word: Word): boolean {
  if (!/^[A-Za-z_][A-Za-z0-9_]*\[/.test(word.text.slice(0, word.plainLength))) return false;
  const end = word.text.indexOf(']');
  return end > 0 && /^\+?=/.test(word.text.slice(end + 1, end + 3));
}

function isAssignmentStart(draft: WordDraft): boolean {
  return draft.text.endsWith('=') && !draft.isQuoted && ASSIGNMENT.test(draft.text);
}

function readProcess(cursor: Cursor, draft: WordDraft): void {
  const start = cursor.at;
  cursor.at += 2;
  draft.isProcess = true;
  readNested(cursor, ')');
  draft.addMade(cursor.source.slice(start, cursor.at));
}

function readEscape(cursor: Cursor, draft: WordDraft): void {
  const next = cursor.source[cursor.at + 1];
  cursor.at += 2;
  if (next !== '\n') draft.addQuoted(next ?? '\\');
}

/** `NAME=(…)`: its words are data, whatever they read like. */
function readArray(cursor: Cursor): void {
  const { source, run } = cursor;
  if (cursor.depth >= MAX_SHELL_DEPTH) {
    giveUp(cursor);
    return;
  }
  cursor.depth += 1;
  cursor.at += 1;
  while (cursor.at < source.length && source[cursor.at] !== ')') {
    const character = source[cursor.at] ?? '';
    if (character === '\n' && cursor.heredocs.length > 0) run.isOpaque = true;
    if (character === '#') skipComment(cursor);
    else if (character === '(') giveUp(cursor);
    else if (META_CHARACTERS.includes(character) && !isAtProcess(cursor)) cursor.at += 1;
    else if (readWord(cursor).hidesSubscript) run.isOpaque = true;
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
