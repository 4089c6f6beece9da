import { readAnsiQuoted } from './ansi-quote.ts';
import { type Cursor, exhaust, giveUp, isAtProcess, MAX_SHELL_DEPTH, readNested, spend } from './run.ts';
import { WordDraft } from './word-draft.ts';

/** Reads what begins at a `$`; commands inside go to the run, the rest to the draft as written. */
export function readDollar(cursor: Cursor, draft: WordDraft, isInDouble: boolean): void {
  const { source } = cursor;
  const start = cursor.at;
  const next = source[start + 1];
  if (next === "'" && !isInDouble) {
    cursor.at += 2;
    readAnsiQuoted(cursor, draft);
    return;
  }
  if (next === '"' && !isInDouble) {
    cursor.at += 2;
    readDoubleQuoted(cursor, draft);
    return;
  }
  if (next === '(' && source[start + 2] === '(') {
    cursor.at += 1;
    readDeeper(cursor, () => {
      if (!readArithmetic(cursor)) readNested(cursor, ')');
    });
  } else if (next === '(') {
    cursor.at += 2;
    readNested(cursor, ')');
  } else if (next === '{') {
    readDeeper(cursor, () => readParameter(cursor, isInDouble));
  } else {
    // A line continuation here joins the `$` with what follows; nobody writes it but to hide that.
    if (source.startsWith('\\\n', start + 1)) cursor.run.isOpaque = true;
    const length = parameterLength(source, start + 1);
    cursor.at += 1 + length;
    if (length === 0) {
      draft.addQuoted('$');
      return;
    }
  }
  draft.addMade(source.slice(start, cursor.at), isInDouble);
}

/**
 * Reads up to the closing quote; with `isOpenEnded`, to the end of the text (a here-document, where `"` is nothing special).
 */
export function readDoubleQuoted(cursor: Cursor, draft: WordDraft, isOpenEnded = false): void {
  const { source } = cursor;
  const ends = isOpenEnded ? /[\\$`]/g : /["\\$`]/g;
  draft.addQuoted('');
  for (;;) {
    ends.lastIndex = cursor.at;
    const end = ends.exec(source)?.index ?? source.length;
    draft.addQuoted(source.slice(cursor.at, end));
    cursor.at = end;
    const character = source[end];
    if (character === undefined) {
      if (!isOpenEnded) giveUp(cursor);
      return;
    }
    if (character === '"') {
      cursor.at += 1;
      return;
    }
    if (character === '$') readDollar(cursor, draft, true);
    else if (character === '`') readBackticks(cursor, draft, true);
    else readEscapeInDouble(cursor, draft, isOpenEnded);
  }
}

function readEscapeInDouble(cursor: Cursor, draft: WordDraft, isOpenEnded: boolean): void {
  const next = cursor.source[cursor.at + 1];
  cursor.at += 2;
  if (next === '\n') return;
  const isSpecial = next === '$' || next === '`' || next === '\\' || (next === '"' && !isOpenEnded);
  draft.addQuoted(isSpecial ? next : `\\${next ?? ''}`);
}

export function readSingleQuoted(cursor: Cursor, draft: WordDraft): void {
  const end = cursor.source.indexOf("'", cursor.at + 1);
  draft.addQuoted(cursor.source.slice(cursor.at + 1, end < 0 ? cursor.source.length : end));
  cursor.at = end + 1;
  if (end < 0) giveUp(cursor);
}

/** Old-style substitution: its end is the next bare backtick, whatever quotes stand between. */
export function readBackticks(cursor: Cursor, draft: WordDraft, isInDouble: boolean): void {
  const { source, run } = cursor;
  const start = cursor.at;
  const pieces: string[] = [];
  const marks = /[\\`]/g;
  cursor.at += 1;
  for (;;) {
    marks.lastIndex = cursor.at;
    const end = marks.exec(source)?.index ?? source.length;
    pieces.push(source.slice(cursor.at, end));
    cursor.at = end + 1;
    if (end === source.length) {
      giveUp(cursor);
      return;
    }
    if (source[end] === '`') break;
    const next = source[end + 1] ?? '';
    // Whether this line continuation goes before or after the backslash pair is not the same in all shells.
    if (next === '\n' && pieces[pieces.length - 2] === '\\') run.isOpaque = true;
    const isEscape = next === '$' || next === '`' || next === '\\' || (next === '"' && isInDouble);
    pieces.push(isEscape ? next : `\\${next}`);
    cursor.at += 1;
  }
  run.readScript(run, pieces.join(''), cursor.depth + 1);
  draft.addMade(source.slice(start, cursor.at), isInDouble);
}

