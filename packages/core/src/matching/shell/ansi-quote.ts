import { type Cursor, giveUp } from './run.ts';
import type { WordDraft } from './word-draft.ts';

const LETTERS: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  e: '\x1b',
  E: '\x1b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '"': '"',
  '?': '?',
  '\\': '\\',
};

const NUMBER = /[0-7]{1,3}|x[0-9A-Fa-f]{1,2}|u[0-9A-Fa-f]{1,4}|U[0-9A-Fa-f]{1,8}/y;

/**
 * Reads the rest of a `$'…'`, whose escapes are C's. Opaque where shells differ: the smallest know no such
 * quotes, so that an escaped quote ends them, a NUL ends a word early, and an unknown escape keeps its
 * backslash or loses it.
 */
export function readAnsiQuoted(cursor: Cursor, draft: WordDraft): void {
  const { source } = cursor;
  const marks = /['\\]/g;
  draft.addQuoted('');
  for (;;) {
    marks.lastIndex = cursor.at;
    const end = marks.exec(source)?.index ?? source.length;
    draft.addQuoted(source.slice(cursor.at, end));
    cursor.at = end;
    if (end === source.length) {
      giveUp(cursor);
      return;
    }
    if (source[end] === "'") {
      cursor.at += 1;
      return;
    }
    draft.addQuoted(readEscape(cursor));
  }
}

function readEscape(cursor: Cursor): string {
  const { source, run } = cursor;
  NUMBER.lastIndex = cursor.at + 1;
  const number = NUMBER.exec(source)?.[0];
  if (number !== undefined) {
    cursor.at += 1 + number.length;
    return characterOf(cursor, number);
  }
  const next = source[cursor.at + 1] ?? '';
  const text = LETTERS[next];
  if (text === undefined) run.isOpaque = true;
  cursor.at += 2;
  return text ?? `\\${next}`;
}

function characterOf({ run }: Cursor, number: string): string {
  const isOctal = /^[0-7]/.test(number);
  const code = isOctal ? Number.parseInt(number, 8) & 0xff : Number.parseInt(number.slice(1), 16);
  if (code === 0 || code > 0x10ffff) {
    run.isOpaque = true;
    return '';
  }
  return String.fromCodePoint(code);
}
