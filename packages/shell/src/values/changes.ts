import {
  type Assignment,
  type Command,
  forEachChild,
  type ParsedScript,
  parseScript,
  type SyntaxNode,
  type Word,
} from '../syntax.ts';

/** What a script does to variables and directories, by position. */
export interface Changes {
  /** Whether `name` is set between two positions; `isOther` = other than by a plain assignment. */
  sets(name: string, from: number, to: number, isOther?: boolean): boolean;
  /** Whether anything but a plain assignment sets a variable there. */
  setsOther(from: number, to: number): boolean;
  /** Whether a command between two positions changes the directory. */
  moves(from: number, to: number): boolean;
  /** How often `name` is set. */
  count(name: string): number;
  /** Whether a command calls a function of the script. */
  isFunction(name: string): boolean;
  /** Variables that a builtin other than `export` declares: they may be read-only, or local. */
  readonly declared: ReadonlySet<string>;
  /** Variables that functions set. */
  readonly setInFunctions: ReadonlySet<string>;
  /** A function changes the directory. */
  readonly hasHiddenMoves: boolean;
  /** A trap may run at any time. */
  readonly isInterrupted: boolean;
}

/** Builtins that set variables which they name. */
const SETTERS =
  /^(?:read|mapfile|readarray|getopts|printf|unset|let|wait|local|declare|typeset|export|readonly)$/;
const DECLARATIONS = /^(?:local|declare|typeset|export|readonly)$/;
/** Options of those with which a variable is no plain text: integers, references, other letters. */
const CHANGES_KIND = /^[-+]\w*[^-+rxgp]/;
/** Builtins that run text, or give other meanings to names. */
const RUNS_TEXT =
  /^(?:eval|source|\.|alias|unalias|enable|hash|emulate|setopt|unsetopt|zmodload|autoload|bind|fc|vared|zparseopts|sysread|zformat|zstat|print|integer|float|private|nameref)$/;
