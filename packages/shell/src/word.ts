import type { Assignment, Word as WordNode, WordPart } from './syntax.ts';

/** A word of a command: its known value, and from where on only a shell knows it. */
export interface Word {
  /** As it is written. */
  readonly source: string;
  /** Quotes removed, expansions left as written. */
  readonly text: string;
  /** Half-open range in the given script, -1 where it is not written there as such; of an argument list the index of the word. */
  readonly start: number;
  readonly end: number;
  /** Its value after `variable`; null where only a shell knows it. */
  readonly value: string | null;
  /** The variable it begins with; `~/` begins with HOME. */
  readonly variable: string | null;
  /** Part of it is the output of a command: `$(…)`, backticks, `<(…)`. */
  readonly isSubstituted: boolean;
  /** Part of it comes from an expansion, so that as a program it may be any program. */
  readonly isMade: boolean;
  /** Part of it comes from an expansion outside quotes: it may become several words, or none. */
  readonly isSplit: boolean;
  /** Position in `text` of the first part that only a shell knows; -1 = none. */
  readonly unknownFrom: number;
  /** That part becomes a file name, never an option. */
  readonly unknownIsPath: boolean;
  /** `<( )` or `>( )`. */
  readonly isProcess: boolean;
  /** Placeholder for arguments that another program adds, such as xargs. */
  readonly isAbsent: boolean;
  /** A quoted subscript with a substitution, which a shell runs in arithmetic. */
  readonly hidesCommand: boolean;
}

