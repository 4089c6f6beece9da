import { basename } from 'node:path';
import {
  findProgramSource,
  findWrappedProgram,
  isInterpreterArgument,
  isStandardInput,
  type ListedCommand,
  listCommands,
  type Word,
} from '@hookmd/shell';

/** A word that names a file which is run. */
export interface RunWord {
  readonly word: Word;
  /** `program` = a path that is started; `name` = a program looked up on PATH; `script` = what an interpreter is given. */
  readonly role: 'program' | 'name' | 'script';
  /** Whether the word is inside of other text (`sh -c '…'`), where no other word can take its place. */
  readonly isNested: boolean;
}

/** Something of a command that cannot be told for certain: the text, and why. */
export interface Doubt {
  readonly text: string;
  readonly why: string;
}

export interface Operand {
  readonly word: Word;
  readonly program: Word;
}

/** What a command runs, as far as its text tells. */
export interface InspectedCommand {
  readonly runs: readonly RunWord[];
  /** Every word of its commands but those inside of other text. */
  readonly words: readonly Word[];
  /** Interpreters that read their program from standard input, or from what another command prints. */
  readonly readsProgram: readonly string[];
  /** Python that looks for modules in the working directory before it looks among its own. */
  readonly importsFromCwd: readonly string[];
  /** Why the files that the command runs cannot all be named. */
  readonly doubts: readonly Doubt[];
  /** Arguments of programs that no list knows: any of them may be a file that is run. */
  readonly operands: readonly Operand[];
  /** Words that begin with a variable, with the name of it. */
  readonly variables: readonly {
    readonly name: string;
    readonly word: Word;
    readonly isPath: boolean;
  }[];
  /** Names that the command gives a value. */
  readonly assigned: ReadonlySet<string>;
}

/** Programs that look at their arguments and run none of them. */
const HARMLESS: ReadonlySet<string> = new Set(
  `: [ basename break cat cmp column comm continue cut date df diff dirname du echo egrep exit expr false fgrep file fold
  grep head hostname id jq kill killall ls md5sum mkdir nl od paste pgrep pkill printenv printf pwd readlink realpath
  return rev rm rmdir seq set sha1sum sha256sum shasum shift sleep sort stat tac tail tee test touch tr true tty type
  ulimit umask uname uniq unset wait wc which who whoami yes`.split(/\s+/),
);
/** Programs that give variables a value: their arguments are names. */
const BINDERS: ReadonlySet<string> = new Set(
  'declare export getopts local mapfile read readarray readonly typeset'.split(' '),
);
/** Programs that run what a project or a registry says. */
const RUNNERS: ReadonlySet<string> = new Set(
  `act ant bazel brew bundle bunx cargo cmake composer conda corepack ctest dart docker dotnet eslint flutter go gradle
  gradlew hatch helm husky jest just kubectl lefthook lerna make mise mix mvn mvnw nerdctl ninja nix nix-shell nox npm
  npx nx pdm pip pip3 pipenv pipx pnpm pnpx podman poe poetry pre-commit prek pytest rake rye sbt scons ssh stack task
  tox turbo uv uvx vagrant vite vitest xonsh yarn yarnpkg parallel entr watchexec nodemon strace ltrace script watch`.split(
    /\s+/,
  ),
);
/** Options with which Python leaves the working directory out of its path. */
const PYTHON_ISOLATED = /^-[A-Za-z]*[IP]/;
/** A runner without anything to run: npx starts a shell then, others a console. */
const NAMES_NOTHING =
  /^(?:\S*\/)?(?:npx|bunx|pnpx|uvx|(?:npm|pnpm|yarn|uv|pipx|poetry|pdm|rye|hatch|go) +(?:exec|x|dlx|run))(?: +-\S*)*$/;
/** A name that a script has. */
export const HAS_SCRIPT_NAME: RegExp =
  /\.(?:sh|bash|zsh|fish|py|[cm]?[jt]sx?|rb|pl|php|lua|awk|go|java|jar)$/;
