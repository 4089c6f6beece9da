import { realpathSync, statSync } from 'node:fs';
import { basename, isAbsolute, join, relative, resolve } from 'node:path';
import type { Surroundings } from '../discovery/roots.ts';
import { findScript } from '../launch/script-argument.ts';
import { type ShellWord, shellWords } from '../manifest/shell-words.ts';
import type { Source } from '../protocol/source.ts';
import { findLooseEnds, type LookUp } from './loose-ends.ts';

/** A file that a command runs, and the name it gets in the package of the entry. */
export interface NamedFile {
  readonly word: ShellWord;
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

/** What a shell command runs of the files around it. */
export interface EntryCommand {
  readonly files: readonly NamedFile[];
  readonly problems: readonly FileProblem[];
  /** Every path that was looked at. */
  readonly paths: readonly string[];
}

/** What the paths of a command may mean, by where the entry stands. */
interface Rules {
  /** Which files are copied, in the order in which they are looked for. */
  readonly copies: readonly (keyof Surroundings)[];
  /** What a relative path counts from; null = it would be whatever project the agent works in. */
  readonly relative: keyof Surroundings | null;
  /** Everything it runs must be told for certain, because the agent's own edits reach it. */
  readonly isStrict: boolean;
}

const OWN: Rules = { copies: ['home', 'project'], relative: null, isStrict: false };
const rules: Readonly<Partial<Record<Source, Rules>>> = {
  project: { copies: ['project'], relative: 'project', isStrict: true },
  skill: { copies: ['skill', 'project'], relative: 'skill', isStrict: true },
  // Only root can write what a managed entry names, or nobody vouches for it.
  managed: { copies: [], relative: null, isStrict: false },
};

const PROJECT_VARIABLES: ReadonlySet<string> = new Set(['CLAUDE_PROJECT_DIR', 'HOOK_PROJECT_DIR']);
/** Programs that run the rest of their words. */
const RUNNERS: ReadonlySet<string> = new Set([
  'command',
  'env',
  'exec',
  'nice',
  'nohup',
  'setsid',
  'sudo',
  'time',
  'timeout',
  'xargs',
]);
/** Nobody starts a program through more of them; each looks at the rest of the words. */
const MAX_RUNNERS = 8;
const MAX_SCRIPT_BYTES = 1024 * 1024;

/** Finds the files that a shell command runs, by the rules of the source of its entry. Looks at files, reads none. */
export function readEntryCommand(text: string, source: Source, around: Surroundings): EntryCommand {
  const finder = new FileFinder(rules[source] ?? OWN, around);
  let command: ShellWord[] = [];
  const words = shellWords(text);
  for (const [index, word] of words.entries()) {
    if (word.isProgram) command = [];
    command.push(word);
    const next = words[index + 1];
    if (next === undefined || next.isProgram) finder.look(command, text);
  }
  finder.looseEnds(text);
  return finder;
}

class FileFinder implements EntryCommand {
  readonly files: NamedFile[] = [];
  readonly problems: FileProblem[] = [];
  readonly paths: string[] = [];
  readonly #rules: Rules;
  readonly #around: Surroundings;

  constructor(own: Rules, around: Surroundings) {
    this.#rules = own;
    this.#around = around;
  }

  /** One simple command: its program, the script of an interpreter, and what it hands to another program. */
  look(words: readonly ShellWord[], text: string, depth = 0): void {
    const [program, ...rest] = words.slice(
      Math.max(
        0,
        words.findIndex((word) => word.isProgram),
      ),
    );
    if (program?.isProgram !== true) return;
    const name = program.plain === null ? null : basename(program.plain.text);
    this.#program(program, text);
    if (name === null) return;
    if (RUNNERS.has(name)) {
      if (depth < MAX_RUNNERS) this.look(asCommand(rest), text, depth + 1);
      else if (this.#rules.isStrict)
        this.#refuse(name, 'which hides what is run', 'Name the program itself.');
      return;
    }
    if (/^[gmn]?awk$|^g?sed$/.test(name)) {
      const file = rest[rest.findIndex(({ plain }) => plain?.text === '-f') + 1];
      if (file !== undefined && file !== rest[0]) this.#file(file, text, true);
    }
    const exec = rest.findIndex(({ plain }) => plain?.text === '-exec' || plain?.text === '-execdir');
    if (exec >= 0 && depth < MAX_RUNNERS) this.look(asCommand(rest.slice(exec + 1)), text, depth + 1);
    const given = rest.filter(({ redirection }) => redirection === null);
    const script = name === '.' || name === 'source' ? given[0] : scriptOf(program, given);
    if (script !== undefined && script !== null) this.#file(script, text, true);
  }

  #program(word: ShellWord, text: string): void {
    const { plain } = word;
    const isUnclear = plain === null || (plain.variable !== null && this.#place(plain) === null);
    if (isUnclear && this.#rules.isStrict) {
      this.#refuse(
        text.slice(word.start, word.end),
        'which could be any program',
        'Name the program itself.',
      );
    } else if (plain !== null && (plain.variable !== null || plain.text.includes('/'))) {
      this.#file(word, text, false);
    }
  }

