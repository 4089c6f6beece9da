import { unwrapCommand } from './programs.ts';
import {
  type Input,
  MAX_SHELL_DEPTH,
  readScript,
  type ScriptReader,
  type WrittenCommand,
} from './read-script.ts';
import { MAX_SHELL_LENGTH } from './syntax.ts';
import { assignedCommand, isEvaluated } from './unwrap.ts';
import type { Word } from './word.ts';

/** One command of a shell text, as its program gets it. */
export interface SimpleCommand {
  /** Quotes removed, expansions left as written. */
  words: string[];
  /** `words` joined by one space. */
  text: string;
  /** Last path element of the command word. */
  name: string;
  /** The command as written: with its assignments, quotes and redirections. */
  raw: string;
  /** Position in `text` of the first part that is expanded later (`$X`, `*.c`, arguments of xargs); -1 = none. */
  unknownFrom: number;
  /** That part becomes a file name, never an option. */
  unknownIsPath: boolean;
}

/** The file of a redirection. */
export interface RedirectedFile {
  /** Quotes removed, expansions left as written. */
  path: string;
  /** Index of the command that it belongs to. */
  at: number;
}

/** Input of a command in the text itself. */
export interface Heredoc {
  text: string;
  /** Its command writes its output to a file. */
  isStored: boolean;
}

/** The commands of a shell text, its writes and its heredocs. */
export interface ShellSplit {
  commands: SimpleCommand[];
  /** The files of redirections (`>`, `>>`, `>|`, `&>`, `<>`), in order. */
  writes: RedirectedFile[];
  /** The files of `<`, in order: a descriptor of such a file can be opened again to write. */
  inputs: RedirectedFile[];
  /** Position of each command in the text; -1 for one that is not written there as such. */
  starts: number[];
  /** Input of commands in the text itself: bodies of heredocs, words after `<<<`. */
  heredocs: Heredoc[];
  /** Quotes removed: words of loops and arrays, and assigned values. */
  listed: string[];
  /** It has a loop, which may run commands for each line or word of something. */
  hasLoop: boolean;
  /** More may run than is listed. */
  isOpaque: boolean;
  /** A limit was reached: the text may run commands that are not listed. Opaque too. */
  isIncomplete: boolean;
  /** Characters that were read or returned. */
  work: number;
}

const MAX_SHELL_COMMANDS = 5_000;

/**
 * Splits a shell text into the commands that it may run, through quotes, wrappers, subshells and substitutions. A wrapper
 * (`sudo git push`) returns itself and the command that it wraps.
 *
 * Never throws; work and result are limited by the length of the text, and by `maxWork` characters. `isOpaque`: more may
 * run than was read, such as an expansion as program, a script from a pipe, an open quote, or text that shells read
 * differently. Treat an opaque text as a match.
 */
export function splitShell(command: string, maxWork: number = Number.POSITIVE_INFINITY): ShellSplit {
  const splitter = new Splitter(Math.min(16 * command.length + 4_096, maxWork));
  if (command.length > MAX_SHELL_LENGTH) splitter.exhausted();
  else readScript(command, splitter);
  return splitter.result();
}

class Splitter implements ScriptReader {
  readonly #commands: SimpleCommand[] = [];
  readonly #writes: RedirectedFile[] = [];
  readonly #inputs: RedirectedFile[] = [];
  readonly #starts: number[] = [];
  readonly #heredocs: Heredoc[] = [];
  readonly #listed: string[] = [];
  #hasLoop = false;
  readonly #allowance: number;
  #left: number;
  #isOpaque = false;
  #isIncomplete = false;

  constructor(allowance: number) {
    this.#allowance = allowance;
    this.#left = allowance;
  }

  result(): ShellSplit {
    return {
      commands: this.#commands,
      writes: this.#writes,
      inputs: this.#inputs,
      starts: this.#starts,
      heredocs: this.#heredocs,
      listed: this.#listed,
      hasLoop: this.#hasLoop,
      isOpaque: this.#isOpaque || this.#isIncomplete,
      isIncomplete: this.#isIncomplete,
      work: this.#allowance - this.#left,
    };
  }

