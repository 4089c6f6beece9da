import { assignedCommand, isEvaluated } from './assignments.ts';
import { unwrapCommand } from './programs.ts';
import {
  type Input,
  MAX_SHELL_DEPTH,
  readScript,
  type ScriptReader,
  type WrittenCommand,
} from './read-script.ts';
import { MAX_SHELL_LENGTH } from './syntax.ts';
import type { Word } from './word.ts';

/** One command of a shell text, as the program that runs would see it. */
export interface SimpleCommand {
  /** Quotes removed, expansions left as written. */
  words: string[];
  /** `words` joined by one space. */
  text: string;
  /** Last path element of the command word. */
  name: string;
  /** The command as written: with its assignments, quotes and redirections. */
  raw: string;
  /** Where in `text` the first part stands that the shell puts in later (`$X`, `*.c`, arguments of xargs); -1 = none. */
  unknownFrom: number;
  /** A file name and no option takes its place. */
  unknownIsPath: boolean;
}

/** A file that a redirection writes to. */
export interface RedirectedWrite {
  /** Quotes removed, expansions left as written. */
  path: string;
  /** How many of the commands come before the one it belongs to. */
  at: number;
}

export interface ShellSplit {
  commands: SimpleCommand[];
  /** What redirections (`>`, `>>`, `>|`, `&>`, `<>`) write to, in order. */
  writes: RedirectedWrite[];
  /** Where in the text each command begins; -1 for one that is not written there as such. */
  starts: number[];
  /** It cannot be taken apart for certain: more may run than is listed. */
  isOpaque: boolean;
  /** A bound was reached: the text may run commands that are not listed. Opaque too. */
  isIncomplete: boolean;
  /** Characters that were read or returned. */
  work: number;
}

const MAX_SHELL_COMMANDS = 5_000;

/**
 * Takes a shell text apart into the commands it may run, through quotes, wrappers, subshells and substitutions.
 * A wrapper (`sudo git push`) gives itself and what it wraps.
 *
 * Never throws; work and result are bounded by the length of the text. `isOpaque` means that more may run than
 * could be read: an expansion as program, a script from a pipe, an open quote, text that shells read differently. The
 * caller takes an opaque text for a match. `maxWork` bounds the characters that are read or returned.
 */
export function splitShell(command: string, maxWork: number = Number.POSITIVE_INFINITY): ShellSplit {
  const splitter = new Splitter(Math.min(16 * command.length + 4_096, maxWork));
  if (command.length > MAX_SHELL_LENGTH) splitter.exhausted();
  else readScript(command, splitter);
  return splitter.result();
}

class Splitter implements ScriptReader {
  readonly #commands: SimpleCommand[] = [];
  readonly #writes: RedirectedWrite[] = [];
  readonly #starts: number[] = [];
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
      starts: this.#starts,
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

  assign(_name: string, _source: string, word: Word | null, depth: number): void {
    if (word === null) return;
    if (isEvaluated(word)) this.#isOpaque = true;
    const script = assignedCommand(word);
    if (script !== null) this.#readWords([script], depth);
  }

  /** Opaque only where quotes or expansions could make it something else. */
  otherShells(text: string, depth: number): void {
    const wasOpaque = this.#isOpaque;
    readScript(text, this, depth + 1);
    if (!/["'\\$`]/.test(text)) this.#isOpaque = wasOpaque;
  }

  /** Returns a command, and then every command it runs in its turn. */
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

  /** Its program's bare name. */
  #add(words: readonly Word[], { raw, start }: { raw: string | null; start: number }): string {
    const texts: string[] = [];
    for (const word of words) if (!word.isAbsent) texts.push(word.text);
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

/** Of Windows too, quoted: `"C:\Program Files\Git\bin\git.exe"`. */
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
