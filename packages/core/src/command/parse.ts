import { type AssignmentPrefix, type Command, forEachChild, parse, type SyntaxNode, type Word } from 'unbash';

/** One word of a command line. */
export interface CommandWord {
  /** As it is written. */
  readonly text: string;
  /** Its value behind `variable`; null = only a shell can tell. */
  readonly value: string | null;
  /** The variable that it begins with; `~/` begins with HOME. */
  readonly variable: string | null;
  /** Whether its value comes from a command: `$(…)`, backticks, `<(…)`. */
  readonly isSubstituted: boolean;
  /** Half-open range of characters in the text; of an argument list the index of the word. */
  readonly start: number;
  readonly end: number;
}

/** A program with its arguments, as a shell or the system would start it. */
export interface SimpleCommand {
  /** Never empty; the first word is the program. */
  readonly words: readonly CommandWord[];
  /** Where its standard input comes from if the command itself says so. */
  readonly input: 'inherited' | 'text' | 'file';
}

export interface ParsedCommand {
  readonly commands: readonly SimpleCommand[];
  /** Names that the text gives a value, with the text that does. */
  readonly assigned: ReadonlyMap<string, string>;
  /** Text that bash and other shells read differently, or that is no shell text at all; null = there is none. */
  readonly unclear: string | null;
}

/** Longer texts are not taken apart: nobody can read them before they approve. */
const MAX_CHARACTERS = 64 * 1024;
/** Nodes within nodes. */
const MAX_DEPTH = 300;
const STANDARD_INPUT = /^(?:-|\/dev\/(?:stdin|fd\/0)|\/proc\/(?:self|thread-self|\$\$)\/fd\/0)$/;

/** Whether a path or an argument means the standard input of the process. */
export function isStandardInput(text: string | null): boolean {
  return text !== null && STANDARD_INPUT.test(text);
}

/**
 * Parses the command of a hook: shell text, or a list of arguments that no shell reads.
 *
 * Returns every simple command of the text, in substitutions, loops and functions too. Reads names only, runs nothing.
 */
