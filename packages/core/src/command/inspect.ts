import { basename } from 'node:path';
import { normalize } from 'node:path/posix';
import {
  ABSENT_WORD,
  type CommandList,
  findProgramSource,
  findWrappedProgram,
  isInterpreterArgument,
  isStandardInput,
  knowsTests,
  type ListedCommand,
  listCommands,
  type Word,
} from '@hookmd/shell';

/** A word that names a file which is run. */
export interface RunWord {
  readonly word: Word;
  /**
   * `program` = a path that is started; `name` = a program looked up on PATH; `script` = the file an interpreter runs; `uv script` = the
   * same of `uv run`, which may install packages first.
   */
  readonly role: 'program' | 'name' | 'script' | 'uv script';
  /** Whether the word is inside of other text (`sh -c '…'`), where no other word can take its place. */
  readonly isNested: boolean;
}

/** Programs that run none of their arguments. A program in no list may run them. */
const HARMLESS: ReadonlySet<string> = new Set(
  `: [ basename break cat cmp column comm continue cp curl cut date df diff dirname du echo egrep exit expr false fgrep
  file fold grep head hostname id jq kill killall ls md5sum mkdir mv nl od paste pgrep pkill printenv printf ps pwd
  readlink realpath return rev rm rmdir seq set sha1sum sha256sum shasum shift sleep sort stat tac tail tee test touch tr true tty type
  ulimit umask uname uniq unset wait wc which who whoami yes`.split(/\s+/),
);
/** Subcommands of git that run none of their arguments. */
const HARMLESS_GIT: ReadonlySet<string> = new Set(
  'add branch commit diff log ls-files rev-parse show stash status'.split(' '),
);
/** Programs that give variables a value: their arguments are names. */
const BINDERS: ReadonlySet<string> = new Set(
  'declare export getopts local mapfile read readarray readonly typeset'.split(' '),
);
/** Programs that run a task of the project, or a package of a registry. */
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
/** A runner without a task: npx then starts a shell, others a console. */
const NAMES_NOTHING =
  /^(?:\S*\/)?(?:npx|bunx|pnpx|uvx|(?:npm|pnpm|yarn|uv|pipx|poetry|pdm|rye|hatch|go) +(?:exec|x|dlx|run))(?: +-\S*)*$/;
/** Options of `uv run` in front of a script that choose neither packages nor files. */
const UV_OPTION =
  /^(?:-[qsvn]|--(?:script|quiet|verbose|no-cache|no-config|no-project|isolated|offline|no-progress))$/;
/** A name that a script has. */
export const HAS_SCRIPT_NAME: RegExp =
  /\.(?:sh|bash|zsh|fish|py|[cm]?[jt]sx?|rb|pl|php|lua|awk|go|java|jar)$/;
/** Variables that agents set to the directory of the project. */
export const PROJECT_VARIABLE: RegExp = /^(?:HOOK|CLAUDE|GEMINI|CURSOR|COPILOT|QWEN)_PROJECT_DIR$/;
/** Variables that choose which program or code runs. */
const CHOOSES_PROGRAM =
  /^(?:PATH|HOME|ENV|BASH_ENV|CDPATH|IFS|SHELL|HOOK_\w+|\w+_PROJECT_DIR|LD_\w+|DYLD_\w+|NODE_OPTIONS|NODE_PATH|PYTHON\w+|PERL5\w*|RUBY\w+|GIT_\w+|MAKEFLAGS|JAVA_TOOL_OPTIONS|\w*PAGER|\w*EDITOR|\w*BROWSER)$/;
/** `$NAME/…`, quoted or not. */
const STARTS_PATH = /^"?\$(?:\w+|\{\w+\})"?\//;
/** AppleScript that only shows a notification. */
const NOTIFICATION = /^display notification "[^"\\]*"(?: (?:with title|subtitle|sound name) "[^"\\]*")*$/;
/** An option of an interpreter that loads no file. */
const HARMLESS_OPTION = /^(?:[-+][A-Za-z]{1,2}|--[a-z][a-z-]*|run|--)$/;
const MAX_NESTING = 3;

/**
 * Finds the files that the command of a hook runs, and reports what its text leaves open.
 *
 * Pure; names only. A program in no list is a doubt, never assumed to be harmless. `hasTests` = `sh` knows `[[`.
 */
export function inspectCommand(command: string | readonly string[], hasTests = false): Inspection {
  const inspection = new Inspection(hasTests);
  inspection.read(command, 0, hasTests);
  return inspection;
}

/** The text that is read now. */
interface Text {
  /** Empty for a list of arguments. */
  readonly source: string;
  readonly nesting: number;
  readonly hasTests: boolean;
  readonly lookups: CommandList['lookups'];
}

