import { assignedCommand, isArray, isAssignment, isEvaluated } from './assignments.ts';
import { RESERVED, readCompoundHead } from './compound.ts';
import { emitCommand } from './emit.ts';
import { readArithmetic } from './expansions.ts';
import { readNewline } from './heredoc.ts';
import { checkJoined, readRedirection } from './redirection.ts';
import {
  type Closer,
  type Cursor,
  type Ending,
  type Feed,
  giveUp,
  isAtProcess,
  readNested,
  type Word,
} from './run.ts';
import { isPlain, readWord, skipBlanks, skipComment } from './words.ts';

const EMPTY_PARENTHESES = /\([ \t]*\)/y;

/** Builtins whose arguments may be arrays. Elsewhere `x=(` is a word and a subshell to some shells. */
const DECLARING: ReadonlySet<string> = new Set(['declare', 'typeset', 'local', 'export', 'readonly']);

/**
 * Reads commands up to `closer` or the end of the text.
 *
 * More forgiving than any shell: where shells differ, what any of them would run is a command here.
 */
export function readCommands(cursor: Cursor, closer: Closer): Ending {
  return new ListReader(cursor, closer).read();
}

class ListReader {
  private readonly cursor: Cursor;
  private readonly source: string;
  private readonly closer: Closer;
  private words: Word[] = [];
  private begin = -1;
  private end = 0;
  private feed: Feed = null;
  /** Positions among the words where some shells end the command: at a `&>` or a `}`. */
  private cuts: number[] = [];
  private groups = 0;
  /** Words so far that a reserved word may follow. */
  private leading = 0;
  private isAfterCoproc = false;

  constructor(cursor: Cursor, closer: Closer) {
    this.cursor = cursor;
    this.source = cursor.source;
    this.closer = closer;
  }

  read(): Ending {
    for (;;) {
      // What is read from here on cannot change the answer: more may run than was read.
      if (this.cursor.run.isExhausted) return this.leave();
      skipBlanks(this.cursor);
      const character = this.source[this.cursor.at];
      if (character === undefined) {
        this.flush();
        if (this.closer !== null || this.cursor.heredocs.length > 0) giveUp(this.cursor);
        return 'closed';
      }
      if (character === '\n') {
        this.flush();
        readNewline(this.cursor);
      } else if (character === '#') skipComment(this.cursor);
      else if (character === ')') {
        this.flush();
        if (this.closer === ')') return this.close();
        this.cursor.run.isOpaque = true;
        if (this.closer === 'esac') return 'closed';
        this.cursor.at += 1;
      } else if (character === '(') this.readParenthesis();
      else if (';&|'.includes(character)) {
        if (this.readOperator(character) && this.closer === 'esac') return 'next';
      } else if ('<>'.includes(character) && !isAtProcess(this.cursor)) this.takeRedirection();
      else if (this.takeWord()) return 'closed';
    }
  }

  private leave(): Ending {
    this.cursor.at = this.source.length;
    return 'closed';
  }

  private close(): Ending {
    this.cursor.at += 1;
    if (this.cursor.heredocs.length > 0) this.cursor.run.isOpaque = true;
    return 'closed';
  }

  /** True for the operators that end a branch of `case`. */
  private readOperator(character: string): boolean {
    if (character === '&' && this.source[this.cursor.at + 1] === '>') {
      this.cuts.push(this.words.length);
      this.cursor.at += 1;
      this.takeRedirection();
      return false;
    }
    this.flush();
    const start = this.cursor.at;
    while (this.cursor.at < start + 3 && ';&|'.includes(this.source[this.cursor.at] ?? ' '))
      this.cursor.at += 1;
    checkJoined(this.cursor);
    const operator = this.source.slice(start, this.cursor.at);
    return operator.length > 1 && operator.startsWith(';');
  }

  private readParenthesis(): void {
    const { cursor, source } = this;
    const parameters = this.emptyParentheses();
    if (parameters > 0) {
      cursor.at += parameters;
      if (this.words.length > 1) this.flush();
      this.drop();
      return;
    }
    this.flush();
    const start = cursor.at;
    if (source[start + 1] === '(' && readArithmetic(cursor)) {
      this.readAsSubshell(source.slice(start + 2, cursor.at - 2));
      return;
    }
    if (cursor.at === start) cursor.at += 1;
    readNested(cursor, ')');
  }

