import { closeSync, existsSync, openSync, readSync, realpathSync, statSync } from 'node:fs';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { replaceWords, type Word } from '@hookmd/shell';
import { HAS_SCRIPT_NAME, inspectCommand, type RunWord } from '../command/inspect.ts';
import type { Surroundings } from '../discovery/roots.ts';
import type { Source } from '../events/source.ts';
import { isVariableSet } from '../manifest/check-command.ts';

/** A file that a command runs, and the name it gets in the package of the entry. */
export interface NamedFile {
  readonly word: Word;
  /** Without links. */
  readonly path: string;
  readonly name: string;
}

/** Parameters of ENTRY_FILE. */
export interface FileProblem {
  readonly [key: string]: string;
  readonly file: string;
  readonly detail: string;
  readonly fix: string;
}

/** What the command of an entry runs of the files around it. */
export interface EntryCommand {
  readonly files: readonly NamedFile[];
  /** Why what the command runs cannot be pinned to approved copies. */
  readonly problems: readonly FileProblem[];
  /** Every path that was looked at. */
  readonly paths: readonly string[];
}

/** What the paths of a command may mean, by the source of its entry. */
interface Rules {
  /** Whether files are copied, and everything the command runs must be among them. */
  readonly pins: boolean;
  /** Directories that names of copies are relative to; any other file is named by its whole path. */
  readonly bases: readonly (keyof Surroundings)[];
  /**
   * Whether nobody but the user or root writes the entry: then it may name files anywhere, and give a part of the tool's
   * input to an unknown program.
   */
  readonly isOwn: boolean;
  /** What a relative path counts from; null = it would be whatever project the agent works in. */
  readonly relative: keyof Surroundings | null;
}

const OWN: Rules = { pins: true, bases: ['home'], isOwn: true, relative: null };
const rules: Readonly<Partial<Record<Source, Rules>>> = {
  project: { pins: true, bases: ['project'], isOwn: false, relative: 'project' },
  skill: { pins: true, bases: ['skill', 'project'], isOwn: false, relative: 'skill' },
  // Only root can write what a managed entry names, or nobody vouches for it.
  managed: { pins: false, bases: [], isOwn: true, relative: null },
};

const PROJECT_VARIABLES: ReadonlySet<string> = new Set(['CLAUDE_PROJECT_DIR', 'HOOK_PROJECT_DIR']);
/** Installed programs: what replaces them has the rights to replace HookMD. */
const SYSTEM = /^\/(?:usr|bin|sbin|lib\w*|nix|snap|opt\/homebrew|System|Library|Applications)\//;
/** Any user can put a file there, or it is another name for a file of the project. */
const ANYBODY = /^\/(?:dev|proc|tmp|var\/tmp)\//;
const INPUT_VARIABLE = /^(?:tool_input_|HOOK_TOOL_INPUT_)\w+$/;
const DEVICE = /^\/dev\/(?:null|tty|stdout|stderr)$/;
const MAX_SCRIPT_BYTES = 1024 * 1024;

const AS_A_PACKAGE =
  'Name the file with an interpreter in front of it, or make the hook a package with all its files.';

/**
 * Finds the files that the command of an entry runs, by the rules of its source. `declared` = variables its `env` names.
 * Looks at files, runs none.
 */
export function readEntryCommand(
  command: string | readonly string[],
  source: Source,
  around: Surroundings,
  declared: readonly string[] = [],
): EntryCommand {
  const own = rules[source] ?? OWN;
  const pins = new Pins(own, around);
  const { runs, doubts, operands, assigned } = inspectCommand(command);
  const place = { convention: 'claude', declared, hasShell: typeof command === 'string' } as const;
  for (const one of runs) {
    const { variable } = one.word;
    // A path that begins with a variable nobody sets is an error of its own.
    const isUnset = variable !== null && !assigned.has(variable) && !isVariableSet(variable, place);
    if (one.role !== 'name' && !isUnset) pins.addRun(one);
  }
  if (own.pins) {
    for (const { text, why } of doubts) pins.refuse(text, why, AS_A_PACKAGE);
    for (const { word } of operands) pins.checkOperand(word);
  }
  return pins;
}

interface Unpinned {
  readonly detail: string;
  readonly fix: string;
}

class Pins implements EntryCommand {
  readonly files: NamedFile[] = [];
  readonly problems: FileProblem[] = [];
  readonly paths: string[] = [];
  readonly #rules: Rules;
  readonly #around: Surroundings;

  constructor(own: Rules, around: Surroundings) {
    this.#rules = own;
    this.#around = around;
  }

  addRun(run: RunWord): void {
    const pinned = this.#pin(run);
    if (pinned === null) return;
    if ('fix' in pinned) this.refuse(run.word.source, pinned.detail, pinned.fix);
    else this.files.push(pinned);
  }