export function parseCommand(command: string | readonly string[]): ParsedCommand {
  if (typeof command !== 'string') return parseArguments(command);
  if (command.length > MAX_CHARACTERS)
    return { commands: [], assigned: new Map(), unclear: 'it is too long' };
  const commands: SimpleCommand[] = [];
  const assigned = new Map<string, string>();
  let unclear: string | null = null;
  const visit = (node: SyntaxNode, depth: number): void => {
    if (depth > MAX_DEPTH) {
      unclear ??= 'it is nested too deeply';
      return;
    }
    if ('errors' in node && node.errors?.[0] !== undefined) unclear ??= node.errors[0].message;
    const source = command.slice(node.pos, node.end);
    if (node.type === 'Command') {
      const parsed = toSimpleCommand(node);
      if (parsed !== null) commands.push(parsed);
    } else if (node.type === 'Assignment') assigned.set(node.name, source);
    else if (node.type === 'For' || node.type === 'Select') assigned.set(node.name.value, source);
    else if (node.type === 'ParameterExpansion') {
      const { operation } = node;
      if (operation?.type === 'Default' && operation.operator.includes('='))
        assigned.set(node.parameter, source);
    } else if (node.type === 'ArithmeticCommand' || node.type === 'ArithmeticFor') {
      // In dash `((x))` is a subshell in a subshell, and runs x.
      unclear ??= `\`${source.slice(0, 40)}\` means another thing in other shells`;
    } else if (node.type === 'TestCommand' && /[&|;()<>`\n]/.test(source)) {
      // In dash `[[` is a program that is missing, and what follows `||` runs.
      unclear ??= `\`${source.slice(0, 40)}\` means another thing in other shells`;
    }
    forEachChild(node, (child) => visit(child, depth + 1));
  };
  visit(parse(command), 0);
  return { commands, assigned, unclear };
}

/** The text with other text at the given ranges, which do not overlap. */
export function replaceWords(
  text: string,
  words: readonly Pick<CommandWord, 'start' | 'end' | 'text'>[],
): string {
  let result = '';
  let at = 0;
  for (const word of [...words].sort((a, b) => a.start - b.start)) {
    if (word.start < at) continue;
    result += text.slice(at, word.start) + word.text;
    at = word.end;
  }
  return result + text.slice(at);
}

function parseArguments(list: readonly string[]): ParsedCommand {
  const words = list.map((text, index) => {
    const { variable, value } = readPlaceholder(text);
    return { text, value, variable, isSubstituted: false, start: index, end: index + 1 };
  });
  return {
    commands: words.length === 0 ? [] : [{ words, input: 'inherited' }],
    assigned: new Map(),
    unclear: null,
  };
}

/** `${NAME}/file`, which HookMD and Claude Code fill in without a shell. */
function readPlaceholder(text: string): Pick<CommandWord, 'variable' | 'value'> {
  const match = /^\$(?:\{([A-Za-z_]\w*)\}|([A-Za-z_]\w*))(.*)$/s.exec(text);
  return match === null
    ? { variable: null, value: text }
    : { variable: match[1] ?? match[2] ?? null, value: match[3] ?? '' };
}

function toSimpleCommand({ name, args, redirects }: Command): SimpleCommand | null {
  if (name === undefined) return null;
  const words = [name, ...args].map(toWord);
  const own = redirects.findLast(
    ({ operator, descriptor }) =>
      operator.startsWith('<') &&
      (descriptor === undefined || (descriptor.type === 'FileDescriptor' && descriptor.value === 0)),
  );
  if (own === undefined) return { words, input: 'inherited' };
  if (own.type !== 'Redirect') return { words, input: 'text' };
  const isEvent =
    own.operator === '<&' || isStandardInput(own.target === undefined ? null : toWord(own.target).value);
  return { words, input: isEvent ? 'inherited' : 'file' };
}

function toWord(node: Word | AssignmentPrefix): CommandWord {
  const { pos: start, end } = node;
  if (node.type === 'Assignment') return { text: node.text, ...readAssignment(node), start, end };
  const { text } = node;
  const isSubstituted = hasSubstitution(node);
  if (text === '~' || text.startsWith('~/'))
    return { text, ...readParts(node, 1), variable: 'HOME', isSubstituted, start, end };
  if (text.startsWith('~')) return { text, value: null, variable: null, isSubstituted, start, end };
  return { text, ...readParts(node, 0), isSubstituted, start, end };
}

/** `--name=value` and `name=value` behind a program such as `export`. */
function readAssignment({
  name,
  value,
  append,
  index,
}: AssignmentPrefix): Pick<CommandWord, 'value' | 'variable' | 'isSubstituted'> {
  if (value.type !== 'Word' || index !== undefined)
    return { value: null, variable: null, isSubstituted: true };
  const read = readParts(value, 0);
  const isLiteral = read.value !== null && read.variable === null;
  const text = isLiteral ? `${name}${append === true ? '+' : ''}=${read.value}` : null;
  return { value: text, variable: null, isSubstituted: hasSubstitution(value) };
}

type Piece = { readonly text: string } | { readonly variable: string } | null;

function readParts({ parts, value }: Word, skip: number): Pick<CommandWord, 'value' | 'variable'> {
  if (parts === undefined) return { variable: null, value: value.slice(skip) };
  const pieces = parts.flatMap(readPart);
  const [first] = pieces;
  const variable = first !== undefined && first !== null && 'variable' in first ? first.variable : null;
  let text = '';
  for (const piece of variable === null ? pieces : pieces.slice(1)) {
    if (piece === null || !('text' in piece)) return { variable, value: null };
    text += piece.text;
  }
  return { variable, value: text.slice(skip) };
}

function readPart(part: NonNullable<Word['parts']>[number]): readonly Piece[] {
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
      return [{ text: part.value }];
    case 'DoubleQuoted':
      return part.parts.flatMap(readPart);
    case 'SimpleExpansion':
      return /^\$[A-Za-z_]\w*$/.test(part.text) ? [{ variable: part.text.slice(1) }] : [null];
    case 'ParameterExpansion': {
      const isPlain = part.operation === undefined && part.prefix === undefined && part.index === undefined;
      return isPlain && /^[A-Za-z_]\w*$/.test(part.parameter) ? [{ variable: part.parameter }] : [null];
    }
    default:
      return [null];
  }
}

function hasSubstitution({ parts = [] }: Word): boolean {
  return parts.some(
    (part) =>
      isSubstitution(part) ||
      ((part.type === 'DoubleQuoted' || part.type === 'LocaleString') && part.parts.some(isSubstitution)),
  );
}

function isSubstitution({ type, text }: NonNullable<Word['parts']>[number]): boolean {
  if (type === 'ParameterExpansion') return /\$\(|`/.test(text);
  return type === 'CommandExpansion' || type === 'ProcessSubstitution';
}
