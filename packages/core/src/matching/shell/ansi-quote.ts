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
};

const NUMBER = /[0-7]{1,3}|x[0-9A-Fa-f]{1,2}|u[0-9A-Fa-f]{1,4}|U[0-9A-Fa-f]{1,8}/y;

/**
 * Reads the rest of a `$'…'`, whose escapes are C's. Opaque where shells differ: the smallest know no such
 * quotes, so that an escaped quote ends them, and a NUL ends a word early.
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
    const text = readEscape(cursor);
    if (text === '\0' || text === "'") cursor.run.isOpaque = true;
    draft.addQuoted(text);
  }
}

function readEscape(cursor: Cursor): string {
  const { source } = cursor;
  const next = source[cursor.at + 1] ?? '';
  NUMBER.lastIndex = cursor.at + 1;
  const number = NUMBER.exec(source)?.[0];
  if (number !== undefined) {
    cursor.at += 1 + number.length;
    const isOctal = /[0-7]/.test(next);
    const code = Number.parseInt(isOctal ? number : number.slice(1), isOctal ? 8 : 16);
    if (code > 0x10ffff) return '\0';
    return String.fromCodePoint(isOctal ? code & 0xff : code);
  }
  cursor.at += 2;
  if (next === 'c') {
    const control = source.charCodeAt(cursor.at);
    cursor.at += 1;
    return String.fromCharCode(control & 0x1f);
  }
  return LETTERS[next] ?? (/['"?\\]/.test(next) ? next : `\\${next}`);
}