  /** A word that is run; what is no file of ours is left as it is. */
  #file(word: ShellWord, text: string, isScript: boolean): void {
    const shown = text.slice(word.start, word.end);
    const place = word.plain === null ? null : this.#place(word.plain);
    if (place === null) {
      if (word.plain === null && this.#rules.isStrict)
        this.#refuse(shown, 'which could be any file', 'Name the file itself.');
      return;
    }
    if (place === 'whatever project') {
      const fix = 'Write where it is in full, or move the entry into the settings of that project.';
      this.#refuse(shown, 'which would be a file of whatever project the agent works in', fix);
      return;
    }
    this.paths.push(place);
    const owner = this.#rules.copies.find((one) => isInside(place, this.#around[one]));
    if (owner === undefined) {
      const isRelative = word.plain?.variable === null && !isAbsolute(word.plain.text);
      if (this.#rules.isStrict && isRelative)
        this.#refuse(shown, 'which leads out of what is approved', 'Write where it is in full.');
      return;
    }
    const found = lookAt(place);
    const fix = 'Name a file that is there, or make the hook a package with all its files.';
    if (found === null) {
      if (this.#rules.isStrict || isScript || owner === 'home')
        this.#refuse(shown, 'which is not there', fix);
    } else if (!isInside(found.path, realPath(this.#around[owner]))) {
      if (this.#rules.isStrict) this.#refuse(shown, `which leads out of the ${owner}`, fix);
    } else if (!found.isFile) {
      this.#refuse(shown, 'which is not a file', fix);
    } else if (owner !== 'home' || found.size <= MAX_SCRIPT_BYTES) {
      // A large file in a home folder is an installed program, not somebody's script.
      this.files.push({
        word,
        path: found.path,
        name: `${owner}/${relative(this.#around[owner] ?? '', place)}`,
      });
    }
  }

  /** A path without what has to be evaluated; null = none can be told. */
  #place({ variable, text }: NonNullable<ShellWord['plain']>): string | 'whatever project' | null {
    const { project, home } = this.#around;
    const below = (dir: string): string | null => (text.startsWith('/') ? join(dir, text) : null);
    if (variable === 'HOME') return below(home);
    if (variable !== null) {
      if (!PROJECT_VARIABLES.has(variable)) return null;
      return this.#rules.copies.includes('project') && this.#rules.relative !== null
        ? below(project)
        : 'whatever project';
    }
    if (isAbsolute(text)) return resolve(text);
    const base = this.#rules.relative === null ? null : this.#around[this.#rules.relative];
    return base === null ? 'whatever project' : resolve(base, text);
  }

  /** What a repository's command might run beside them. */
  looseEnds(text: string): void {
    if (!this.#rules.isStrict) return;
    const bases = this.#rules.copies.map((base) => this.#around[base] ?? '/');
    const lookUp: LookUp = (token) => {
      for (const path of bases.map((base) => resolve(base, token))) {
        if (!bases.some((base) => isInside(path, base)) || lookAt(path)?.isFile !== true) continue;
        this.paths.push(path);
        return { isExecutable: (statSync(path).mode & 0o111) !== 0 };
      }
      return null;
    };
    const held = new Set(this.files.map(({ word }) => word.start));
    for (const { file, detail, fix } of findLooseEnds(text, lookUp, held)) this.#refuse(file, detail, fix);
  }

  #refuse(file: string, detail: string, fix: string): void {
    // One word is one problem, also where two rules find it, one with the quotes around it.
    const isSaid = this.problems.some((one) => one.file.includes(file) || file.includes(one.file));
    if (!isSaid) this.problems.push({ file, detail, fix });
  }
}

/** The words behind a runner: its options and variables aside, the first is a program. */
function asCommand(words: readonly ShellWord[]): readonly ShellWord[] {
  const at = words.findIndex(({ plain }) => plain === null || !/^(?:-|\d|[A-Za-z_]\w*=)/.test(plain.text));
  return at < 0 ? [] : words.slice(at).map((word, index) => ({ ...word, isProgram: index === 0 }));
}

function scriptOf(program: ShellWord, rest: readonly ShellWord[]): ShellWord | null {
  const known = rest.slice(
    0,
    Math.max(
      0,
      rest.findIndex(({ plain }) => plain === null),
    ) || rest.length,
  );
  const marked = known.map((word) => `${word.plain?.variable == null ? '' : '/'}${word.plain?.text ?? ''}`);
  const found = findScript([program.plain?.text ?? '', ...marked]);
  return found === null ? null : (known[marked.lastIndexOf(found.script)] ?? null);
}

function lookAt(
  path: string,
): { readonly path: string; readonly isFile: boolean; readonly size: number } | null {
  try {
    const real = realpathSync.native(path);
    const stats = statSync(real);
    return { path: real, isFile: stats.isFile(), size: stats.size };
  } catch {
    return null;
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

/** Python without a script, whose modules come from the folder it stands in before they come from its own. */
const PYTHON_IN_PROJECT = /\bpython[\d.]*(?=\s)[^\n;|&]{0,200}?\s(?:-[A-Za-z]*[cm]|-(?=\s|$)|<<)/;

/**
 * The command with other words for the files it names. A `json.py` of the project does not come with `import json`: to
 * those who look at a command, that one is Python's.
 */
export function nameFiles(text: string, { files }: EntryCommand, say: (file: NamedFile) => string): string {
  let result = PYTHON_IN_PROJECT.test(text.replace(/["'\\]/g, '')) ? 'export PYTHONSAFEPATH=1; ' : '';
  let at = 0;
  for (const file of [...files].sort((a, b) => a.word.start - b.word.start)) {
    result += text.slice(at, file.word.start) + say(file);
    at = file.word.end;
  }
  return result + text.slice(at);
}
