import { existsSync, realpathSync, statSync } from 'node:fs';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { replaceWords, type Word } from '@hookmd/shell';
import { HAS_SCRIPT_NAME, inspectCommand, PROJECT_VARIABLE, type RunWord } from '../command/inspect.ts';
import { shHasTests } from '../command/system-shell.ts';
import type { Surroundings } from '../discovery/roots.ts';
import type { Source } from '../events/source.ts';
import { cleanLine } from '../events/text.ts';
import { readStart } from '../launch/program-file.ts';
import { isVariableSet } from '../manifest/handler-spec.ts';
import type { ProtocolId } from '../protocols/protocol.ts';
import { describesEnvironment } from './fetched-code.ts';
import { findNeighbors } from './script-neighbors.ts';

/** A file that a command runs, and its name in the package of the entry. */
export interface NamedFile {
  readonly word: Word;
  /** Without links. */
  readonly path: string;
  readonly name: string;
  /** An option that is added in front of it. */
  readonly option?: string;
}

/** Parameters of ENTRY_FILE and ENTRY_UNPINNED. */
export interface FileProblem {
  readonly [key: string]: string;
  readonly file: string;
  readonly detail: string;
  readonly fix: string;
}

/** The files that the command of an entry runs. */
export interface EntryCommand {
  /** Copied when the entry is approved; none of a command that is unpinned. */
  readonly files: readonly NamedFile[];
  /** Why the command is invalid. */
  readonly problems: readonly FileProblem[];
  /** Why HookMD cannot find the files that the command runs: it can only be approved as text. */
  readonly unpinned: readonly FileProblem[];
  /** Every path that was read. */
  readonly paths: readonly string[];
}

/** How the command of an entry is run. */
interface EntryPlace {
  /** Variables that its `env` names. Default: none. */
  readonly declared?: readonly string[];
  /** Default: Claude Code's. */
  readonly protocol?: ProtocolId | undefined;
  /** The directory that relative paths count from; null = by the source of the entry. */
  readonly runsIn?: string | null | undefined;
  /** Whether the files beside its scripts are copied too. Default: false. */
  readonly copiesNeighbors?: boolean;
  /** Whether the `sh` that runs it knows `[[`. Default: that of this machine. */
  readonly hasTests?: boolean;
}

/** What the paths of a command mean, by the source of its entry. */
interface Rules {
  /** Whether files are copied, and everything that the command runs must be among them. */
  readonly pins: boolean;
  /** Directories that names of copies are relative to; any other file is named by its whole path. */
  readonly bases: readonly (keyof Surroundings)[];
  /** Written by the user: it may name files anywhere, give tool input to an unknown program, and be unpinned. */
  readonly isOwn: boolean;
  /** What a relative path counts from; null = it would be a file of any project that the agent works in. */
  readonly relative: keyof Surroundings | null;
}

const OWN_PROPERTY: Rules = { pins: true, bases: ['home'], isOwn: true, relative: null };
const rules: Readonly<Partial<Record<Source, Rules>>> = {
  project: { pins: true, bases: ['project'], isOwn: false, relative: 'project' },
  skill: { pins: true, bases: ['skill', 'project'], isOwn: false, relative: 'skill' },
  // Only root can write the files that a managed entry names: they run where they are.
  managed: { pins: false, bases: [], isOwn: false, relative: null },
};

/** Installed programs: a process that can replace them can replace HookMD. */
const SYSTEM = /^\/(?:usr|bin|sbin|lib\w*|nix|snap|opt\/homebrew|System|Library|Applications)\//;
/** Any user can put a file there, or it is another name for a file of the project. */
const EVERY_USER = /^\/(?:dev|proc|tmp|var\/tmp)\//;
const INPUT_VARIABLE = /^(?:tool_input_|HOOK_TOOL_INPUT_)\w+$/;
const DEVICE = /^\/dev\/(?:null|tty|stdout|stderr)$/;
const MAX_SCRIPT_BYTES = 1024 * 1024;

const WITH_NEIGHBORS = 'Run `hooks import` on the file of the entry to make a package with these files.';
const AS_A_PACKAGE =
  'Name the file with an interpreter in front of it, or make the hook a package with all its files.';

/**
 * Finds the files that the command of an entry runs, by the rules of its source; reads files and runs none.
 */