/** Variables that choose which program or code runs. */
const CHOOSES_PROGRAM =
  /^(?:PATH|HOME|ENV|BASH_ENV|CDPATH|IFS|SHELL|HOOK_\w+|CLAUDE_PROJECT_DIR|LD_\w+|DYLD_\w+|NODE_OPTIONS|NODE_PATH|PYTHON\w+|PERL5\w*|RUBY\w+|GIT_\w+|MAKEFLAGS|JAVA_TOOL_OPTIONS|\w*PAGER|\w*EDITOR|\w*BROWSER)$/;
/** `$NAME/…`, quoted or not. */
const STARTS_PATH = /^"?\$(?:\w+|\{\w+\})"?\//;
/** An option of an interpreter that loads no file. */
const HARMLESS_OPTION = /^(?:[-+][A-Za-z]{1,2}|--[a-z][a-z-]*|run|--)$/;
/** Nobody writes a shell in a shell in a shell. */
const MAX_NESTING = 3;

/**
 * Takes the command of a hook apart: which files it runs, and what cannot be told.
 *
 * Pure; names only. What no list knows is a doubt, never assumed to be harmless.
 */
export function inspectCommand(command: string | readonly string[]): InspectedCommand {
  const inspection = new Inspection();
  inspection.read(command, 0);
  return inspection;
}

class Inspection implements InspectedCommand {
  readonly runs: RunWord[] = [];
  readonly words: Word[] = [];
  readonly readsProgram: string[] = [];
  readonly importsFromCwd: string[] = [];
  readonly doubts: Doubt[] = [];
  readonly operands: Operand[] = [];
  readonly variables: { name: string; word: Word; isPath: boolean }[] = [];
  readonly assigned = new Set<string>();
  #text = '';
  #nesting = 0;

  read(command: string | readonly string[], nesting: number): void {
    const { commands, assigned, unclear } = listCommands(command);
    if (unclear !== null)
      this.#doubt(typeof command === 'string' ? command : command.join(' '), `because ${unclear}`);
    for (const [name, text] of assigned) this.#assign(name, text);
    const [outerText, outerNesting] = [this.#text, this.#nesting];
    [this.#text, this.#nesting] = [typeof command === 'string' ? command : '', nesting];
    for (const one of commands) this.#readSimple(one);
    [this.#text, this.#nesting] = [outerText, outerNesting];
  }

  #readSimple({ words, input }: ListedCommand): void {
    if (this.#nesting === 0) this.words.push(...words);
    for (const word of words) {
      if (word.variable === null) continue;
      this.variables.push({ name: word.variable, word, isPath: STARTS_PATH.test(word.source) });
    }
    const values = words.map(({ value, variable }) => (variable === null ? value : null));
    const { at, assignments, addsInput, end } = findWrappedProgram(values);
    for (const text of assignments) this.#assign(text.split('=', 1)[0] ?? '', text);
    for (const wrapper of words.slice(0, at))
      if (values[words.indexOf(wrapper)]?.includes('/')) this.#run(wrapper, 'program');
    const [program, ...rest] = words.slice(at);
    if (end === 'shell') this.readsProgram.push(words.map(({ source }) => source).join(' '));
    if (program === undefined || end === 'shell') return;
    if (end === 'unknown') {
      this.#doubt(program.source, 'which hides what is run');
      this.#readUnknown(program, rest, input, addsInput);
      return;
    }
    this.#readProgram(program, rest, { input, addsInput });
  }

  #readProgram(
    program: Word,
    rest: readonly Word[],
    given: { readonly input: ListedCommand['input']; readonly addsInput: boolean },
  ): void {
    const { value, variable } = program;
    if (value === null || (variable !== null && value === '')) {
      this.#doubt(program.source, 'which could be any program');
      return;
    }
    this.#run(program, variable !== null || value.includes('/') ? 'program' : 'name');
    if (variable !== null) return;
    const name = basename(value);
    const words = [program, ...rest];
    if (findProgramSource([value]) !== null) this.#readInterpreter(words, given, true);
    else if (BINDERS.has(name)) this.#readBindings(rest);
    else if (name === 'eval' || name === 'trap') this.#readCode(name === 'trap' ? rest.slice(0, 1) : rest);
    else if (name === 'alias') this.#doubt(program.source, 'which makes any word any program');
    else if (name === 'cd' || name === 'pushd' || name === 'popd') this.#readChangeOfDirectory(program, rest);
    else if (name === 'find' && rest.some((word) => /^-(?:exec|ok)/.test(word.value ?? ''))) {
      this.#doubt(program.source, 'which runs a program for each file');
      this.#readUnknown(program, rest, given.input, true);
    } else if (/^[gmn]?awk$|^g?sed$/.test(name)) this.#readFilter(program, rest);
    else if (name === 'printf' && rest[0]?.value === '-v')
      this.#assign(rest[1]?.value ?? 'PATH', program.source);
    else if (name !== 'find' && !HARMLESS.has(name) && !this.#isLookup(words)) {
      if (RUNNERS.has(name)) this.#readRunner(words);
      this.#readUnknown(program, rest, given.input, given.addsInput);
    }
  }

  #readRunner([program, ...rest]: readonly Word[]): void {
    if (program === undefined) return;
    this.#doubt(program.source, 'which runs what the project or a registry says');
    const shown = [program, ...rest].map(({ source }) => source).join(' ');
    if (rest.some(({ value }) => isStandardInput(value)) || NAMES_NOTHING.test(shown))
      this.readsProgram.push(shown);
    for (const word of rest) if (HAS_SCRIPT_NAME.test(word.value ?? '')) this.#run(word, 'script');
  }

  #isLookup([program, option]: readonly Word[]): boolean {
    return program?.value === 'command' && /^-[pvV]*[vV]/.test(option?.value ?? '');
  }