const MOVES = /^(?:cd|chdir|pushd|popd)$/;
/** Functions that a shell calls by itself, or that replace a program whose effect is known here. */
const HOOKS =
  /^(?:TRAP\w+|chpwd|precmd|preexec|periodic|zshexit|zshaddhistory|command_not_found_handler?|cd|chdir|pushd|popd|exit|return|continue|break|set|unset|trap|mktemp|command|builtin|exec|test|\[|true|false|:|read|export)$/;
/** Arithmetic evaluates these operands. */
const ARITHMETIC_TEST = /^-(?:eq|ne|lt|le|gt|ge|v|t)$/;
const NAME = /[A-Za-z_]\w*/g;

/** Thrown where a script may change anything. */
export class Unclear extends Error {}

/** Collects the changes of a script. Throws `Unclear` if it runs text, or a program that is not known. */
export function readChanges(script: ParsedScript): Changes {
  const reader = new Reader();
  reader.visit(script, -1);
  return reader.finish();
}

interface Positions {
  readonly all: number[];
  readonly other: number[];
}

class Reader implements Changes {
  readonly #set = new Map<string, Positions>();
  readonly #otherPositions: number[] = [];
  readonly #moves: number[] = [];
  readonly #functions = new Set<string>();
  readonly declared = new Set<string>();
  readonly setInFunctions = new Set<string>();
  hasHiddenMoves = false;
  isInterrupted = false;
  #functionDepth = 0;
  #isInTrap = false;

  finish(): Changes {
    const lists = [...this.#set.values()].flatMap(({ all, other }) => [all, other]);
    for (const list of [this.#otherPositions, this.#moves, ...lists]) list.sort((a, b) => a - b);
    return this;
  }

  sets(name: string, from: number, to: number, isOther = false): boolean {
    const found = this.#set.get(name);
    return found !== undefined && hasBetween(isOther ? found.other : found.all, from, to);
  }

  setsOther(from: number, to: number): boolean {
    return hasBetween(this.#otherPositions, from, to);
  }

  moves(from: number, to: number): boolean {
    return hasBetween(this.#moves, from, to);
  }

  count(name: string): number {
    return this.#set.get(name)?.all.length ?? 0;
  }

  isFunction(name: string): boolean {
    return this.#functions.has(name);
  }

  /** `at` = the position to report where the node itself is somewhere else, as the body of a heredoc is; or -1. */
  visit(node: SyntaxNode, at: number): void {
    const position = at < 0 ? node.pos : at;
    switch (node.type) {
      case 'Script':
        // Escaped backticks: positions in it mean nothing here, and it sets nothing outside.
        if (node.source !== undefined) return;
        if (node.errors !== undefined) throw new Unclear();
        break;
      case 'Command':
        this.#readCommand(node, at);
        return;
      case 'Assignment':
        this.#readAssignment(node, position);
        break;
      case 'For':
      case 'Select':
        this.#setName(node.name.value, position);
        break;
      case 'ArithmeticExpansion':
        this.#setNames(node.text, position);
        break;
      case 'ArithmeticCommand':
        this.#setNames(node.body, position);
        break;
      case 'ParameterExpansion':
        this.#readParameter(node, position);
        break;
      case 'TestBinary':
      case 'TestUnary':
        if (ARITHMETIC_TEST.test(node.operator)) this.#setNames(textOf(node), position);
        break;
      case 'FileDescriptorVariable':
        this.#setName(node.name, position);
        break;
      case 'Function':
        this.#readFunction(node, at);
        return;
      case 'HereDoc':
        this.visit(node.body, position);
        return;
      case 'ArithmeticFor':
      case 'Coproc':
      case 'Transform':
      case 'Unknown':
        throw new Unclear();
    }
    forEachChild(node, (child) => this.visit(child, at));
  }

  #readAssignment({ name, append, index, value }: Assignment, position: number): void {
    const isPlain = append !== true && index === undefined && value.type === 'Word';
    this.#setName(name, position, isPlain);
    if (index !== undefined) this.#setNames(index.text, position);
  }

  #readParameter(
    { index, operation, parameter, text }: Extract<SyntaxNode, { type: 'ParameterExpansion' }>,
    position: number,
  ): void {
    // Both are arithmetic.
    if (index !== undefined || operation?.type === 'Slice') this.#setNames(text, position);
    if (operation?.type === 'Default' && operation.operator.includes('=')) this.#setName(parameter, position);
  }

  #readFunction({ name, body }: Extract<SyntaxNode, { type: 'Function' }>, at: number): void {
    if (HOOKS.test(name.value)) throw new Unclear();
    this.#functions.add(name.value);
    this.#functionDepth += 1;
    this.visit(body, at);
    this.#functionDepth -= 1;
  }

  #readCommand({ pos, name, prefix, suffix }: Command, at: number): void {
    const position = at < 0 ? pos : at;
    const words = name === undefined ? [] : [name, ...suffix].filter(isArgument);
    const first = words.findIndex((word) => !/^(?:command|builtin)$/.test(plainText(word) ?? ''));
    const program = words[first];
    const text = program === undefined ? '' : programText(program);
    for (const item of prefix) {
      // The separator of `IFS= read` has no effect behind it.
      if (item.type !== 'Assignment' || name === undefined) this.visit(item, at);
      else {
        if (text !== 'read') this.#setName(item.name, position);
        forEachChild(item, (child) => this.visit(child, at));
      }
    }
    for (const item of name === undefined ? [] : [name, ...suffix]) {
      if (item.type === 'Assignment' && DECLARATIONS.test(text)) this.#declare(item.name, text, position);
      if (item.type === 'Assignment') forEachChild(item, (child) => this.visit(child, at));
      else this.visit(item, at);
    }
    if (RUNS_TEXT.test(text)) throw new Unclear();
    if (MOVES.test(text)) {
      this.#moves.push(position);
      this.hasHiddenMoves ||= this.#functionDepth > 0;
    }
    const operands = words.slice(first + 1);
    if (text === 'trap') this.#readTrap(operands, position);
    if (text === 'set' && plainText(operands[0]) !== '--' && operands.some(mayNameArray)) throw new Unclear();
    if (SETTERS.test(text)) this.#readSetter(text, operands, position);
  }

  #readSetter(program: string, operands: readonly (Word | Assignment)[], position: number): void {
    const texts = operands.map((word) => (word.type === 'Assignment' ? word.text : plainText(word)));
    switch (program) {
      case 'wait':
        if (texts[0]?.startsWith('-') === true) this.#setNames(texts.join(' '), position);
        return;
      case 'printf':
        // An expansion in front may be the option.
        if (/^["']?[$`]/.test(operands[0]?.text ?? '')) throw new Unclear();
        if (texts[0]?.startsWith('-v') === true)
          this.#setNames(`${texts[0].slice(2)} ${known(texts[1])}`, position);
        return;
      case 'getopts':
        this.#setNames(known(texts[1]), position);
        return;
      case 'mapfile':
      case 'readarray':
        if (texts.some((text) => text?.startsWith('-C') !== false)) throw new Unclear();
    }
    if (!DECLARATIONS.test(program)) {
      for (const text of texts) this.#setNames(known(text), position);
      return;
    }
    for (const [index, text] of texts.entries()) {
      if (operands[index]?.type === 'Assignment') continue;
      if (CHANGES_KIND.test(known(text))) throw new Unclear();
      for (const [name] of known(text).matchAll(NAME)) this.#declare(name, program, position);
    }
  }

  /** A script at the exit changes nothing before it; at another signal it may run at any time. */
  #readTrap([script, ...signals]: readonly (Word | Assignment)[], position: number): void {
    if (script === undefined || signals.length === 0) return;
    if (signals.every((signal) => /^(?:EXIT|0)$/.test(plainText(signal) ?? ''))) return;
    const tree = parseScript(known(plainText(script)));
    if (this.#isInTrap || tree === null || tree.errors !== undefined) throw new Unclear();
    this.isInterrupted = true;
    this.#isInTrap = true;
    this.#functionDepth += 1;
    for (const command of tree.commands) this.visit(command, position);
    this.#functionDepth -= 1;
    this.#isInTrap = false;
  }

  #declare(name: string, program: string, position: number): void {
    if (program !== 'export') this.declared.add(name);
    this.#setName(name, position);
  }

  #setNames(text: string, position: number): void {
    for (const [name] of text.matchAll(NAME)) this.#setName(name, position);
  }

  #setName(name: string, position: number, isPlain = false): void {
    // With another separator a value becomes other words.
    if (name === 'IFS') throw new Unclear();
    if (this.#functionDepth > 0) this.setInFunctions.add(name);
    const found = this.#set.get(name) ?? { all: [], other: [] };
    this.#set.set(name, found);
    found.all.push(position);
    if (isPlain) return;
    found.other.push(position);
    this.#otherPositions.push(position);
  }
}

/** `set -A X a b` */
function mayNameArray(word: Word | Assignment): boolean {
  return /^[-+]\w*A/.test(plainText(word) ?? '-A');
}

function isArgument(node: SyntaxNode): node is Word | Assignment {
  return node.type === 'Word' || node.type === 'Assignment';
}

/** The name of a program; empty for a path, which is no builtin. Throws where any builtin may run. */
function programText(word: Word | Assignment): string {
  const text = plainText(word);
  if (text !== null) return text;
  if (!/\/[\w.-]+["']?$/.test(word.text)) throw new Unclear();
  return '';
}

function known(text: string | null | undefined): string {
  if (text === null) throw new Unclear();
  return text ?? '';
}

function textOf(test: Extract<SyntaxNode, { type: 'TestBinary' | 'TestUnary' }>): string {
  return test.type === 'TestUnary' ? test.operand.text : `${test.left.text} ${test.right.text}`;
}

/** The text of a word without expansions; null = it has some. */
export function plainText(node: SyntaxNode | undefined): string | null {
  if (node?.type !== 'Word') return null;
  return isPlain(node) ? node.value : null;
}

function isPlain({ parts }: Word): boolean {
  return (parts ?? []).every((part) =>
    part.type === 'DoubleQuoted'
      ? part.parts.every(({ type }) => type === 'Literal')
      : /^(?:Literal|SingleQuoted|AnsiCQuoted)$/.test(part.type),
  );
}

function hasBetween(positions: readonly number[], from: number, to: number): boolean {
  let [low, high] = [0, positions.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((positions[middle] ?? 0) < from) low = middle + 1;
    else high = middle;
  }
  return low < positions.length && (positions[low] ?? 0) < to;
}