export function readEntryCommand(
  command: string | readonly string[],
  source: Source,
  around: Surroundings,
  {
    declared = [],
    protocol = 'claude',
    runsIn = null,
    copiesNeighbors = false,
    hasTests = shHasTests(),
  }: EntryPlace = {},
): EntryCommand {
  const rule = rules[source] ?? OWN_PROPERTY;
  const pins = new Pins(rule, around, runsIn, copiesNeighbors);
  const { runs, doubts, operands, assigned } = inspectCommand(command, hasTests);
  const location = { protocol, declared, variables: [], hasShell: typeof command === 'string' };
  for (const run of runs) {
    const { variable } = run.word;
    // A path that begins with an unset variable is an error of its own.
    const isUnset = variable !== null && !assigned.has(variable) && !isVariableSet(variable, location);
    if (run.role !== 'name' && !isUnset) pins.addRun(run);
  }
  if (rule.pins) {
    for (const { text, why } of doubts) pins.doubt(text, why);
    for (const { word, program } of operands) pins.addOperand(word, program);
  }
  const { files, problems, unpinned, paths } = pins;
  return { files: unpinned.length > 0 ? [] : files, problems, unpinned, paths };
}

class Pins {
  readonly files: NamedFile[] = [];
  readonly problems: FileProblem[] = [];
  readonly unpinned: FileProblem[] = [];
  readonly paths: string[] = [];
  readonly #rules: Rules;
  readonly #around: Surroundings;
  readonly #copiesNeighbors: boolean;
  /** What a relative path counts from; null = it would be a file of any project. */
  readonly #base: string | null;

  constructor(given: Rules, around: Surroundings, runsIn: string | null, copiesNeighbors: boolean) {
    this.#rules = given;
    this.#around = around;
    this.#copiesNeighbors = copiesNeighbors;
    this.#base = runsIn ?? (given.relative === null ? null : around[given.relative]);
  }