  /** `isCertain` = the interpreter is the program of the command, not an argument of one that may start it. */
  #readInterpreter(
    words: readonly Word[],
    { input, addsInput }: { readonly input: ListedCommand['input']; readonly addsInput: boolean },
    isCertain: boolean,
  ): void {
    const shown = words.map(({ source }) => source).join(' ');
    const source = findProgramSource(words.map(({ value, variable }) => (variable === null ? value : null)));
    if (source === null) return;
    const importsHere =
      /^(?:python|pypy)/.test(basename(words[0]?.value ?? '')) &&
      !words.some(({ value }) => PYTHON_ISOLATED.test(value ?? ''));
    if (source.kind === 'other') {
      this.#doubt(shown, 'which could run any file');
      return;
    }
    if (source.kind === 'input') {
      if (input === 'text' && !addsInput) {
        this.#doubt(shown, 'whose program could load any file');
        if (importsHere) this.importsFromCwd.push(shown);
      } else this.readsProgram.push(shown);
      return;
    }
    const isScript = source.kind === 'script';
    if (!isScript && importsHere) this.importsFromCwd.push(shown);
    const at = source.at ?? words.length;
    const options = words.slice(1, isScript ? at : at - 1);
    if (isCertain && options.some(({ source }) => !HARMLESS_OPTION.test(source)))
      this.#doubt(shown, 'whose options could load any file');
    const word = words[at];
    if (isScript) {
      if (word !== undefined) this.#readScript(word);
    } else if (source.isShell && word !== undefined) this.#readCode([word], addsInput);
    else if (word?.isSubstituted === true) this.readsProgram.push(shown);
    else this.#doubt(shown, 'whose program could load any file');
  }

  #readScript(word: Word): void {
    if (word.isSubstituted) this.readsProgram.push(word.source);
    else if (word.value === null || (word.variable !== null && word.value === ''))
      this.#doubt(word.source, 'which could be any file');
    else this.#run(word, 'script');
  }

  /** Words that a shell reads as its program. */
  #readCode(words: readonly Word[], addsInput = false): void {
    const shown = words.map(({ source }) => source).join(' ');
    const isLiteral = words.every(({ value, variable }) => value !== null && variable === null);
    const text = words.map(({ value }) => value ?? '').join(' ');
    if (words.some(({ isSubstituted }) => isSubstituted) || (addsInput && text.includes('{}')))
      this.readsProgram.push(shown);
    else if (!isLiteral || this.#nesting >= MAX_NESTING) this.#doubt(shown, 'which could be any program');
    else this.read(text, this.#nesting + 1);
  }

  /** A program that no list knows: any of its arguments may be a program, and one that is an interpreter probably is. */
  #readUnknown(
    program: Word,
    rest: readonly Word[],
    input: ListedCommand['input'],
    addsInput: boolean,
  ): void {
    this.operands.push(...rest.map((word) => ({ word, program })));
    this.#readInner(rest, input, addsInput);
  }

  #readInner(rest: readonly Word[], input: ListedCommand['input'], addsInput: boolean): void {
    const at = rest.findIndex(
      ({ value, variable }) =>
        variable === null && value !== null && (isInterpreterArgument(value) || RUNNERS.has(basename(value))),
    );
    const words = rest.slice(at);
    if (at < 0) return;
    if (RUNNERS.has(basename(words[0]?.value ?? ''))) {
      this.#readRunner(words);
      this.#readInner(words.slice(1), input, addsInput);
    } else this.#readInterpreter(words, { input, addsInput }, false);
  }

  #readBindings(rest: readonly Word[]): void {
    for (const { value, source: text } of rest) {
      const name = /^[A-Za-z_]\w*/.exec(value ?? text)?.[0];
      if (name !== undefined) this.#assign(name, text);
      else if (!text.startsWith('-')) this.#doubt(text, 'which could set any variable');
    }
  }

  #readChangeOfDirectory(program: Word, [target]: readonly Word[]): void {
    const isProject = target?.variable === 'CLAUDE_PROJECT_DIR' || target?.variable === 'HOOK_PROJECT_DIR';
    if (!isProject || target?.value !== '')
      this.#doubt(
        [program, target].map((word) => word?.source ?? '').join(' '),
        'after which a path is another one',
      );
  }

  /** awk and sed: programs in a word, most of which run nothing. */
  #readFilter(program: Word, rest: readonly Word[]): void {
    const isAwk = basename(program.value ?? '').endsWith('awk');
    const file = rest.findIndex(({ value }) => value === '-f' || value === '--file');
    if (rest.some(({ source }) => isStandardInput(source)) && file >= 0)
      this.readsProgram.push(program.source);
    else if (rest.some(({ value }) => /^(?:-\w*f.+|--file=|-i|-l|--include|--load)/.test(value ?? '')))
      this.#doubt(program.source, 'whose options could load any file');
    else if (file >= 0) {
      const script = rest[file + 1];
      if (script !== undefined) this.#readScript(script);
      if (!isAwk) this.#doubt(program.source, 'whose program could run any other');
    } else {
      const runs = isAwk
        ? /system|getline|\||@|ENVIRON/
        : /(?:^|[;{}\d$/\s])[eswWrR](?=\s|$)|\/[gpiImM\d]*[ew][gpiImM\d]*(?:\s|;|}|$)/;
      const unclear = rest.find(
        ({ value, variable }) => value === null || variable !== null || runs.test(value),
      );
      if (unclear !== undefined)
        this.#doubt(unclear.source, `which ${program.source} could take for a program to run`);
    }
  }

  #run(word: Word, role: RunWord['role']): void {
    const isInPlace = this.#text === '' || this.#text.slice(word.start, word.end) === word.source;
    this.runs.push({ word, role, isNested: this.#nesting > 0 || !isInPlace });
  }

  #assign(name: string, text: string): void {
    this.assigned.add(name);
    if (CHOOSES_PROGRAM.test(name)) this.#doubt(text, `and \`${name}\` says which program runs`);
  }

  #doubt(text: string, why: string): void {
    // One word is one problem, also where two rules find it.
    if (!this.doubts.some((one) => one.text === text)) this.doubts.push({ text: cut(text), why });
  }
}

function cut(text: string): string {
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