class Inspection {
  readonly runs: RunWord[] = [];
  /** Every word of its commands but those inside of other text. */
  readonly words: Word[] = [];
  /** Interpreters that read their program from standard input, or from the output of another command. */
  readonly readsProgram: string[] = [];
  /** Python that imports modules of the working directory before its own. */
  readonly importsFromCwd: string[] = [];
  /** Why the files that the command runs cannot all be named: the words, and why. */
  readonly doubts: { readonly text: string; readonly why: string }[] = [];
  /** Arguments of programs in no list: any of them may be a file that is run. */
  readonly operands: { readonly word: Word; readonly program: Word }[] = [];
  /** Words that begin with a variable, with its name. */
  readonly variables: { readonly name: string; readonly word: Word; readonly isPath: boolean }[] = [];
  /** Variables that the command sets. */
  readonly assigned: Set<string> = new Set();
  readonly #shHasTests: boolean;
  #text: Text = { source: '', nesting: 0, hasTests: false, lookups: new Map() };

  constructor(shHasTests: boolean) {
    this.#shHasTests = shHasTests;
  }

  read(command: string | readonly string[], nesting: number, hasTests: boolean): void {
    const { commands, assigned, lookups, unclear } = listCommands(command, hasTests);
    const source = typeof command === 'string' ? command : '';
    if (unclear !== null) this.#doubt(source || [...command].join(' '), `because ${unclear}`);
    for (const [name, text] of assigned) this.#assign(name, text);
    const outer = this.#text;
    this.#text = { source, nesting, hasTests, lookups };
    for (const simple of commands) this.#readWritten(simple);
    this.#text = outer;
  }

  #readWritten({ words, input }: ListedCommand): void {
    if (this.#text.nesting === 0) this.words.push(...words);
    for (const word of words) {
      if (word.variable !== null)
        this.variables.push({ name: word.variable, word, isPath: STARTS_PATH.test(word.source) });
    }
    const [program, ...rest] = words;
    const lookups = program?.value === '' ? this.#text.lookups.get(program.variable ?? '') : undefined;
    if (program === undefined || lookups === undefined) {
      this.#readSimple({ words, input });
      return;
    }
    for (const value of lookups)
      this.#readSimple({ words: [{ ...program, variable: null, value }, ...rest], input });
    // Where no program was found.
    if (program.isSplit && rest.length > 0) this.#readSimple({ words: rest, input });
  }