  addRun(run: RunWord): void {
    const path = this.#locate(run.word);
    const file = run.word.source;
    if (path === 'unknown') this.doubt(file, 'which could be any file');
    else if (path === 'any project') {
      const fix = 'Write the whole path, or move the entry into the settings of that project.';
      add(this.problems, {
        file,
        detail: 'which would be a file of the project that the agent works in',
        fix,
      });
    } else {
      this.paths.push(path);
      const base = this.#rules.bases.find((item) => isInside(path, this.#around[item])) ?? null;
      if (!this.#rules.pins || (base === null && SYSTEM.test(path))) return;
      const found = statFile(path);
      const invalid = this.#whyInvalid(path, base, found);
      if (invalid !== null) add(this.problems, { file, ...invalid });
      else if (found !== null) this.#pin(run, path, base, found);
    }
  }

  /** Why a file cannot be run, pinned or not. */
  #whyInvalid(
    path: string,
    base: keyof Surroundings | null,
    found: FoundFile | null,
  ): { readonly detail: string; readonly fix: string } | null {
    if (base === null && EVERY_USER.test(path))
      return { detail: 'where any user can put a file', fix: 'Name a file of your own.' };
    if (base === null && !this.#rules.isOwn)
      return { detail: 'which is outside of the project', fix: 'Name a file of the project.' };
    const fix = 'Name a file that is there, or make the hook a package with all its files.';
    if (found === null) return { detail: 'which is not there', fix };
    if (base !== null && base !== 'home' && !isInside(found.path, realPath(this.#around[base])))
      return { detail: `which is a link out of the ${base}`, fix };
    return found.isFile ? null : { detail: 'which is not a file', fix };
  }

  #pin(
    { word, role, isNested }: RunWord,
    path: string,
    base: keyof Surroundings | null,
    found: FoundFile,
  ): void {
    // An installed program is no script: it is larger, or machine code.
    if (role === 'program' && (base === null || base === 'home') && !isScript(found)) return;
    if (isNested) {
      this.doubt(word.source, 'inside a longer string, where it cannot be replaced by the copy');
      return;
    }
    if (
      role === 'uv script' &&
      !describesEnvironment(readStart(found.path, MAX_SCRIPT_BYTES)?.toString() ?? '')
    ) {
      this.doubt(word.source, 'which uv runs with the packages of the project');
      return;
    }
    const neighbors = this.#copiesNeighbors ? null : findNeighbors(found.path);
    if (neighbors !== null && (this.#rules.isOwn || neighbors.looksAbove)) {
      const where = neighbors.looksAbove ? 'above its directory' : 'beside itself';
      add(this.#rules.isOwn ? this.unpinned : this.problems, {
        file: word.source,
        detail: `which reads files ${where} (\`${cleanLine(neighbors.evidence)}\`)`,
        fix: neighbors.looksAbove ? AS_A_PACKAGE : WITH_NEIGHBORS,
      });
      return;
    }
    const name = base === null ? `other${path}` : `${base}/${relative(this.#around[base] ?? '', path)}`;
    // A word is read once for each program that may stand before it.
    if (!this.files.some((file) => file.word === word)) {
      // uv reads settings of the project, and they can name another registry for the packages of the script.
      const option = role === 'uv script' ? { option: '--no-config' } : {};
      this.files.push({ word, path: found.path, name, ...option });
    }
  }

  /** An argument of a program that may run it. */
  addOperand(token: Word, program: Word): void {
    const { text, value, variable, isAbsent } = token;
    // Input, such as that of the tool, is data to a program of the user's choice, such as a linter.
    const isInput = isAbsent || (value === '' && INPUT_VARIABLE.test(variable ?? ''));
    if (this.#rules.isOwn && isInput) return;
    const isPlain = value !== null && variable === null && !/[$`|;&<>(){}!~]|^\.{1,2}(?:\/|$)/.test(value);
    if (isPlain && (DEVICE.test(value) || /^[a-z][a-z0-9+.-]*:\/\//.test(value))) return;
    const paths = isPlain ? [value, value.slice(value.indexOf('=') + 1)] : [];
    if (isPlain && !paths.some((entry) => entry.includes('/') || this.#mayBeFile(entry))) return;
    if (this.files.some((file) => file.word === token)) return;
    if (text === '') this.doubt(program.source, 'which could run its input');
    else this.doubt(text, 'which the program could run');
  }

  #mayBeFile(text: string): boolean {
    const base = this.#base;
    return HAS_SCRIPT_NAME.test(text) || (text !== '' && base !== null && existsSync(resolve(base, text)));
  }

  /** HookMD cannot find what runs: the user may approve that in an entry of their own, and not in one of a repository. */
  doubt(file: string, detail: string): void {
    add(this.#rules.isOwn ? this.unpinned : this.problems, { file, detail, fix: AS_A_PACKAGE });
  }

  #locate({ variable, value }: Word): string | 'any project' | 'unknown' {
    const { project, home } = this.#around;
    if (value === null || (variable !== null && !value.startsWith('/'))) return 'unknown';
    if (variable === 'HOME') return join(home, value);
    if (variable !== null) {
      if (!PROJECT_VARIABLE.test(variable)) return 'unknown';
      return this.#rules.relative === null ? 'any project' : join(project, value);
    }
    if (isAbsolute(value)) return resolve(value);
    return this.#base === null ? 'any project' : resolve(this.#base, value);
  }
}

/** One word is one problem, also where two rules find it, one with the quotes around it. */
function add(problems: FileProblem[], problem: FileProblem): void {
  const isKnown = problems.some(({ file }) => file.includes(problem.file) || problem.file.includes(file));
  if (!isKnown) problems.push(problem);
}

interface FoundFile {
  readonly path: string;
  readonly isFile: boolean;
  readonly size: number;
}

function statFile(path: string): FoundFile | null {
  try {
    const real = realpathSync.native(path);
    const stats = statSync(real);
    return { path: real, isFile: stats.isFile(), size: stats.size };
  } catch {
    return null;
  }
}

/** Text of an ordinary size; a file that cannot be read counts as text. */
function isScript({ path, size }: FoundFile): boolean {
  return size <= MAX_SCRIPT_BYTES && readStart(path, 512)?.includes(0) !== true;
}

function realPath(dir: string | null): string {
  return statFile(dir ?? '/')?.path ?? dir ?? '/';
}

function isInside(path: string, dir: string | null): boolean {
  return dir !== null && dir !== '' && path.startsWith(`${dir}/`);
}

/** The command with other words for the files it names. */
export function nameFiles(
  command: string | readonly string[],
  { files }: Pick<EntryCommand, 'files'>,
  nameOf: (file: NamedFile) => string,
): string | readonly string[] {
  if (typeof command === 'string')
    return replaceWords(
      command,
      files.map((file) => ({ ...file.word, text: [file.option ?? '', nameOf(file)].join(' ').trimStart() })),
    );
  return command.flatMap((text, index) => {
    const file = files.find(({ word: { start } }) => start === index);
    return file === undefined ? [text] : [...(file.option === undefined ? [] : [file.option]), nameOf(file)];
  });
}
