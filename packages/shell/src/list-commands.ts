import { type Input, readScript, type ScriptReader, type WrittenCommand } from './read-script.ts';
import { parseScript, type SyntaxNode } from './syntax.ts';
import { argumentWord, type Word } from './word.ts';

/** A program with its arguments, as a shell or the system would start it. */
export interface ListedCommand {
  /** Never empty; the first word is the program. */
  readonly words: readonly Word[];
  readonly input: Input['kind'];
}

/** The commands of a shell text, and the variables that it sets. */
export interface CommandList {
  readonly commands: readonly ListedCommand[];
  /** The source of each assignment in the text, by variable. */
  readonly assigned: ReadonlyMap<string, string>;
  /** Why shells may read the text differently, or cannot read it; null = they read it alike. */
  readonly unclear: string | null;
}

/** The user could not review a longer text before approval. */
const MAX_CHARACTERS = 64 * 1024;

/**
 * All commands of a shell text as they are written, in substitutions, loops and functions too; or the one command of a list
 * of arguments. Wrappers and scripts in words are not taken apart.
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

  heredoc(): void {}

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

/** One command of a plain script. */
export interface PlainCommand {
  /** Its words, without quotes, joined by one space. */
  readonly text: string;
  /** The same with the quotes. */
  readonly written: string;
}

/** Quotes in which every character is literal in every shell. */
const PLAIN_QUOTES = /"[A-Za-z0-9_@%+=:,./ ;&|()<>'#-]*"|'[A-Za-z0-9_@%+=:,./ ;&|()<>"#-]*'/g;
const PLAIN = /^[A-Za-z0-9_@%+=:,./ \t;&|-]*$/;

/**
 * The commands of a plain shell text: words and quotes, with `;`, `&&`, `||` or `|` between commands. Null for any text with
 * expansions, redirections, assignments, comments or background commands. Every shell reads a plain text alike;
 * `splitShell` finds the commands of any text. Linear.
 */
export function readPlainScript(script: string): readonly PlainCommand[] | null {
  const isPlain = PLAIN.test(script.replaceAll(PLAIN_QUOTES, 'q')) && !/[;&|][ \t]*$/.test(script);
  const tree = isPlain ? parseScript(script) : null;
  if (tree === null || tree.errors !== undefined || tree.commands.length === 0) return null;
  const commands: PlainCommand[] = [];
  return tree.commands.every((statement) => collect(statement, commands)) ? commands : null;
}

/** False for anything but plain commands. */
function collect(node: SyntaxNode, commands: PlainCommand[]): boolean {
  if (node.type === 'Statement') return node.background !== true && collect(node.command, commands);
  if (node.type === 'AndOr') return node.commands.every((command) => collect(command, commands));
  if (node.type === 'Pipeline') {
    const isPlain = node.prefixes.length === 0 && !node.operators.includes('|&');
    return isPlain && node.commands.every((command) => collect(command, commands));
  }
  if (node.type !== 'Command' || node.name === undefined || node.prefix.length > 0) return false;
  const words = [node.name, ...node.suffix];
  // A quoted program, an assignment, or the path of a program in zsh: `=name`.
  if (/["'=]/.test(node.name.text) || words.some((word) => 'text' in word && word.text.startsWith('=')))
    return false;
  const texts = words.flatMap((token) => (token.type === 'Word' ? [token] : []));
  if (texts.length < words.length) return false;
  commands.push({
    text: texts.map(({ value }) => value).join(' '),
    written: texts.map(({ text }) => text).join(' '),
  });
  return true;
}
