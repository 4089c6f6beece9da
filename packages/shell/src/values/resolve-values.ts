import path from 'node:path';
import type { Budget } from '../budget.ts';
import {
  type Assignment,
  type Command,
  forEachChild,
  type ParsedScript,
  parseScript,
  type Statement,
  type SyntaxNode,
  type Word,
  type WordPart,
  withinStack,
} from '../syntax.ts';
import { type Changes, plainText, readChanges, Unclear } from './changes.ts';
import { isPlainWord, type Value, type Values, WordValues } from './word-values.ts';

/** Where and with which variables a script starts. */
export interface Surroundings {
  readonly cwd: string;
  /** Variables with their values; null = certainly not set. Others are unknown. */
  readonly environment: Readonly<Record<string, string | null>>;
}

/** A script after the values that are sure have been filled in. */
export interface Resolved {
  readonly text: string;
  /** The directories in which the command at a position of `text` may run; null = unknown. */
  directoriesAt(position: number): readonly string[] | null;
}

/** What is sure at one point of a script: values by name, and directories, of which one is the current one. */
interface State {
  readonly values: Values;
  readonly directories: readonly string[] | null;
  /** `set -e` */
  readonly exitsOnError: boolean;
}

/** The state after success and after failure; null = the script is not there then. */
interface Outcome {
  readonly ok: State | null;
  readonly failed: State | null;
}

/**
 * The script of `bash -lc '…'`, with which agents wrap every command; any other text is returned as it is, also one whose
 * redirections would be lost.
 */
export function unwrapScript(text: string, budget: Budget): string {
  if (!WRAPPED.test(text)) return text;
  budget.spend(TO_READ * text.length);
  const [statement, ...further] = parseScript(text)?.commands ?? [];
  const command = statement?.command;
  if (command?.type !== 'Command' || further.length > 0 || command.redirects.length > 0) return text;
  return (command.args.length === 2 ? plainText(command.args[1]) : null) ?? text;
}

/** The variables that matter here, as a guard inherits them: the agent starts it as it starts the shell. */
export function readEnvironment(
  env: Readonly<Record<string, string | undefined>>,
): Surroundings['environment'] {
  const { HOME: home, TMPDIR: temporary, CDPATH: search } = env;
  const isDeep = /^\/.*\w/.test(path.normalize(temporary ?? ''));
  return {
    ...(home === undefined ? {} : { HOME: home }),
    ...(temporary === undefined || temporary === '' ? { TMPDIR: null } : isDeep ? { TMPDIR: temporary } : {}),
    ...(search === undefined || search === '' ? { CDPATH: null } : {}),
  };
}

const WRAPPED = /^\s*(?:\/[\w/]*\/)?(?:ba|da|z|k)?sh\s+-l?i?c\s/;
/** A longer script tracks no more. */
const MAX_VALUES = 32;
const MAX_DIRECTORIES = 8;
/** Steps of the budget for each character. */
const TO_READ = 6;
const KEYWORD =
  /^(?:if|then|else|elif|fi|for|while|until|do|done|case|esac|in|function|select|time|coproc|foreach|end|repeat|nocorrect)$/;
/** Variables that the shell sets by itself. */
const SPECIAL =
  /^(?:_|PWD|OLDPWD|REPLY|OPTARG|OPTIND|MAPFILE|COPROC|S?RANDOM|SECONDS|LINENO|E?UID|E?GID|PPID|GROUPS|DIRSTACK|FUNCNAME|PIPESTATUS|SHELLOPTS|USERNAME|HISTCMD|COLUMNS|LINES|argv|status|pipestatus|match|reply|BASH\w*|EPOCH\w*|ZSH\w*)$/;
/** Leads a relative `cd` elsewhere. */
const SEARCH_PATHS = ['CDPATH', 'cdpath'];
/**
 * Fills in the values of variables that are sure: those that the script itself assigned before, in every branch alike, and
 * those of `environment`. Nothing is sure in a script that runs text, or programs and builtins whose name is not known.
 *
 * Only values that are one plain word count. The result of `mktemp` is a path in the temporary directory; `mktemp` may fail, so
 * it counts where the variable is a word by itself, or behind a check (`&&`, `|| exit`, `set -e`).
 */