  /** The copy of a file that is run, why there can be none, or null for an installed program. */
  #pin({ word, role, isNested }: RunWord): NamedFile | Unpinned | null {
    const path = this.#locate(word);
    if (path === 'unknown') return { detail: 'which could be any file', fix: AS_A_PACKAGE };
    if (path === 'whatever project') {
      const fix = 'Write the whole path, or move the entry into the settings of that project.';
      return { detail: 'which would be a file of whatever project the agent works in', fix };
    }
    this.paths.push(path);
    const base = this.#baseOf(path);
    if (!this.#rules.pins || (base === null && SYSTEM.test(path))) return null;
    if (base === null && ANYBODY.test(path))
      return { detail: 'where any user can put a file', fix: 'Name a file of your own.' };
    if (base === null && !this.#rules.isOwn)
      return { detail: 'which is outside of the project', fix: 'Name a file of the project.' };
    const found = statFile(path);
    const fix = 'Name a file that is there, or make the hook a package with all its files.';
    if (found === null) return { detail: 'which is not there', fix };
    if (base !== null && base !== 'home' && !isInside(found.path, realPath(this.#around[base])))
      return { detail: `which is a link out of the ${base}`, fix };
    if (!found.isFile) return { detail: 'which is not a file', fix };
    // An installed program is no script: it is larger, or machine code.
    if (role === 'program' && (base === null || base === 'home') && !isScript(found)) return null;
    if (isNested) return { detail: 'inside other text, where no copy can take its place', fix: AS_A_PACKAGE };
    const name = base === null ? `other${path}` : `${base}/${relative(this.#around[base] ?? '', path)}`;
    return { word, path: found.path, name };
  }

  /** An argument of a program that may run it. */
  checkOperand(word: Word): void {
    const { text, value, variable } = word;
    // What the event is about is data to a program of your own choice, such as a linter.
    if (this.#rules.isOwn && value === '' && INPUT_VARIABLE.test(variable ?? '')) return;
    const options = value === null ? [] : [value, value.slice(value.indexOf('=') + 1)];
    const isPlain =
      value !== null &&
      word.variable === null &&
      !/[$`|;&<>(){}!~]/.test(value) &&
      !/^\.{1,2}(?:\/|$)/.test(value);
    if (isPlain && (DEVICE.test(value) || /^[a-z][a-z0-9+.-]*:\/\//.test(value))) return;
    if (isPlain && !options.some((one) => one.includes('/') || this.#mayBeFile(one))) return;
    if (this.files.some((file) => file.word === word)) return;
    this.refuse(text, 'which the program could run', AS_A_PACKAGE);
  }

  #mayBeFile(text: string): boolean {
    const base = this.#rules.relative === null ? null : this.#around[this.#rules.relative];
    if (HAS_SCRIPT_NAME.test(text)) return true;
    return text !== '' && base !== null && existsSync(resolve(base, text));
  }

  refuse(file: string, detail: string, fix: string): void {
    // One word is one problem, also where two rules find it, one with the quotes around it.
    const isKnown = this.problems.some((one) => one.file.includes(file) || file.includes(one.file));
    if (!isKnown) this.problems.push({ file, detail, fix });
  }

  #locate({ variable, value }: Word): string | 'whatever project' | 'unknown' {
    const { project, home } = this.#around;
    if (value === null || (variable !== null && !value.startsWith('/'))) return 'unknown';
    if (variable === 'HOME') return join(home, value);
    if (variable !== null) {
      if (!PROJECT_VARIABLES.has(variable)) return 'unknown';
      return this.#rules.relative === null ? 'whatever project' : join(project, value);
    }
    if (isAbsolute(value)) return resolve(value);
    const base = this.#rules.relative === null ? null : this.#around[this.#rules.relative];
    return base === null ? 'whatever project' : resolve(base, value);
  }

  #baseOf(path: string): keyof Surroundings | null {
    return this.#rules.bases.find((base) => isInside(path, this.#around[base])) ?? null;
  }
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

/** Text of a size that a person writes. */
function isScript({ path, size }: FoundFile): boolean {
  if (size > MAX_SCRIPT_BYTES) return false;
  let descriptor: number;
  try {
    descriptor = openSync(path, 'r');
  } catch {
    return true;
  }
  try {
    const start = Buffer.alloc(512);
    return !start.subarray(0, readSync(descriptor, start, 0, start.length, 0)).includes(0);
  } catch {
    return true;
  } finally {
    closeSync(descriptor);
  }
}

function realPath(dir: string | null): string {
  try {
    return realpathSync.native(dir ?? '/');
  } catch {
    return dir ?? '/';
  }
}

function isInside(path: string, dir: string | null): boolean {
  return dir !== null && dir !== '' && path.startsWith(`${dir}/`);
}

/** The command with other words for the files it names. */
export function nameFiles(
  command: string | readonly string[],
  { files }: EntryCommand,
  nameOf: (file: NamedFile) => string,
): string | readonly string[] {
  if (typeof command === 'string')
    return replaceWords(
      command,
      files.map((file) => ({ ...file.word, text: nameOf(file) })),
    );
  return command.map((word, index) => {
    const file = files.find(({ word: { start } }) => start === index);
    return file === undefined ? word : nameOf(file);
  });
}
