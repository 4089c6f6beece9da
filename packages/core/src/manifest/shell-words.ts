/** One word of shell text, as it stands there. */
export interface ShellWord {
  readonly start: number;
  readonly end: number;
  /** What the word means where nothing in it has to be evaluated; `variable` is the one it may begin with. */
  readonly plain: { readonly variable: string | null; readonly text: string } | null;
  /** Whether it stands where a shell looks for a program. */
  readonly isProgram: boolean;
  /** Whether a new simple command begins with it. */
  readonly isFirst: boolean;
  /** The sign of the redirection whose target it is. */
  readonly redirection: string | null;
}

const OPERATOR = /^(?:&&|\|\||;;|[;&|()\n])/;
const REDIRECTION = /^\d*(?:<<<|<<-?|>>|>\||<>|[<>]&?)/;
/** Behind these a shell looks for a program. */
const OPENERS: ReadonlySet<string> = new Set([
  '!',
  '{',
  'if',
  'then',
  'elif',
  'else',
  'do',
  'while',
  'until',
]);

/**
 * Splits shell text into its words, with their places. Coarse: what has to be evaluated is one word without a meaning,
 * and a here-document is read as commands. For finding the files that a command names, not for guarding.
 */
export function shellWords(text: string): readonly ShellWord[] {
  const words: ShellWord[] = [];
  let isProgram = true;
  let isFirst = true;
  let target: string | null = null;
  for (let at = 0; at < text.length; ) {
    const rest = text.slice(at, at + 8);
    const blank = /^[ \t\r]+|^\\\n/.exec(rest)?.[0] ?? '';
    const redirection = REDIRECTION.exec(rest)?.[0] ?? '';
    const operator = OPERATOR.exec(rest)?.[0] ?? '';
    if (blank !== '') at += blank.length;
    else if (text[at] === '#') at = endOfLine(text, at);
    else if (redirection !== '') {
      target = redirection;
      at += redirection.length;
    } else if (operator !== '') {
      [isProgram, isFirst, target] = [true, true, null];
      at += operator.length;
    } else {
      const end = endOfWord(text, at);
      const plain = readPlain(text.slice(at, end));
      const isAssignment = isProgram && /^[A-Za-z_]\w*\+?=/.test(text.slice(at, end));
      const isOpener = isProgram && plain !== null && plain.variable === null && OPENERS.has(plain.text);
      const isWord = target === null && !isAssignment && !isOpener;
      words.push({ start: at, end, plain, isProgram: isProgram && isWord, isFirst, redirection: target });
      if (isWord) isProgram = false;
      [isFirst, target] = [isOpener, null];
      at = end;
    }
  }
  return words;
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end;
}

function endOfWord(text: string, from: number): number {
  let at = from;
  while (at < text.length && !/[\s;&|()<>]/.test(text[at] ?? '')) at = endOfPiece(text, at);
  return Math.max(at, from + 1);
}

/** Nobody nests quotes and substitutions deeper; the rest of the text is then one word. */
const MAX_DEPTH = 50;

/** Behind a quoted part, a substitution, or one character. */
function endOfPiece(text: string, at: number, depth = 0): number {
  if (depth > MAX_DEPTH) return text.length;
  const sign = text[at];
  if (sign === '\\') return Math.min(at + 2, text.length);
  if (sign === "'") return behind(text, "'", at + 1);
  if (sign === '`') return behind(text, '`', at + 1);
  if (sign === '$' && text[at + 1] === '{') return behind(text, '}', at + 2);
  if (sign === '$' && text[at + 1] === '(') return endOfNested(text, at + 2, ')', depth + 1);
  return sign === '"' ? endOfNested(text, at + 1, '"', depth + 1) : at + 1;
}

/** Behind the sign that closes: in double quotes a single one is a letter, in parentheses others may open. */
function endOfNested(text: string, from: number, closing: '"' | ')', depth: number): number {
  let at = from;
  while (at < text.length && text[at] !== closing) {
    if (closing === '"' && text[at] === "'") at++;
    else if (closing === ')' && text[at] === '(') at = endOfNested(text, at + 1, ')', depth + 1);
    else at = endOfPiece(text, at, depth);
    if (depth > MAX_DEPTH) return text.length;
  }
  return Math.min(at + 1, text.length);
}

function behind(text: string, sign: string, from: number): number {
  const found = text.indexOf(sign, from);
  return found === -1 ? text.length : found + sign.length;
}

const PLAIN_PIECE = /^(?:'([^']*)'|"([^"$`\\]*)"|\\([^\n])|([^\s'"$`\\*?[\]{}()<>;&|~#]+)|([#~](?!$)))/;
const VARIABLE = /^\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)\})/;
const QUOTED_VARIABLE = /^"\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)\})([^"$`\\]*)"/;

function readPlain(raw: string): ShellWord['plain'] {
  if (/^(?:\[\[?|\]\]?|[{}])$/.test(raw)) return { variable: null, text: raw };
  let variable: string | null = null;
  let text = '';
  let rest = raw;
  if (rest === '~' || rest.startsWith('~/')) {
    variable = 'HOME';
    rest = rest.slice(1);
  } else {
    const quoted = QUOTED_VARIABLE.exec(rest);
    const bare = quoted ?? VARIABLE.exec(rest);
    if (bare !== null) {
      variable = bare[1] ?? bare[2] ?? null;
      text = quoted?.[3] ?? '';
      rest = rest.slice(bare[0].length);
    }
  }
  while (rest !== '') {
    const piece = PLAIN_PIECE.exec(rest);
    if (piece === null) return null;
    text += piece[1] ?? piece[2] ?? piece[3] ?? piece[4] ?? piece[5] ?? '';
    rest = rest.slice(piece[0].length);
  }
  return { variable, text };
}