/**
 * Reads arithmetic from its `((` to its `))`, with the commands inside substitutions.
 *
 * False where single parentheses close it: then it is a list that begins with a subshell, and the cursor stands in it.
 */
export function readArithmetic(cursor: Cursor): boolean {
  const { source, run } = cursor;
  const start = cursor.at;
  const draft = new WordDraft();
  cursor.at += 2;
  let open = 0;
  while (cursor.at < source.length) {
    const character = source[cursor.at];
    if (character === ')' && open === 0) {
      if (source[cursor.at + 1] !== ')') {
        const isAllowed = spend(run, cursor.at - start);
        cursor.at = isAllowed ? start + 1 : source.length;
        return false;
      }
      cursor.at += 2;
      if (draft.hidesSubscript()) run.isOpaque = true;
      return true;
    }
    if (readQuoting(cursor, draft)) continue;
    if (character === '(') open += 1;
    else if (character === ')') open -= 1;
    draft.addPlain(character ?? '');
    cursor.at += 1;
  }
  giveUp(cursor);
  return true;
}

function readDeeper(cursor: Cursor, read: () => void): void {
  if (cursor.depth >= MAX_SHELL_DEPTH) {
    exhaust(cursor);
    return;
  }
  cursor.depth += 1;
  read();
  cursor.depth -= 1;
}

/** `${…}`: opaque where it evaluates its value (`@P`, zsh flags) or runs a list (`${ x; }`). */
function readParameter(cursor: Cursor, isInDouble: boolean): void {
  const { source, run } = cursor;
  const draft = new WordDraft();
  cursor.at += 2;
  if (/[\s|(]/.test(source[cursor.at] ?? '')) run.isOpaque = true;
  while (cursor.at < source.length) {
    const character = source[cursor.at];
    if (character === '}') {
      cursor.at += 1;
      if (draft.hidesSubscript() || draft.text.endsWith('@P')) run.isOpaque = true;
      return;
    }
    // Whether a quote here is one depends on the operator before it; nobody writes it but to confuse.
    if (character === "'" && isInDouble) run.isOpaque = true;
    else if (isAtProcess(cursor)) run.isOpaque = true;
    else if (readQuoting(cursor, draft)) continue;
    draft.addPlain(character ?? '');
    cursor.at += 1;
  }
  giveUp(cursor);
}

/** Reads a quoted piece, an escape or an expansion if one begins here. */
function readQuoting(cursor: Cursor, draft: WordDraft): boolean {
  const character = cursor.source[cursor.at];
  if (character === "'") readSingleQuoted(cursor, draft);
  else if (character === '"') {
    cursor.at += 1;
    readDoubleQuoted(cursor, draft);
  } else if (character === '$') readDollar(cursor, draft, false);
  else if (character === '`') readBackticks(cursor, draft, false);
  else if (character === '\\') {
    const next = cursor.source[cursor.at + 1] ?? '';
    if (next !== '\n') draft.addQuoted(next);
    cursor.at += 2;
  } else return false;
  return true;
}

/** Characters of a parameter's name after `$`; 0 when the `$` stands for itself. */
function parameterLength(source: string, at: number): number {
  NAME.lastIndex = at;
  const name = NAME.exec(source)?.[0];
  if (name !== undefined) return name.length;
  const next = source[at];
  // `$[` is arithmetic of old, `$=x` and kin are zsh's.
  return next !== undefined && /[@*#?$!0-9[=^~+:-]/.test(next) ? 1 : 0;
}

const NAME = /[A-Za-z_][A-Za-z0-9_]*/y;