const HIDDEN_SUBSCRIPT = /\w\[[^\][]*(\$\(|`)/;
const PARAMETER = /^\$(?:\{([A-Za-z_]\w*)\}|([A-Za-z_]\w*))(.*)$/s;

export function toWord(node: WordNode): Word {
  const { text: source, pos: start, end, parts } = node;
  const draft = new Draft();
  if (source.startsWith('~')) draft.markTilde();
  if (parts === undefined) draft.add(node.value, source !== node.value);
  else for (const part of parts) draft.addPart(part, false);
  return { ...draft.finish(), source, start, end };
}

/** `name=value` as an argument of a program such as `export`; an array is `name=()`. */
export function assignmentToWord(node: Assignment): Word {
  const { text: source, pos: start, end, name, append, value } = node;
  const draft = new Draft();
  draft.add(source.slice(0, value.pos - start) || `${name}${append === true ? '+' : ''}=`, false);
  if (value.type === 'ArrayValue') draft.addMade('()');
  else if (value.parts === undefined) draft.add(value.value, value.text !== value.value);
  else for (const part of value.parts) draft.addPart(part, false);
  return { ...draft.finish(), source, start, end };
}

export function literalWord(text: string): Word {
  return { ...NO_WORD, source: text, text, value: text };
}

/** A word of an argument list; `${NAME}/file` is filled in without a shell. */
export function argumentWord(text: string, index: number): Word {
  const [, braced, plain, rest] = PARAMETER.exec(text) ?? [];
  const variable = braced ?? plain ?? null;
  return { ...literalWord(text), variable, value: rest ?? text, start: index, end: index + 1 };
}

/** The same word with another text, such as the value of an option. */
export function withText(word: Word, text: string): Word {
  const value = word.isMade ? null : text;
  return { ...word, text, value };
}

/** A word in which another program replaces `mark`. */
export function fillIn(word: Word, mark: string, isPath: boolean): Word {
  const position = word.text.indexOf(mark);
  if (position < 0) return word;
  if (word.unknownFrom >= 0 && word.unknownFrom <= position) return { ...word, isMade: true };
  return { ...word, isMade: true, unknownFrom: position, unknownIsPath: isPath };
}

/** Whether the beginning of a word is unknown, so that it may be an option or several words. */
export function mayBeAnything(word: Word | undefined): boolean {
  return word?.isMade === true && word.unknownFrom === 0;
}

/** The text of parts inside double quotes or of a heredoc, and whether nothing in it is expanded. */
export function readQuotedParts(parts: readonly WordPart[]): { text: string; isExact: boolean } {
  const draft = new Draft();
  for (const part of parts) draft.addPart(part, true);
  const { text, isMade } = draft.finish();
  return { text, isExact: !isMade };
}

type Piece = { readonly text: string } | { readonly variable: string } | null;

/** A word as its parts are read. */
class Draft {
  #text = '';
  /** The text with a NUL for each expansion. */
  #written = '';
  #pieces: Piece[] = [];
  #isQuoted = false;
  #isMade = false;
  #isSplit = false;
  #isProcess = false;
  #isSubstituted = false;
  #unknownFrom = -1;
  #hasValue = false;
  #hasTilde = false;

  add(text: string, isQuoted: boolean): void {
    this.#isQuoted ||= isQuoted;
    this.#text += text;
    this.#written += text;
    this.#pieces.push({ text });
  }

  markTilde(): void {
    this.#hasTilde = true;
    this.#unknownFrom = 0;
  }

  /** An expansion, left as written. */
  addMade(source: string, isQuoted = false, piece: Piece = null): void {
    this.#isSplit ||= !isQuoted;
    this.#hasValue = true;
    this.#mark(this.#text.length);
    this.#text += source;
    this.#written += '\0';
    this.#pieces.push(piece);
  }

  addPart(part: WordPart, isQuoted: boolean): void {
    switch (part.type) {
      case 'Literal':
        this.add(part.value, isQuoted || part.value !== part.text);
        return;
      case 'SingleQuoted':
      case 'AnsiCQuoted':
        this.add(part.value, true);
        return;
      case 'DoubleQuoted':
      case 'LocaleString':
        this.#isQuoted = true;
        for (const inner of part.parts) this.addPart(inner, true);
        return;
      case 'Glob':
        this.#addGlob(part.text, false);
        return;
      case 'ExtendedGlob':
        this.#addGlob(part.text, true);
        return;
      case 'BraceExpansion':
        this.#addBraces(part);
        return;
      case 'SimpleExpansion':
        this.addMade(part.text, isQuoted, toPiece(part.text));
        return;
      case 'ParameterExpansion':
        this.#isSubstituted ||= /\$\(|`/.test(part.text);
        this.addMade(part.text, isQuoted, toPiece(part.text));
        return;
      case 'ProcessSubstitution':
        this.#isProcess = true;
        this.#isSubstituted = true;
        this.addMade(part.text, isQuoted);
        return;
      default:
        this.#isSubstituted ||= part.type === 'CommandExpansion';
        this.addMade(part.text, isQuoted);
    }
  }

  finish(): Omit<Word, 'source' | 'start' | 'end'> {
    return {
      ...NO_WORD,
      ...this.#value(),
      text: this.#text,
      isSubstituted: this.#isSubstituted,
      isMade: this.#isMade,
      isSplit: this.#isSplit,
      unknownFrom: this.#unknownFrom,
      unknownIsPath: !this.#hasValue && (this.#hasTilde || /[./]/.test(this.#text)),
      isProcess: this.#isProcess,
      hidesCommand: this.#isQuoted && HIDDEN_SUBSCRIPT.test(this.#written),
    };
  }

  #value(): Pick<Word, 'value' | 'variable'> {
    const pieces = this.#pieces.filter((piece) => piece === null || 'variable' in piece || piece.text !== '');
    const [first = { text: '' }] = pieces;
    let variable = first !== null && 'variable' in first ? first.variable : null;
    let value = '';
    for (const piece of variable === null ? pieces : pieces.slice(1)) {
      if (piece === null || 'variable' in piece) return { variable, value: null };
      value += piece.text;
    }
    if (!this.#hasTilde) return { variable, value };
    if (value !== '~' && !value.startsWith('~/')) return { variable: null, value: null };
    variable = 'HOME';
    return { variable, value: value.slice(1) };
  }

  #addGlob(source: string, isMade: boolean): void {
    this.#isSplit = true;
    this.#hasValue ||= isMade;
    this.#mark(this.#text.length);
    this.add(source, false);
    this.#pieces.push(null);
  }

  #addBraces(part: Extract<WordPart, { type: 'BraceExpansion' }>): void {
    this.#isSplit = true;
    this.#hasValue = true;
    this.#mark(this.#text.length);
    if (part.parts === undefined) this.add(part.text, false);
    else
      for (const inner of [OPEN, ...part.parts, CLOSE])
        typeof inner === 'string' ? this.add(inner, false) : this.addPart(inner, false);
    this.#pieces.push(null);
  }

  #mark(position: number): void {
    this.#isMade = true;
    if (this.#unknownFrom < 0 || position < this.#unknownFrom) this.#unknownFrom = position;
  }
}