  #readSimple({ words, input }: ListedCommand): void {
    const values = words.map(plainValue);
    const { at, assignments, marks, end } = findWrappedProgram(values);
    for (const text of assignments) this.#assign(text.split('=', 1)[0] ?? '', text);
    for (const wrapper of words.slice(0, at))
      if (plainValue(wrapper)?.includes('/')) this.#run(wrapper, 'program');
    const inner = addInput(words.slice(at), marks);
    const [program] = inner;
    if (end === 'shell' || program?.isAbsent === true) this.readsProgram.push(sourceOf(words));
    else if (program !== undefined && end === 'unknown') {
      this.#doubt(program.source, 'which hides what is run');
      this.#readUnknown(inner, input);
    } else if (program !== undefined) this.#readProgram(inner, program, input);
  }

  #readProgram(words: readonly Word[], program: Word, input: ListedCommand['input']): void {
    const { value, variable } = program;
    if (value === null || (variable !== null && value === '')) {
      this.#doubt(program.source, 'which could be any program');
      return;
    }
    this.#run(program, variable !== null || value.includes('/') ? 'program' : 'name');
    if (variable !== null) return;
    const name = basename(value);
    const rest = words.slice(1);
    if (findProgramSource([value]) !== null) this.#readInterpreter(words, input, true);
    else if (BINDERS.has(name)) this.#readBindings(rest);
    else if (name === 'eval' || name === 'trap')
      this.#readCode(name === 'trap' ? rest.slice(0, 1) : rest, sourceOf(words));
    else if (name === 'alias') this.#doubt(program.source, 'which makes any word any program');
    else if (name === 'cd' || name === 'pushd' || name === 'popd') this.#readChangeOfDirectory(words);
    else if (name === 'find' && rest.some((token) => /^-(?:exec|ok)/.test(token.value ?? ''))) {
      this.#doubt(program.source, 'which runs a program for each file');
      this.#readUnknown(addInput(words, ['{}']), input);
    } else if (/^[gmn]?awk$|^g?sed$/.test(name)) this.#readFilter(program, rest);
    else if (name === 'printf' && rest[0]?.value === '-v')
      this.#assign(rest[1]?.value ?? 'PATH', program.source);
    else if (name !== 'find' && !HARMLESS.has(name) && !isLookup(words) && !isHarmlessGit(words))
      this.#readUnknown(words, input);
  }

  /** `isCertain` = the interpreter is the program of the command, not an argument of one that may start it. */
  #readInterpreter(words: readonly Word[], input: ListedCommand['input'], isCertain: boolean): void {
    const shown = sourceOf(words);
    const name = basename(words[0]?.value ?? '');
    const source = findProgramSource(words.map(plainValue));
    const importsHere =
      /^(?:python|pypy)/.test(name) && !words.some(({ value }) => PYTHON_ISOLATED.test(value ?? ''));
    if (source === null) return;
    if (source.kind === 'other') this.#doubt(shown, 'which could run any file');
    else if (source.kind === 'input') {
      if (input !== 'text') this.readsProgram.push(shown);
      else {
        this.#doubt(shown, 'whose program could load any file');
        if (importsHere) this.importsFromCwd.push(shown);
      }
    } else {
      const isScript = source.kind === 'script';
      if (!isScript && importsHere) this.importsFromCwd.push(shown);
      const at = source.at ?? words.length;
      const options = words.slice(1, isScript ? at : at - 1);
      if (isCertain && options.some((option) => !HARMLESS_OPTION.test(option.source)))
        this.#doubt(shown, 'whose options could load any file');
      const word = words[at];
      if (isScript) this.#readScript(word, shown);
      else if (source.isShell && word !== undefined)
        this.#readCode([word], shown, knowsTests(name) || (name === 'sh' && this.#shHasTests));
      else if (word !== undefined && isOutput(word)) this.readsProgram.push(shown);
      else if (word === undefined || name !== 'osascript' || !NOTIFICATION.test(plainValue(word) ?? ''))
        this.#doubt(shown, 'whose program could load any file');
    }
  }

  #readScript(word: Word | undefined, shown: string): void {
    if (word === undefined) return;
    if (isOutput(word)) this.readsProgram.push(shown);
    else if (word.value === null || (word.variable !== null && word.value === ''))
      this.#doubt(word.source, 'which could be any file');
    else this.#run(word, 'script');
  }

  /** Words that a shell reads as its program. */
  #readCode(words: readonly Word[], shown: string, hasTests = this.#text.hasTests): void {
    const text = words.map(({ value }) => value ?? '').join(' ');
    if (words.some(isOutput)) this.readsProgram.push(shown);
    else if (words.some((word) => plainValue(word) === null) || this.#text.nesting >= MAX_NESTING)
      this.#doubt(sourceOf(words), 'which could be any program');
    else this.read(text, this.#text.nesting + 1, hasTests);
  }

  /** A program in no list may run any of its arguments, and probably runs one that is an interpreter or a runner. */
  #readUnknown([program, ...rest]: readonly Word[], input: ListedCommand['input']): void {
    if (program === undefined) return;
    this.operands.push(...rest.map((word) => ({ word, program })));
    this.#readInner([program, ...rest], input);
  }

  #readInner(words: readonly Word[], input: ListedCommand['input']): void {
    const at = words.findIndex((word) => {
      const value = plainValue(word);
      return value !== null && (isInterpreterArgument(value) || RUNNERS.has(basename(value)));
    });
    const [inner, ...rest] = words.slice(Math.max(at, 0));
    if (at < 0 || inner === undefined) return;
    if (!RUNNERS.has(basename(inner.value ?? ''))) {
      this.#readInterpreter([inner, ...rest], input, false);
      return;
    }
    const script = findUvScript([inner, ...rest]);
    if (script !== null) {
      this.#run(script, 'uv script');
      return;
    }
    this.#doubt(inner.source, 'which runs code that the project or a registry chooses');
    const shown = sourceOf([inner, ...rest]);
    if (rest.some(({ value }) => isStandardInput(value)) || NAMES_NOTHING.test(shown))
      this.readsProgram.push(shown);
    for (const word of rest) if (HAS_SCRIPT_NAME.test(word.value ?? '')) this.#run(word, 'script');
    this.#readInner(rest, input);
  }

  #readBindings(rest: readonly Word[]): void {
    for (const { value, source } of rest) {
      const name = /^[A-Za-z_]\w*/.exec(value ?? source)?.[0];
      if (name !== undefined) this.#assign(name, source);
      else if (!source.startsWith('-')) this.#doubt(source, 'which could set any variable');
    }
  }

  #readChangeOfDirectory(words: readonly Word[]): void {
    const [, target] = words;
    const isProject = PROJECT_VARIABLE.test(target?.variable ?? '') && target?.value === '';
    if (!isProject) this.#doubt(sourceOf(words.slice(0, 2)), 'after which a path is another one');
  }

  /** awk and sed: programs in a word, most of which run nothing. */
  #readFilter(program: Word, rest: readonly Word[]): void {
    const isAwk = basename(program.value ?? '').endsWith('awk');
    const runs = isAwk
      ? /system|getline|\||@|ENVIRON/
      : /(?:^|[;{}\d$/\s])[eswWrR](?=\s|$)|\/[gpiImM\d]*[ew][gpiImM\d]*(?:\s|;|}|$)/;
    const file = rest.findIndex(({ value }) => value === '-f' || value === '--file');
    const loads = rest.some(({ value }) => /^(?:-\w*f.+|--file=|-i|-l|--include|--load)/.test(value ?? ''));
    const isUnclear = rest.some((word) => {
      const value = plainValue(word);
      return value === null || runs.test(value);
    });
    if (rest.some(({ source }) => isStandardInput(source)) && file >= 0)
      this.readsProgram.push(program.source);
    else if (file >= 0 && !loads) this.#readScript(rest[file + 1], sourceOf([program, ...rest]));
    if (loads || (file < 0 ? isUnclear : !isAwk))
      this.#doubt(sourceOf([program, ...rest]), 'whose program could run any other');
  }

  #run(word: Word, role: RunWord['role']): void {
    const { source, nesting } = this.#text;
    const isInPlace = source === '' || source.slice(word.start, word.end) === word.source;
    this.runs.push({ word, role, isNested: nesting > 0 || !isInPlace });
  }

  #assign(name: string, text: string): void {
    this.assigned.add(name);
    if (CHOOSES_PROGRAM.test(name)) this.#doubt(text, `and \`${name}\` chooses which program runs`);
  }

  /** One word is one doubt, also where two rules find it. */
  #doubt(source: string, why: string): void {
    const text = source.length > 80 ? `${source.slice(0, 79)}…` : source;
    if (!this.doubts.some((doubt) => doubt.text === text)) this.doubts.push({ text, why });
  }
}

