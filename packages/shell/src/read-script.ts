import { isStandardInput } from './interpreters.ts';
import {
  type Assignment,
  arithmeticRunsProgram,
  type Command,
  forEachChild,
  type HereDoc,
  parseScript,
  type Redirection,
  type SyntaxNode,
  type TestExpression,
  testRunsProgram,
  withinStack,
} from './syntax.ts';
import { assignmentToWord, literalWord, readQuotedParts, toWord, type Word } from './word.ts';

export const MAX_SHELL_DEPTH = 24;

/** The standard input of a command, as far as the text shows it. */
export type Input =
  | { readonly kind: 'inherited' | 'file' }
  | { readonly kind: 'text'; readonly text: string; readonly isExact: boolean };

/** A program with its arguments, as it is written. */
export interface WrittenCommand {
  /** Never empty; the first word is the program. */
  readonly words: readonly Word[];
  /** With its assignments, quotes and redirections. */
  readonly source: string;
  /** Its position in the outermost script; -1 where it is not written there as such. */
  readonly start: number;
  readonly input: Input;
  readonly depth: number;
}

/** Receives the parts of a script in order; the commands of a substitution come first. */
export interface ScriptReader {
  /** False = no more work is allowed. */
  spend(characters: number): boolean;
  command(command: WrittenCommand): void;
  write(path: string): void;
  /** A file of `<`. */
  input(path: string): void;
  /** The body of a heredoc, or the word after `<<<`; `isStored` = its command writes its output to a file. */
  heredoc(text: string, isStored: boolean): void;
  /** A word of a loop or of an array, or an assigned value. */
  listed(word: Word): void;
  /** A loop, which may run its commands for each line or word of something. */
  loop(): void;
  /** `word` is the whole assignment; null for a name that a loop or an expansion sets. */
  assign(name: string, source: string, word: Word | null, depth: number): void;
  /** More may run than this parser sees. */
  doubt(reason: string): void;
  /** Too long or too deep: the rest is not read. */
  exhausted(reason: string): void;
  /** Shells without `syntax` run a program in its place. */
  differs(source: string, syntax: '[[' | '(('): void;
  /** Text that the smallest shells read as commands. */
  otherShells(text: string, depth: number): void;
}

