import { type Input, readScript, type ScriptReader, type WrittenCommand } from './read-script.ts';
import { parseScript, type SyntaxNode, withinStack } from './syntax.ts';
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
  /** The programs, by name, of each variable that is set from `command -v` and in no other way. */
  readonly lookups: ReadonlyMap<string, readonly string[]>;
  /** Why shells may read the text differently, or cannot read it; null = they read it alike. */
  readonly unclear: string | null;
}

/** The user could not review a longer text before approval. */
const MAX_CHARACTERS = 64 * 1024;
/** The programs of a variable, each of which is read with every use. */
const MAX_PROGRAMS = 8;

/**
 * All commands of a shell text as they are written, in substitutions, loops and functions too; or the one command of a list
 * of arguments. Wrappers and scripts in words are not taken apart.
 *
 * `hasTests` = the shell that reads the text knows `[[` and `((`.
 */
export function listCommands(command: string | readonly string[], hasTests = false): CommandList {
  if (typeof command !== 'string') {
    const words = command.map(argumentWord);
    return {
      commands: words.length === 0 ? [] : [{ words, input: 'inherited' }],
      assigned: new Map(),
      lookups: new Map(),
      unclear: null,
    };
  }
  const lister = new Lister(hasTests);
  if (command.length > MAX_CHARACTERS) lister.unclear = 'it is too long';
  else readScript(command, lister);
  return lister;
}

class Lister implements ScriptReader, CommandList {
  readonly commands: ListedCommand[] = [];
  readonly assigned = new Map<string, string>();
  readonly #lookups = new Map<string, readonly string[]>();
  unclear: string | null = null;
  readonly #hasTests: boolean;

  constructor(hasTests: boolean) {
    this.#hasTests = hasTests;
  }

  /** Without those that a command names, which may set them. */
  get lookups(): ReadonlyMap<string, readonly string[]> {
    const names = this.commands.flatMap(({ words }) => words.flatMap(({ text }) => text.match(NAMES) ?? []));
    const named = new Set(names);
    return new Map([...this.#lookups].filter(([name, programs]) => programs.length > 0 && !named.has(name)));
  }

  spend(): boolean {
    return true;
  }

  command({ words, input }: WrittenCommand): void {
    this.commands.push({ words, input: input.kind });
  }

  write(): void {}

  input(): void {}

  heredoc(): void {}

  listed(): void {}

  loop(): void {}

  assign(name: string, source: string): void {
    this.assigned.set(name, source);
    const earlier = this.#lookups.get(name);
    const found = readLookups(source);
    const programs = new Set([...(earlier ?? []), ...found]);
    const isOther = found.length === 0 || earlier?.length === 0 || programs.size > MAX_PROGRAMS;
    this.#lookups.set(name, isOther ? [] : [...programs]);
  }

  doubt(reason: string): void {
    this.unclear ??= reason;
  }

  exhausted(reason: string): void {
    this.unclear ??= reason;
  }

  differs(source: string, syntax: string): void {
    if (!this.#hasTests)
      this.doubt(`\`${source.slice(0, 40)}\` runs a program in shells without \`${syntax}\``);
  }

  otherShells(): void {}
}

/** Names but those of expansions. */
const NAMES = /(?<![\w$])(?<!\$\{)[A-Za-z_]\w*/g;
const LOOKUP = String.raw`(?:(?:command -v|which|echo) +[A-Za-z][\w.+-]*(?: +[12]?>(?:&[12]|/dev/null))*|true|:)`;
const LOOKUPS = new RegExp(String.raw`^\w+=("?)\$\( *${LOOKUP}(?: *\|\| *${LOOKUP})* *\)\1$`);

/** The programs of `NAME=$(command -v a || command -v b)`, by name; none of any other assignment. */
function readLookups(assignment: string): readonly string[] {
  if (!LOOKUPS.test(assignment)) return [];
  return [...assignment.matchAll(/(?:-v|which|echo) +([\w.+-]+)/g)].flatMap(([, name = '']) => name);
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

/** Commands after which any variable may be set. */
const SETS_ANYTHING: ReadonlySet<string> = new Set(['.', 'source', 'eval']);
/** Operators with which a variable may be unset: `${X:-x}`, `${X:=x}`, `${X:+x}`. */
const HAS_DEFAULT = /^:?[-=+]/;
/** The text of a longer word is that of several commands. */
const MAX_TEXT = 1000;

interface Found {
  readonly read: Set<string>;
  /** The names in all other words: `read X`, `export X=1` and `printf -v X` set it. */
  readonly named: Set<string>;
  setsAnything: boolean;
}

/**
 * The variables that a shell script reads without a default and sets nowhere, in the order of their first use. Null where it is
 * unknown: the script cannot be parsed, or runs text from elsewhere.
 */
export function findUnsetVariables(script: string): readonly string[] | null {
  const tree = parseScript(script);
  if (tree === null || tree.errors !== undefined) return null;
  const found: Found = { read: new Set(), named: new Set(), setsAnything: false };
  const isWhole = withinStack(
    () => {
      visit(JSON.parse(JSON.stringify(tree, withoutLong)), found);
      return true;
    },
    () => false,
  );
  if (!isWhole || found.setsAnything) return null;
  return [...found.read].filter((name) => !found.named.has(name));
}

/** The tree is plain data only as JSON; every word repeats the text of all words within. */
function withoutLong(_key: string, value: unknown): unknown {
  return typeof value === 'string' && value.length > MAX_TEXT ? '' : value;
}

function visit(node: unknown, found: Found): void {
  if (typeof node === 'string') for (const [name] of node.matchAll(NAMES)) found.named.add(name);
  if (typeof node !== 'object' || node === null) return;
  if (Array.isArray(node)) {
    for (const item of node) visit(item, found);
    return;
  }
  const { type, text, parameter, operation, name, ...rest } = node as Readonly<Record<string, unknown>>;
  if (type === 'Command' && SETS_ANYTHING.has(textOf(name))) found.setsAnything = true;
  if (type === 'SimpleExpansion') found.read.add(String(text).slice(1));
  else if (type === 'ParameterExpansion') {
    if (!HAS_DEFAULT.test(operatorOf(operation))) found.read.add(String(parameter));
  } else if (type !== 'SingleQuoted' && type !== 'Literal') visit(Object.values(rest), found);
  visit(name, found);
  visit(operation, found);
}

function textOf(word: unknown): string {
  return String((word as { readonly value?: unknown } | undefined)?.value ?? '');
}

function operatorOf(operation: unknown): string {
  return String((operation as { readonly operator?: unknown } | undefined)?.operator ?? '');
}