/** The Python script of `uv run`; null = it runs something else. */
function findUvScript([program, subcommand, ...rest]: readonly Word[]): Word | null {
  if (basename(program?.value ?? '') !== 'uv' || subcommand?.value !== 'run') return null;
  const script = rest.find(({ value }) => !UV_OPTION.test(value ?? ''));
  return script?.value?.endsWith('.py') === true && !script.value.startsWith('-') ? script : null;
}

/** Null = only a shell can expand it. */
function plainValue({ value, variable }: Word): string | null {
  return variable === null ? value : null;
}

/** The words as xargs completes them from its input: unknown where it has a mark, else with one more at the end. */
function addInput(words: readonly Word[], marks: readonly string[] | null): readonly Word[] {
  if (marks === null) return words;
  if (marks.length === 0) return [...words, ABSENT_WORD];
  return words.map((word) =>
    marks.some((mark) => word.text.includes(mark)) ? { ...word, value: null, isAbsent: true } : word,
  );
}

/** Whether a word is the output of a command, or input of one. */
function isOutput({ isSubstituted, isAbsent }: Word): boolean {
  return isSubstituted || isAbsent;
}

function sourceOf(words: readonly Word[]): string {
  return words
    .map(({ source }) => source)
    .filter((source) => source !== '')
    .join(' ');
}

function isLookup([program, option]: readonly Word[]): boolean {
  return program?.value === 'command' && /^-[pvV]*[vV]/.test(option?.value ?? '');
}

/** Variables that mean the directory of a package or plugin. */
export const OWN_DIRECTORY: ReadonlySet<string | null> = new Set([
  'HOOK_DIR',
  'CLAUDE_PLUGIN_ROOT',
  'CLAUDE_SKILL_DIR',
  'extensionPath',
]);

function isHarmlessGit([program, subcommand]: readonly Word[]): boolean {
  return program?.value === 'git' && HARMLESS_GIT.has(subcommand?.value ?? '');
}

/** The file of a package that a word of its command means: `./x`, `x` or `$HOOK_DIR/x`; null = it means none. */
export function findPackageFile({ variable, value }: Word, files: readonly string[]): string | null {
  if (
    value === null ||
    value.startsWith('/') !== OWN_DIRECTORY.has(variable) ||
    (variable !== null && !OWN_DIRECTORY.has(variable))
  )
    return null;
  const name = normalize(variable === null ? value : value.slice(1));
  return files.includes(name) ? name : null;
}