  spend(characters: number): boolean {
    if (this.#left >= characters && !this.#isIncomplete) {
      this.#left -= characters;
      return true;
    }
    this.#left = 0;
    this.exhausted();
    return false;
  }

  doubt(): void {
    this.#isOpaque = true;
  }

  differs(): void {}

  exhausted(): void {
    this.#isIncomplete = true;
  }

  write(path: string): void {
    this.#writes.push({ path, at: this.#commands.length });
  }

  input(path: string): void {
    this.#inputs.push({ path, at: this.#commands.length });
  }

  heredoc(text: string, isStored: boolean): void {
    this.#heredocs.push({ text, isStored });
  }

  listed({ text }: Word): void {
    if (this.spend(text.length)) this.#listed.push(text);
  }

  loop(): void {
    this.#hasLoop = true;
  }

  assign(_name: string, _source: string, word: Word | null, depth: number): void {
    if (word === null) return;
    if (isEvaluated(word)) this.#isOpaque = true;
    const script = assignedCommand(word);
    if (script !== null) this.#readWords([script], depth);
  }

  /** Opaque only where quotes or expansions could change it. */
  otherShells(text: string, depth: number): void {
    const wasOpaque = this.#isOpaque;
    readScript(text, this, depth + 1);
    if (!/["'\\$`]/.test(text)) this.#isOpaque = wasOpaque;
  }

  /** Adds a command, and then every command that it runs. */
  command({ words, source, start, input, depth }: WrittenCommand): void {
    this.#emit(words, { raw: source, start, input, depth });
  }

  #emit(
    words: readonly Word[],
    at: { raw: string | null; start: number; input: Input; depth: number },
  ): void {
    const { input, depth } = at;
    const [program] = words;
    if (program === undefined || this.#isIncomplete) return;
    if (depth > MAX_SHELL_DEPTH || this.#commands.length >= MAX_SHELL_COMMANDS) {
      this.exhausted();
      return;
    }
    // `=git` is zsh for the path of git.
    if (program.isMade || program.text.startsWith('=')) this.#isOpaque = true;
    const inner = unwrapCommand(this.#add(words, at), words);
    if (inner.isOpaque) this.#isOpaque = true;
    for (const command of inner.commands)
      this.#emit(command, { raw: null, start: -1, input, depth: depth + 1 });
    for (const script of inner.scripts) this.#readWords(script, depth);
    if (inner.readsScript) this.#readInput(input, depth);
  }

  /** Returns the bare name of its program. */
  #add(words: readonly Word[], { raw, start }: { raw: string | null; start: number }): string {
    const texts: string[] = [];
    for (const token of words) if (!token.isAbsent) texts.push(token.text);
    const text = texts.join(' ');
    const name = bareName(texts[0] ?? '');
    if (this.spend(text.length)) {
      this.#commands.push({ words: texts, text, name, raw: raw ?? text, ...findUnknown(words) });
      this.#starts.push(start);
    }
    return name;
  }

  #readWords(words: readonly Word[], depth: number): void {
    if (words.some(({ isMade }) => isMade)) this.#isOpaque = true;
    readScript(words.map(({ text }) => text).join(' '), this, depth + 1);
  }

  /** A shell that reads its script on stdin. */
  #readInput(input: Input, depth: number): void {
    if (input.kind !== 'text' || !input.isExact) this.#isOpaque = true;
    if (input.kind === 'text') readScript(input.text, this, depth + 1);
  }
}

/** Also of Windows: `"C:\Program Files\Git\bin\git.exe"`. */
function bareName(path: string): string {
  const backslash = /^[A-Za-z]:\\/.test(path) ? path.lastIndexOf('\\') : -1;
  return path.slice(Math.max(path.lastIndexOf('/'), backslash) + 1);
}

function findUnknown(words: readonly Word[]): { unknownFrom: number; unknownIsPath: boolean } {
  let offset = 0;
  for (const word of words) {
    if (word.isAbsent) return { unknownFrom: Math.max(0, offset - 1), unknownIsPath: false };
    if (word.unknownFrom >= 0) {
      return { unknownFrom: offset + word.unknownFrom, unknownIsPath: word.unknownIsPath };
    }
    offset += word.text.length + 1;
  }
  return { unknownFrom: -1, unknownIsPath: false };
}
