import type { Word } from './run.ts';

/** A word being read: its text, and what is certain about it. */
export class WordDraft {
  text = '';
  plainLength = 0;
  isQuoted = false;
  isMade = false;
  isSplit = false;
  isProcess = false;
  unknownFrom = -1;
  /** Brackets outside quotes that are not closed. */
  openBrackets = 0;
  /** What is written rather than made, with a NUL for each expansion. */
  private written = '';
  private hasTilde = false;
  private hasValue = false;
  private openBrace = -1;
  private firstBracket = -1;

  /** A character that stands for itself unless it belongs to a file pattern or braces. */
  addPlain(character: string): void {
    const position = this.text.length;
    if (!this.isQuoted && this.plainLength === position) this.plainLength += 1;
    if (character === '*' || character === '?') this.markPattern(position);
    else if (character === '[') this.openBracket(position);
    else if (character === ']') this.closeBracket();
    else if (character === '{') this.openBrace = this.openBrace < 0 ? position : this.openBrace;
    else if (character === '~' && position === 0 && !this.isQuoted) this.markTilde();
    else if (this.openBrace >= 0 && (character === ',' || (character === '.' && this.text.endsWith('.')))) {
      this.isSplit = true;
      this.markValue(this.openBrace);
    }
    this.text += character;
    this.written += character;
  }

  /** Characters that stand for themselves wherever they are. */
  addRun(text: string): void {
    if (!this.isQuoted && this.plainLength === this.text.length) this.plainLength += text.length;
    this.text += text;
    this.written += text;
  }

  addQuoted(text: string): void {
    this.isQuoted = true;
    this.text += text;
    this.written += text;
  }

  /** An expansion, left as written. */
  addMade(raw: string, isInDouble: boolean): void {
    if (!isInDouble) this.isSplit = true;
    this.markValue(this.text.length);
    this.text += raw;
    this.written += '\0';
  }

  finish(): Word {
    return {
      text: this.text,
      plainLength: this.plainLength,
      isQuoted: this.isQuoted,
      isMade: this.isMade,
      isSplit: this.isSplit,
      unknownFrom: this.unknownFrom,
      unknownIsPath: !this.hasValue && (this.hasTilde || /[./]/.test(this.text)),
      isProcess: this.isProcess,
      isAbsent: false,
    };
  }

  /** `a[$(x)]`, quoted, runs x wherever the shell later takes the text for arithmetic or a name. */
  hidesSubscript(): boolean {
    return this.isQuoted && /\w\[[^\][]*(\$\(|`)/.test(this.written);
  }

  private openBracket(position: number): void {
    this.openBrackets += 1;
    if (this.firstBracket < 0) this.firstBracket = position;
  }

  private closeBracket(): void {
    this.openBrackets -= 1;
    if (this.firstBracket >= 0) this.markPattern(this.firstBracket);
  }

  private markValue(position: number): void {
    this.isMade = true;
    this.hasValue = true;
    this.markUnknown(position);
  }

  private markPattern(position: number): void {
    this.isMade = true;
    this.isSplit = true;
    this.markUnknown(position);
  }

  private markTilde(): void {
    this.hasTilde = true;
    this.markUnknown(0);
  }

  private markUnknown(position: number): void {
    if (this.unknownFrom < 0 || position < this.unknownFrom) this.unknownFrom = position;
  }
}

export function literalWord(text: string): Word {
  return {
    text,
    plainLength: 0,
    isQuoted: true,
    isMade: false,
    isSplit: false,
    unknownFrom: -1,
    unknownIsPath: false,
    isProcess: false,
    isAbsent: false,
  };
}

/** Arguments that another program appends. */
export const ABSENT_WORD: Word = { ...literalWord(''), isMade: true, unknownFrom: 0, isAbsent: true };