/** Line continuations behind operators, times quoted parts. */
const MAX_COMPARED = 1_000_000;
const ESCAPE = /\\(?:[abeEfnrtv"?\\]|[0-7]{1,3}|x[0-9A-Fa-f]{1,2}|u[0-9A-Fa-f]{1,4}|U[0-9A-Fa-f]{1,8})/g;
const NUL_ESCAPE = /\\(?:0{1,3}|x0{1,2}|u0{1,4}|U0{1,8})(?![0-9A-Fa-f])/;
/** An operator that a line continuation divides is another operator to some shells. */
const JOINED = /[;&|<>()$](?:\\\n)+[;&|<>(){\w-]/g;

/** Passes a script, and all scripts in its substitutions, to `reader`. Runs nothing, never throws. */
export function readScript(script: string, reader: ScriptReader, depth = 0): void {
  if (depth > MAX_SHELL_DEPTH || !reader.spend(script.length)) {
    reader.exhausted('it is nested too deeply');
    return;
  }
  const tree = parseScript(script);
  if (tree === null) {
    reader.exhausted('it is too long');
    return;
  }
  if (script.includes('\0')) reader.doubt('it contains a NUL');
  const walk = new Walk(reader, script, depth === 0);
  withinStack(
    () => walk.read(tree, depth),
    () => reader.exhausted('it is nested too deeply'),
  );
}

class Walk {
  readonly #reader: ScriptReader;
  readonly #source: string;
  readonly #isOutermost: boolean;
  /** Whether the node that is visited next belongs to a command that writes its output to a file. */
  #isStored = false;
  /** Quoted parts, in which operators are literal. */
  readonly #quoted: { readonly pos: number; readonly end: number }[] = [];

  constructor(reader: ScriptReader, source: string, isOutermost: boolean) {
    this.#reader = reader;
    this.#source = source;
    this.#isOutermost = isOutermost;
  }

  read(script: SyntaxNode, depth: number): void {
    this.visit(script, depth);
    const joined = [...this.#source.matchAll(JOINED)];
    const isOperator = ({ index }: { readonly index: number }): boolean =>
      !this.#quoted.some(({ pos, end }) => pos <= index && index < end);
    if (joined.length * this.#quoted.length > MAX_COMPARED || joined.some(isOperator))
      this.#reader.doubt('a line continuation divides an operator');
  }

  visit(node: SyntaxNode, depth: number): void {
    const isStored = this.#isStored;
    this.#isStored = false;
    switch (node.type) {
      case 'Command':
        this.#readCommand(node, depth, []);
        break;
      case 'Pipeline':
        this.#readPipeline(node, depth);
        break;
      case 'CommandExpansion':
      case 'ProcessSubstitution':
      case 'ArithmeticCommandExpansion':
        this.#readSubstitution(node, depth);
        break;
      case 'Subshell':
      case 'ParameterExpansion':
      case 'ArithmeticExpansion':
      case 'ArrayValue':
        this.#visitDeeper(node, depth);
        break;
      default:
        this.#checkSyntax(node, depth);
        this.#visitChildren(node, depth);
        if (node.type === 'Redirect') this.#readRedirect(node);
        if (node.type === 'HereDoc') this.#reader.heredoc(node.body.text, isStored);
        if (node.type === 'HereString' && node.target !== undefined)
          this.#reader.heredoc(toWord(node.target).text, isStored);
    }
  }

  /** Checks a node itself, without its children. */
  #checkSyntax(node: SyntaxNode, depth: number): void {
    switch (node.type) {
      case 'Script':
        for (const { message } of node.errors ?? []) this.#reader.doubt(message);
        break;
      case 'ArithmeticCommand':
        if (arithmeticRunsProgram(node.body)) this.#reader.differs(this.#slice(node), '((');
        this.#reader.otherShells(node.body, depth);
        break;
      case 'TestCommand': {
        const text = this.#slice(node);
        const runs = testRunsProgram(node.expression, (operand) => this.#slice(operand));
        // A line ends the command.
        if (runs || text.includes('\n')) this.#reader.differs(text, '[[');
        this.#readTest(node.expression, true, depth);
        break;
      }
      case 'For':
      case 'Select':
        this.#reader.assign(node.name.value, this.#slice(node), null, depth);
        for (const word of node.wordlist ?? []) this.#reader.listed(toWord(word));
        this.#reader.loop();
        break;
      case 'While':
      case 'ArithmeticFor':
        this.#reader.loop();
        break;
      case 'Coproc':
        this.#readCoproc(node, depth);
        break;
      case 'HereDoc':
        this.#checkHeredoc(node);
        this.#addLiterals(node.body.parts ?? [node.body]);
        break;
      case 'ExtendedGlob':
        this.#reader.doubt('zsh may run what is in a pattern');
        break;
      case 'SingleQuoted':
        this.#quoted.push(node);
        break;
      case 'DoubleQuoted':
      case 'LocaleString':
        this.#addLiterals(node.parts);
        break;
      case 'AnsiCQuoted':
        this.#quoted.push(node);
        if (isUnclearQuote(node.text)) this.#reader.doubt('an escape means another thing in other shells');
        break;
      case 'Word':
        if (toWord(node).hidesCommand) this.#reader.doubt('it hides a command in a subscript');
    }
  }

  #addLiterals(parts: readonly SyntaxNode[]): void {
    for (const part of parts) {
      if (part.type === 'Literal' || part.type === 'HereDocBody') this.#quoted.push(part);
    }
  }

  #visitChildren(node: SyntaxNode, depth: number): void {
    forEachChild(node, (child) => this.visit(child, depth));
  }

  #visitDeeper(node: SyntaxNode, depth: number): void {
    if (depth >= MAX_SHELL_DEPTH) {
      this.#reader.exhausted('it is nested too deeply');
      return;
    }
    if (node.type === 'ParameterExpansion') this.#checkParameter(node);
    if (node.type === 'ArrayValue') for (const word of node.elements) this.#reader.listed(toWord(word));
    this.#visitChildren(node, depth + 1);
  }

  #readSubstitution(node: Extract<SyntaxNode, { readonly script: unknown }>, depth: number): void {
    if (depth >= MAX_SHELL_DEPTH || !this.#reader.spend(node.end - node.pos)) {
      this.#reader.exhausted('it is nested too deeply');
      return;
    }
    const { script } = node;
    if (script === undefined) this.#reader.doubt('a substitution cannot be read');
    else if (script.source === undefined) this.visit(script, depth + 1);
    else new Walk(this.#reader, script.source, false).read(script, depth + 1);
  }

  /** `${…}` that evaluates its value (`@P`, flags of zsh), assigns it, or runs a list (`${ x; }`). */
  #checkParameter({
    text,
    operation,
    parameter,
    index,
  }: Extract<SyntaxNode, { type: 'ParameterExpansion' }>): void {
    const isPrompt = operation?.type === 'Transform' && /P/.test(operation.operand.text);
    if (isPrompt || operation?.type === 'Unknown' || /^\$\{[\s|(]/.test(text))
      this.#reader.doubt('an expansion runs its value');
    if (/'|[<>]\(/.test(text))
      this.#reader.doubt('a quote in an expansion means another thing in other shells');
    if (index !== undefined && /['"\\].*(?:\$\(|`)/s.test(index.text))
      this.#reader.doubt('it hides a command in a subscript');
    if (operation?.type === 'Default' && operation.operator.includes('='))
      this.#reader.assign(parameter, text, null, 0);
  }

  #readCommand(node: Command, depth: number, leading: readonly Word[]): void {
    const words = [...leading];
    let isCut = false;
    let end = -1;
    const isStored = node.redirects.some(isStoring);
    const read = (child: SyntaxNode): void => {
      this.#isStored = isStored;
      this.visit(child, depth);
      if (child.type === 'Redirect' && child.operator.startsWith('&>')) isCut = true;
      if (child.type !== 'Word' && (child.type !== 'Assignment' || node.prefix.includes(child))) return;
      if (child.pos === end) this.#reader.doubt('two words are one to other shells');
      end = child.end;
      // Some shells end the command at the `&`.
      if (isCut) this.#reader.doubt('`&>` means another thing in other shells');
      words.push(this.#located(child.type === 'Word' ? toWord(child) : this.#argument(child, words[0])));
    };
    for (const child of node.prefix) {
      read(child);
      if (child.type === 'Assignment') this.#assign(child, depth);
    }
    if (node.name !== undefined) read(node.name);
    for (const child of node.suffix) read(child);
    if (words.length === 0) return;
    const { text = '' } = words[0] ?? {};
    // zsh: a group without a blank, and an assignment to a positional parameter.
    if (/^(?:\{|\d+=)/.test(text)) this.#reader.doubt('other shells take it apart in another way');
    this.#reader.command({
      words,
      source: this.#slice(node),
      start: this.#isOutermost ? node.pos : -1,
      input: this.#inputOf(node.redirects),
      depth,
    });
  }

  /** A word has a position only in the text as it was given. */
  #located(word: Word): Word {
    return this.#isOutermost ? word : { ...word, start: -1, end: -1 };
  }

  /** Builtins that declare take arrays; elsewhere `x=(` is a word and a subshell to some shells. */
  #argument(node: Assignment, program: Word | undefined): Word {
    const isDeclaring = /^(?:declare|typeset|local|export|readonly)$/.test(program?.text ?? '');
    if (node.value.type === 'ArrayValue' && !isDeclaring)
      this.#reader.doubt('an array is a subshell to some shells');
    return assignmentToWord(node);
  }

  #assign(node: Assignment, depth: number): void {
    this.#reader.assign(node.name, this.#slice(node), assignmentToWord(node), depth);
    if (node.value.type === 'Word') this.#reader.listed(toWord(node.value));
  }

  /** `time -p a` runs `a`, and a rule may be about `time`. */
  #readPipeline(node: Extract<SyntaxNode, { type: 'Pipeline' }>, depth: number): void {
    const time = node.prefixes.find(({ type }) => type === 'Time');
    const leading =
      time?.type !== 'Time'
        ? []
        : [literalWord('time'), ...(time.posix === undefined ? [] : [literalWord('-p')])];
    for (const [index, command] of node.commands.entries()) {
      if (index === 0 && command.type === 'Command') this.#readCommand(command, depth, leading);
      else this.visit(command, depth);
    }
  }

  /** Some shells take the first word of a coprocess for its name. */
  #readCoproc({ name, body }: Extract<SyntaxNode, { type: 'Coproc' }>, depth: number): void {
    if (name === undefined && body.type === 'Command' && body.suffix.length > 0)
      this.#reader.otherShells(body.args.map(({ text }) => text).join(' '), depth);
  }

  /** To the smallest shells `[[` is a program, and text after `&&`, `||`, `(` and `<` is a command or a file. */
  #readTest(expression: TestExpression, isFirst: boolean, depth: number): void {
    if (expression.type === 'TestLogical') {
      for (const [index, operand] of expression.operands.entries())
        this.#readTest(operand, isFirst && index === 0, depth);
    } else if (expression.type === 'TestGroup') this.#readTest(expression.expression, false, depth);
    else if (expression.type === 'TestNot') this.#readTest(expression.operand, false, depth);
    else if (!isFirst && /^[\w./\\'"]/.test(this.#slice(expression)))
      this.#reader.otherShells(this.#slice(expression), depth);
  }

  #readRedirect({ operator, target }: Extract<Redirection, { type: 'Redirect' }>): void {
    if (target === undefined) return;
    const { text, isProcess, source } = toWord(target);
    // `>!` is an operator of zsh.
    if (source.startsWith('!')) this.#reader.doubt('`>!` means another thing in other shells');
    if (operator === '<' && !isProcess && this.#reader.spend(text.length)) this.#reader.input(text);
    if (!operator.includes('>') || isProcess) return;
    if (operator === '>&' && /^(?:\d*-|\d+)$/.test(text)) return;
    if (this.#reader.spend(text.length)) this.#reader.write(text);
  }

  /** Reports a heredoc that shells end at different lines. */
  #checkHeredoc({ delimiter, body, closing }: HereDoc): void {
    if (delimiter === undefined || closing === undefined) this.#reader.doubt('a heredoc has no end');
    else if (/[$`]/.test(delimiter.text)) this.#reader.doubt('shells end this heredoc in different places');
    if (delimiter === undefined || delimiter.quoted) return;
    for (const [, line = ''] of `${body.text}${delimiter.value}`.matchAll(/\\\n(.*)/g)) {
      if (delimiter.value.endsWith(line)) this.#reader.doubt('shells end this heredoc in different places');
    }
  }

  #inputOf(redirects: readonly Redirection[]): Input {
    const last = redirects.findLast(
      ({ operator, descriptor }) =>
        operator.startsWith('<') &&
        (descriptor === undefined || (descriptor.type === 'FileDescriptor' && descriptor.value === 0)),
    );
    if (last === undefined) return { kind: 'inherited' };
    if (last.type === 'HereDoc') return { kind: 'text', ...readBody(last) };
    const target = last.target === undefined ? null : toWord(last.target);
    if (last.type === 'HereString')
      return { kind: 'text', text: target?.text ?? '', isExact: target?.isMade !== true };
    return { kind: last.operator === '<&' || isStandardInput(target?.value ?? null) ? 'inherited' : 'file' };
  }

  #slice({ pos, end }: SyntaxNode): string {
    return this.#source.slice(pos, end);
  }
}

/** `> file`, with which nothing of the output goes to the next command. */
function isStoring({ type, operator, descriptor }: Redirection): boolean {
  const isOutput = type === 'Redirect' && /^(?:>>?|>\||&>>?)$/.test(operator);
  return (
    isOutput && (descriptor === undefined || (descriptor.type === 'FileDescriptor' && descriptor.value === 1))
  );
}

/** `$'…'` in which shells differ: an escaped quote ends it, a NUL ends the word, an unknown escape loses its backslash. */
function isUnclearQuote(quote: string): boolean {
  return NUL_ESCAPE.test(quote) || quote.replaceAll(ESCAPE, '').includes('\\');
}

function readBody({ operator, body, delimiter }: HereDoc): { text: string; isExact: boolean } {
  const { text, isExact } =
    delimiter?.quoted === true || body.parts === undefined
      ? { text: body.text, isExact: true }
      : readQuotedParts(body.parts);
  return { text: operator === '<<-' ? text.replaceAll(/^\t+/gm, '') : text, isExact };
}