export function resolveValues(script: string, budget: Budget, surroundings: Surroundings): Resolved {
  if (!/[$`]|\b(?:cd|pushd)\b/.test(script)) return { text: script, directoriesAt: () => null };
  budget.spend(TO_READ * script.length);
  return withinStack(
    () => resolve(script, surroundings),
    () => ({ text: script, directoriesAt: () => null }),
  );
}

function resolve(script: string, surroundings: Surroundings): Resolved {
  const unclear = { text: script, directoriesAt: (): null => null };
  const tree = parseScript(script);
  const changes = tree === null ? null : changesOf(tree);
  if (tree === null || changes === null) return unclear;
  const evaluator = new Evaluator(script, changes, surroundings);
  evaluator.run(tree.commands);
  return evaluator.finish();
}

class Evaluator {
  readonly #source: string;
  readonly #changes: Changes;
  readonly #environment: Surroundings['environment'];
  /** Of the script that is read, which may be that of a trap. */
  #words: WordValues;
  readonly #cwd: string;
  readonly #found: { readonly start: number; readonly end: number; readonly text: string }[] = [];
  readonly #directories = new Map<number, readonly string[] | null>();
  /** What is added to positions in the script of a trap. */
  #offset = 0;

  constructor(source: string, changes: Changes, { cwd, environment }: Surroundings) {
    this.#source = source;
    this.#changes = changes;
    this.#environment = environment;
    this.#words = new WordValues(source, changes, environment);
    this.#cwd = cwd;
  }

  run(commands: readonly Statement[]): void {
    const values = new Map<string, Value>();
    for (const [name, text] of Object.entries(this.#environment))
      if (text !== null && isPlainWord(text)) values.set(name, { text, mayBeEmpty: false });
    const directories = this.#changes.hasHiddenMoves ? null : [this.#cwd];
    this.#list(commands, { values, directories, exitsOnError: false }, true);
  }

  finish(): Resolved {
    const found = this.#found.sort((a, b) => a.start - b.start);
    const moved = new Map<number, readonly string[] | null>();
    const pieces: string[] = [];
    let [at, shift, next] = [0, 0, 0];
    for (const [position, directories] of [...this.#directories].sort(([a], [b]) => a - b)) {
      for (let item = found[next]; item !== undefined && item.start < position; item = found[++next])
        shift += item.text.length - (item.end - item.start);
      moved.set(position + shift, directories);
    }
    for (const { start, end, text } of found) {
      pieces.push(this.#source.slice(at, start), text);
      at = end;
    }
    const text = pieces.join('') + this.#source.slice(at);
    return { text, directoriesAt: (position) => moved.get(position) ?? null };
  }

  #list(statements: readonly Statement[], state: State, isOutermost = false): Outcome {
    let outcome: Outcome = { ok: state, failed: null };
    for (const { command, background } of statements) {
      const before = this.#join(outcome.ok, outcome.failed);
      if (before === null) break;
      const after = this.#read(command, before);
      if (background === true) outcome = { ok: before, failed: before };
      else if (isOutermost && before.exitsOnError && command.type === 'Command')
        outcome = { ok: after.ok, failed: null };
      else outcome = after;
    }
    return outcome;
  }

  #read(node: SyntaxNode, state: State): Outcome {
    const unchanged = { ok: state, failed: state };
    switch (node.type) {
      case 'Command':
        return this.#readCommand(node, state);
      case 'AndOr':
        return this.#readAndOr(node, state);
      case 'Pipeline': {
        const [only, ...further] = node.commands;
        if (only !== undefined && further.length === 0) {
          const { ok, failed } = this.#read(only, state);
          return node.prefixes.some(({ type }) => type === 'Negation')
            ? { ok: failed, failed: ok }
            : { ok, failed };
        }
        for (const command of node.commands) this.#read(command, state);
        // The last one runs in the shell itself in some shells.
        return this.#both(this.#without(node, state));
      }
      case 'BraceGroup':
        return this.#list(node.body.commands, state);
      case 'CompoundList':
        return this.#list(node.commands, state);
      case 'Subshell':
        this.#list(node.body.commands, state);
        return unchanged;
      case 'If':
        return this.#readIf(node, state);
      case 'Redirected': {
        for (const redirect of node.redirects) this.#fill(redirect, state);
        const { ok, failed } = this.#read(node.command, this.#withoutOthers(node, state));
        return { ok, failed: this.#join(failed, state) };
      }
      case 'Function':
        this.#read(node.body, this.#constants(state));
        return unchanged;
      default:
        return this.#readLoop(node, this.#without(node, state));
    }
  }

  /** Loops, `case` and tests: nothing is sure of what they change. */
  #readLoop(node: SyntaxNode, base: State): Outcome {
    const visit = (child: SyntaxNode): void => {
      if (child.type === 'CompoundList') this.#list(child.commands, base);
      else if (child.type === 'CaseItem') forEachChild(child, visit);
      else this.#fill(child, base);
    };
    if (node.type === 'While') {
      const { ok, failed } = this.#list(node.clause.commands, base);
      const first = node.kind === 'while' ? ok : failed;
      if (first !== null) this.#list(node.body.commands, first);
    } else forEachChild(node, visit);
    return this.#both(base);
  }

  #readIf(node: Extract<SyntaxNode, { type: 'If' }>, state: State): Outcome {
    let [ok, failed]: [State | null, State | null] = [null, null];
    let rest: State | null = state;
    for (const { clause, then } of [node, ...node.elif]) {
      if (rest === null) break;
      const test: Outcome = this.#list(clause.commands, rest);
      const branch = test.ok === null ? test : this.#list(then.commands, test.ok);
      [ok, failed] = [this.#join(ok, branch.ok), this.#join(failed, branch.failed)];
      rest = test.failed;
    }
    const last =
      node.else === undefined || rest === null
        ? { ok: rest, failed: null }
        : this.#list(node.else.commands, rest);
    return { ok: this.#join(ok, last.ok), failed: this.#join(failed, last.failed) };
  }

  #readAndOr({ commands, operators }: Extract<SyntaxNode, { type: 'AndOr' }>, state: State): Outcome {
    let outcome: Outcome = { ok: state, failed: null };
    for (const [index, command] of commands.entries()) {
      const { ok, failed } = outcome;
      const isOr = index > 0 && operators[index - 1] === '||';
      const before = isOr ? failed : ok;
      if (before === null) continue;
      const after = this.#read(command, before);
      outcome = isOr
        ? { ok: this.#join(ok, after.ok), failed: after.failed }
        : { ok: after.ok, failed: this.#join(failed, after.failed) };
    }
    return outcome;
  }

  #readCommand(node: Command, state: State): Outcome {
    const { name, prefix, suffix } = node;
    const base = this.#withoutOthers(node, state);
    for (const child of prefix)
      if (child.type !== 'Assignment') this.#fill(child, state);
      else if (name !== undefined) this.#fill(child, base);
    if (name === undefined)
      return this.#orUnchanged(node, state, this.#assignAll(prefix.filter(isAssignment), base));
    this.#fill(name, state, true);
    for (const child of suffix) this.#fill(child, state);
    this.#directories.set(node.pos + this.#offset, state.directories);
    const words = [name, ...node.args];
    const first = words.findIndex((word) => !/^(?:command|builtin)$/.test(plainText(word) ?? ''));
    const program = plainText(words[first]) ?? '';
    const operands = words.slice(first + 1);
    return this.#orUnchanged(node, state, this.#run(program, operands, base, state));
  }

  #run(program: string, operands: readonly SyntaxNode[], base: State, state: State): Outcome {
    switch (program) {
      case 'cd':
      case 'chdir':
      case 'pushd':
        return { ok: { ...base, directories: this.#moveTo(program, operands, state) }, failed: base };
      case 'popd':
        return this.#both({ ...base, directories: null });
      case 'exit':
      case 'return':
      case 'break':
      case 'continue':
        return { ok: null, failed: null };
      case 'true':
      case ':':
        return { ok: base, failed: null };
      case 'set':
      case 'shopt':
        return this.#both({
          ...base,
          exitsOnError: program === 'set' && exitsOnError(operands, state.exitsOnError),
        });
      case 'trap':
        this.#readTrap(operands[0], state);
        return this.#both(base);
      case 'export':
      case 'readonly':
      case 'declare':
      case 'typeset':
      case 'local':
        return this.#declare(operands.filter(isAssignment), base);
    }
    return this.#both(this.#changes.isFunction(program) ? this.#afterFunction(base) : base);
  }

  /** A redirection that fails keeps its command from running. */
  #orUnchanged({ redirects }: Command, state: State, { ok, failed }: Outcome): Outcome {
    return redirects.length === 0 ? { ok, failed } : { ok, failed: this.#join(failed, state) };
  }

  /** `X=a Y=$X` */
  #assignAll(nodes: readonly Assignment[], base: State): Outcome {
    let after = base;
    let made: Assignment | undefined;
    for (const node of nodes) {
      this.#fill(node, after);
      const value = this.#canTrack(node) ? this.#words.valueOf(node.value, after.values) : null;
      after = withValue(after, node.name, value);
      // The status of the assignment is that of the program, if it is the only one.
      made = nodes.length === 1 && value?.mayBeEmpty === true && isOutput(node.value) ? node : undefined;
    }
    const value = made === undefined ? undefined : after.values.get(made.name);
    if (made === undefined || value === undefined) return this.#both(after);
    return { ok: withValue(after, made.name, { ...value, mayBeEmpty: false }), failed: after };
  }

  /** `export X=a` */
  #declare(nodes: readonly Assignment[], base: State): Outcome {
    const once = nodes.filter((node) => this.#changes.count(node.name) === 1 && this.#canTrack(node));
    return this.#both(
      once.reduce(
        (after, node) => withValue(after, node.name, this.#words.valueOf(node.value, after.values)),
        base,
      ),
    );
  }

  #canTrack({ name, append, index }: Assignment): boolean {
    const { isInterrupted, setInFunctions, declared } = this.#changes;
    const mayChange = isInterrupted && setInFunctions.has(name);
    // It may be read-only, so that a further assignment fails.
    const mayFail = declared.has(name) && this.#changes.count(name) > 1;
    return append !== true && index === undefined && !SPECIAL.test(name) && !mayChange && !mayFail;
  }

  /** `cd` with one operand that is known; null = anywhere. */
  #moveTo(program: string, operands: readonly SyntaxNode[], state: State): readonly string[] | null {
    const given = operands.filter((word) => word.type === 'Word' && !/^-[LPe]+$|^--$/.test(word.text));
    const isPhysical = operands.some((word) => word.type === 'Word' && /^-\w*P/.test(word.text));
    const [word, ...further] = given;
    if (operands.some((node) => node.type !== 'Word') || further.length > 0 || this.#changes.hasHiddenMoves)
      return null;
    const home = program === 'cd' ? state.values.get('HOME') : undefined;
    const value = word === undefined ? home : this.#words.valueOf(word, state.values);
    const target = value?.text ?? '';
    if (value?.mayBeEmpty !== false || target === '' || /^[-+]/.test(target)) return null;
    if (path.isAbsolute(target)) return [path.resolve(target)];
    if (isPhysical || state.directories === null || (!/^\.\.?(?:\/|$)/.test(target) && this.#mayBeSearched()))
      return null;
    return state.directories.map((directory) => path.resolve(directory, target));
  }

  #mayBeSearched(): boolean {
    return this.#environment['CDPATH'] !== null || SEARCH_PATHS.some((name) => this.#changes.count(name) > 0);
  }

  /** The script of `trap '…' EXIT`. */
  #readTrap(word: SyntaxNode | undefined, state: State): void {
    const part = word?.type === 'Word' && word.parts?.length === 1 ? word.parts[0] : undefined;
    const script = part?.type === 'SingleQuoted' ? part.value : null;
    const tree = script === null ? null : parseScript(script);
    const changes = tree === null || this.#offset > 0 ? null : changesOf(tree);
    if (part === undefined || script === null || tree === null || changes === null) return;
    const values = [...this.#constants(state).values].filter(([name]) => changes.count(name) === 0);
    const outer = this.#words;
    this.#words = new WordValues(script, this.#changes, this.#environment);
    this.#offset = part.pos + 1;
    this.#fill(tree, { values: new Map(values), directories: null, exitsOnError: false });
    this.#offset = 0;
    this.#words = outer;
  }

  /** The state for a script that runs later: what is set once, and never again. */
  #constants({ values }: State): State {
    const remaining = [...values].filter(([name]) => this.#changes.count(name) <= 1);
    return { values: new Map(remaining), directories: null, exitsOnError: false };
  }

  #afterFunction(state: State): State {
    return {
      ...state,
      values: new Map([...state.values].filter(([name]) => !this.#changes.setInFunctions.has(name))),
    };
  }

  /** Without what is changed anywhere in `node`. */
  #without({ pos, end }: SyntaxNode, state: State): State {
    const remaining = [...state.values].filter(([name]) => !this.#changes.sets(name, pos, end));
    const moves = this.#changes.moves(pos, end);
    return {
      values: new Map(remaining),
      directories: moves ? null : state.directories,
      exitsOnError: false,
    };
  }

  /** Without what `node` changes other than by plain assignments. */
  #withoutOthers({ pos, end }: SyntaxNode, state: State): State {
    if (!this.#changes.setsOther(pos, end)) return state;
    const remaining = [...state.values].filter(([name]) => !this.#changes.sets(name, pos, end, true));
    return { ...state, values: new Map(remaining) };
  }

  #both(state: State): Outcome {
    return { ok: state, failed: state };
  }

  #join(some: State | null, another: State | null): State | null {
    if (some === null || another === null || some === another) return some ?? another;
    const values = new Map<string, Value>();
    for (const [name, { text, mayBeEmpty }] of some.values) {
      const other = another.values.get(name);
      if (other?.text === text) values.set(name, { text, mayBeEmpty: mayBeEmpty || other.mayBeEmpty });
    }
    const [a, b] = [some.directories, another.directories];
    const all = a === null || b === null ? null : [...new Set([...a, ...b])];
    return {
      values: some.values === another.values ? some.values : values,
      directories: all === null || all.length > MAX_DIRECTORIES ? null : all,
      exitsOnError: some.exitsOnError && another.exitsOnError,
    };
  }

  /** Fills in the expansions of a node, and reads the scripts in its substitutions. */
  #fill(node: SyntaxNode, state: State, isProgram = false): void {
    switch (node.type) {
      case 'Word': {
        const whole = wholePart(node);
        if (whole !== null) {
          const value = this.#words.expand(whole, state.values);
          if (value !== null && (!isProgram || !KEYWORD.test(value.text))) this.#replace(whole, value.text);
          if (value !== null) return;
        }
        break;
      }
      case 'SimpleExpansion':
      case 'ParameterExpansion': {
        const value = this.#words.expand(node, state.values);
        if (value?.mayBeEmpty === false) this.#replace(node, value.text);
        return;
      }
      case 'ArithmeticExpansion':
        return;
      case 'CommandExpansion':
      case 'ProcessSubstitution':
        if (node.script === undefined || node.script.source !== undefined) return;
        if (this.#offset === 0) this.#list(node.script.commands, state);
        else this.#fill(node.script, state);
        return;
    }
    forEachChild(node, (child) => this.#fill(child, state));
  }

  #replace({ pos, end }: SyntaxNode, text: string): void {
    this.#found.push({ start: pos + this.#offset, end: end + this.#offset, text });
  }
}

function withValue(state: State, name: string, value: Value | null): State {
  if (value === null && !state.values.has(name)) return state;
  const values = new Map(state.values);
  values.delete(name);
  if (value !== null && values.size < MAX_VALUES) values.set(name, value);
  return { ...state, values };
}

function changesOf(script: ParsedScript): Changes | null {
  try {
    return readChanges(script);
  } catch (error) {
    if (error instanceof Unclear) return null;
    throw error;
  }
}

/** The expansion that is a whole word, in quotes or not. */
function wholePart({ parts }: Word): SyntaxNode | null {
  const [part, ...further] = parts ?? [];
  if (part === undefined || further.length > 0) return null;
  if (part.type === 'DoubleQuoted')
    return part.parts.length === 1 && part.parts[0] ? asExpansion(part.parts[0]) : null;
  return asExpansion(part);
}

function asExpansion(part: WordPart): SyntaxNode | null {
  return /^(?:Simple|Parameter)Expansion$/.test(part.type) ? part : null;
}

function isAssignment(node: SyntaxNode): node is Assignment {
  return node.type === 'Assignment';
}

/** Whether the status of the assignment is that of the program which printed the value. */
function isOutput(value: SyntaxNode): boolean {
  return value.type === 'Word' && /^"?\$\(|^"?`/.test(value.text);
}

function exitsOnError(operands: readonly SyntaxNode[], before: boolean): boolean {
  const texts = operands.map((word) => plainText(word));
  if (texts.some((text) => text === null || /^\+\w*e|^\+o$/.test(text))) return false;
  return (
    before ||
    texts.some(
      (text, index) => /^-\w*e/.test(text ?? '') || (text === 'errexit' && texts[index - 1]?.endsWith('o')),
    )
  );
}