  /** Length of the `()` that makes the word before it a function's name. */
  private emptyParentheses(): number {
    EMPTY_PARENTHESES.lastIndex = this.cursor.at;
    return EMPTY_PARENTHESES.exec(this.source)?.[0].length ?? 0;
  }

  /** The smallest shells have no `((`: to them it is a subshell in a subshell. Opaque only where it could be that. */
  private readAsSubshell(content: string): void {
    const { run, depth } = this.cursor;
    const wasOpaque = run.isOpaque;
    run.readScript(run, content, depth + 1);
    if (!/["'\\$`]/.test(content)) run.isOpaque = wasOpaque;
  }

  private takeRedirection(): void {
    if (this.begin < 0) this.begin = this.cursor.at;
    const feed = readRedirection(this.cursor);
    if (feed !== undefined) this.feed = feed;
    this.end = this.cursor.at;
  }

  /** Takes one word; true when it was the `esac` this list ends with. */
  private takeWord(): boolean {
    const { cursor, source } = this;
    const start = cursor.at;
    const word = readWord(cursor);
    const next = source[cursor.at];
    if ((next === '<' || next === '>') && /^(\d+|\{\w+\})$/.test(word.text) && !word.isQuoted) {
      if (this.begin < 0) this.begin = start;
      return false;
    }
    // mksh takes the digits before `&>` for a descriptor.
    if (next === '&' && source[cursor.at + 1] === '>' && /^\d+$/.test(word.text)) cursor.run.isOpaque = true;
    if (this.isAtStart() && (isPlain(word, '{') || isPlain(word, '}'))) {
      this.flush();
      this.groups += word.text === '{' ? 1 : -1;
      return false;
    }
    if (this.groups > 0 && isPlain(word, '}')) this.cuts.push(this.words.length, this.words.length + 1);
    // To zsh a brace opens a group without a blank behind it, and `2=x` is an assignment.
    if (this.isAtStart() && /^(\{|\d+=)/.test(word.text)) cursor.run.isOpaque = true;
    if (this.isAtStart() && isPlain(word, word.text) && this.takeReserved(word.text)) {
      return this.closer === 'esac' && word.text === 'esac';
    }
    if (this.words.length === 0 && isAssignment(word)) {
      this.takeAssignment(word);
      if (this.begin < 0) this.begin = start;
      return false;
    }
    // Neither a function nor an array: a file pattern, in which zsh may run commands.
    if (next === '(' && this.emptyParentheses() === 0) cursor.run.isOpaque = true;
    if (isArray(word) && !DECLARING.has(this.words[0]?.text ?? '')) cursor.run.isOpaque = true;
    if (this.begin < 0) this.begin = start;
    this.push(word);
    return false;
  }

  private takeAssignment(word: Word): void {
    const { run, depth } = this.cursor;
    if (isEvaluated(word)) run.isOpaque = true;
    const command = assignedCommand(word);
    if (command !== null) run.readScript(run, command.text, depth + 1);
  }

  /** Reserved words count before a command; `time`, its options and a coprocess's name are still before it. */
  private isAtStart(): boolean {
    return this.words.length === this.leading;
  }

  private push(word: Word): void {
    const isTimed = isPlain(word, 'time') || (this.leading > 0 && word.text.startsWith('-'));
    if (this.isAtStart() && (isTimed || this.isAfterCoproc)) this.leading += 1;
    this.isAfterCoproc = false;
    this.words.push(word);
    this.end = this.cursor.at;
  }

  private takeReserved(text: string): boolean {
    if (!RESERVED.has(text)) return false;
    this.flush();
    this.isAfterCoproc = text === 'coproc';
    if (readCompoundHead(this.cursor, text)) this.groups += 1;
    return true;
  }

  private drop(): void {
    this.words = [];
    this.begin = -1;
    this.feed = null;
    this.leading = 0;
    this.isAfterCoproc = false;
    this.cuts = [];
  }

  private flush(): void {
    const { words, feed, cuts, begin } = this;
    const { run, depth } = this.cursor;
    const raw = begin < 0 ? null : this.source.slice(begin, this.end);
    this.drop();
    if (words.length === 0) return;
    const start = this.source === run.text ? begin : -1;
    emitCommand(run, { words, raw, start, feed, depth });
    if (cuts.length === 0) return;
    for (const [index, start] of [0, ...cuts].entries()) {
      const piece = words.slice(start, cuts[index]);
      if (piece.length < words.length) emitCommand(run, { words: piece, raw: null, start: -1, feed, depth });
    }
  }
}