const OPEN = '{';
const CLOSE = '}';

function toPiece(expansion: string): Piece {
  const [, braced, plain, rest] = PARAMETER.exec(expansion) ?? [];
  const variable = braced ?? plain;
  return variable === undefined || rest !== '' ? null : { variable };
}

const NO_WORD: Word = {
  source: '',
  text: '',
  start: -1,
  end: -1,
  value: '',
  variable: null,
  isSubstituted: false,
  isMade: false,
  isSplit: false,
  unknownFrom: -1,
  unknownIsPath: false,
  isProcess: false,
  isAbsent: false,
  hidesCommand: false,
};

/** Arguments that another program appends. */
export const ABSENT_WORD: Word = { ...NO_WORD, value: null, isMade: true, unknownFrom: 0, isAbsent: true };

interface Option {
  /** A letter, or a long name. */
  readonly name: string;
  /** Empty where it has none. */
  readonly value: string;
  readonly isLong: boolean;
}

/** Options and operands of a command, as getopt reads them. */
export class Options {
  readonly words: readonly string[];
  readonly options: Option[] = [];
  readonly operands: string[] = [];

  /** `valued`: letters that take the rest of their word, or the next word, as a value; `longValued`: long names that take the next word. */
  constructor(words: readonly string[], valued = '', longValued: ReadonlySet<string> = new Set()) {
    this.words = words;
    for (let at = 0; at < words.length; at += 1) {
      const word = words[at] ?? '';
      if (word === '--') {
        for (const operand of words.slice(at + 1)) this.operands.push(operand);
        return;
      }
      if (!/^-./s.test(word)) this.operands.push(word);
      else if (word.startsWith('--')) at += this.#readLong(word, words[at + 1], longValued);
      else at += this.#readLetters(word.slice(1), words[at + 1], valued);
    }
  }

  /** A letter of `letters`, or a long name, which may be cut short as getopt allows. */
  has(letters: string, ...names: readonly string[]): boolean {
    return this.options.some(({ name, isLong }) =>
      isLong ? name !== '' && names.some((long) => long.startsWith(name)) : letters.includes(name),
    );
  }

  get longNames(): string[] {
    return this.options.filter(({ isLong }) => isLong).map(({ name }) => name);
  }

  /** The value of the last option of these names. */
  valueOf(...names: readonly string[]): string | undefined {
    return this.options.findLast(({ name }) => names.includes(name))?.value;
  }

  /** The number of following words that belong to the option. */
  #readLong(token: string, next: string | undefined, longValued: ReadonlySet<string>): number {
    const equals = token.indexOf('=');
    const name = token.slice(2, equals < 0 ? undefined : equals);
    const takesNext = equals < 0 && longValued.has(name);
    const value = equals < 0 ? '' : token.slice(equals + 1);
    this.options.push({ name, value: takesNext ? (next ?? '') : value, isLong: true });
    return takesNext ? 1 : 0;
  }

  #readLetters(letters: string, next: string | undefined, valued: string): number {
    for (const [index, name] of [...letters].entries()) {
      const takesValue = valued.includes(name);
      const rest = takesValue ? letters.slice(index + 1) : '';
      this.options.push({ name, value: takesValue && rest === '' ? (next ?? '') : rest, isLong: false });
      if (takesValue) return rest === '' ? 1 : 0;
    }
    return 0;
  }
}
