import { type Input, readScript, type ScriptReader, type WrittenCommand } from './read-script.ts';
import { argumentWord, type Word } from './word.ts';

/** A program with its arguments, as a shell or the system would start it. */
export interface ListedCommand {
  /** Never empty; the first word is the program. */
  readonly words: readonly Word[];
  readonly input: Input['kind'];
}

export interface CommandList {
  readonly commands: readonly ListedCommand[];
  /** Names that the text gives a value, with the text that does. */
  readonly assigned: ReadonlyMap<string, string>;
  /** Text that shells read differently, or that is no shell text at all; null = there is none. */
  readonly unclear: string | null;
}

/** Longer texts are not taken apart: nobody can read them before they approve. */
const MAX_CHARACTERS = 64 * 1024;

/**
 * The commands of a shell text as they are written, or the command of a list of arguments that no shell reads.
 *
 * Returns every command, in substitutions, loops and functions too; wrappers and scripts in words are left as they are.
 */
export function listCommands(command: string | readonly string[]): CommandList {
  if (typeof command !== 'string') {
    const words = command.map(argumentWord);
    return {
      commands: words.length === 0 ? [] : [{ words, input: 'inherited' }],
      assigned: new Map(),
      unclear: null,
    };
  }
  const lister = new Lister();
  if (command.length > MAX_CHARACTERS) lister.unclear = 'it is too long';
  else readScript(command, lister);
  return lister;
}

class Lister implements ScriptReader, CommandList {
  readonly commands: ListedCommand[] = [];
  readonly assigned = new Map<string, string>();
  unclear: string | null = null;

  spend(): boolean {
    return true;
  }

  command({ words, input }: WrittenCommand): void {
    this.commands.push({ words, input: input.kind });
  }

  write(): void {}

  assign(name: string, source: string): void {
    this.assigned.set(name, source);
  }

  doubt(reason: string): void {
    this.unclear ??= reason;
  }

  exhausted(reason: string): void {
    this.unclear ??= reason;
  }

  differs(source: string): void {
    this.doubt(`\`${source.slice(0, 40)}\` means another thing in other shells`);
  }

  otherShells(): void {}
}

/** The text with other text at the given ranges, which do not overlap. */
export function replaceWords(text: string, words: readonly Pick<Word, 'start' | 'end' | 'text'>[]): string {
  let result = '';
  let at = 0;
  for (const word of [...words].sort((a, b) => a.start - b.start)) {
    if (word.start < at) continue;
    result += text.slice(at, word.start) + word.text;
    at = word.end;
  }
  return result + text.slice(at);
}
