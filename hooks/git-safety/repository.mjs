import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync } from 'node:fs';
import path from 'node:path';

/** For all questions of one call: the decision must come before the hook's timeout. */
const MAX_MS = 2_500;
const MAX_BYTES = 16 * 1024 * 1024;
/** More files are not searched for on the disk. */
const MAX_FILES = 5_000;
/** What a repository could make git start while it reads. */
const OVERRIDES = ['core.fsmonitor=false', 'core.hooksPath=/dev/null', 'protocol.allow=never'];
const FILTER = /^filter\.(.*)\.[^.]*$/s;
const PARTIAL = /^extensions\.partialclone$|^remote\..*\.(promisor|partialclonefilter)$/is;

/** What would be lost is not known, because of `message`. */
export class Unknown extends Error {
  /** The command certainly concerns files, whose changes are not known. */
  isOfFiles;

  constructor(message, isOfFiles = false) {
    super(message);
    this.isOfFiles = isOfFiles;
  }
}

/** The time and the variables for the questions of one call. */
export class Questions {
  #deadline = null;

  /** Throws Unknown if no time is left. */
  get remainingMs() {
    this.#deadline ??= performance.now() + MAX_MS;
    const left = Math.floor(this.#deadline - performance.now());
    if (left <= 0) throw new Unknown('git takes too long here');
    return left;
  }

  /** With it git needs no input, and uses no network. */
  get environment() {
    return {
      // HookMD passes no variable of git on; nor may a test.
      ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'))),
      LC_ALL: 'C',
      GIT_TERMINAL_PROMPT: '0',
      GIT_NO_LAZY_FETCH: '1',
      GIT_ALLOW_PROTOCOL: 'none',
    };
  }
}

/**
 * What git knows about the repository around a directory. It only reads, and nothing in the repository or its configuration runs:
 * no hook, filter, monitor, alias, pager or program for a diff, and no git in a submodule.
 *
 * Every method throws Unknown if git is missing, fails or is too slow.
 */
export class Repository {
  #directory;
  #questions;
  #overrides = null;
  #top = null;
  #hasHidden = null;

  constructor(directory, questions) {
    this.#directory = directory;
    this.#questions = questions;
  }

  /** The files below `paths` whose content is only in the working tree; with `isWhole`, also those whose content is only in the index. */
  changes(paths, isWhole) {
    if (this.#hidesChanges()) throw new Unknown('git ignores changes of some files here', true);
    const options = ['--porcelain', '-z', '--untracked-files=no', '--ignore-submodules=all', '--no-renames'];
    return split(this.#read(['status', ...options, '--', ...paths])).flatMap((entry) => {
      const [index, work, file] = [entry[0], entry[1], entry.slice(3)];
      const isConflict = /U|AA|DD/.test(index + work);
      const isStaged = isWhole && /[MTA]/.test(index);
      // Another file may be in place of one that is deleted, or of its directory.
      const isReplaced = /D/.test(index + work) && this.#exists(file);
      return isConflict || /[MTA]/.test(work) || isStaged || isReplaced ? [file] : [];
    });
  }

  /** Files that git does not track, where a file of `commit` would be. */
  filesInTheWay(commit, paths = []) {
    const head = this.idOf('HEAD');
    if (head === this.idOf(commit)) return [];
    const options = ['-r', '-z', '--name-only'];
    const compare = [
      '--no-renames',
      '--diff-filter=A',
      '--ignore-submodules=all',
      '--no-ext-diff',
      '--no-textconv',
    ];
    // Without a commit here, every file of the other one is added.
    const words =
      head === null
        ? ['ls-tree', ...options, '--full-tree', commit]
        : ['diff-tree', ...options, ...compare, head, commit, '--', ...paths];
    const added = split(this.#read(words));
    if (added.length > MAX_FILES) throw new Unknown('the commits differ in too many files');
    return added.filter((file) => this.#exists(file));
  }

  /** What `git clean` would remove. */
  untracked(words) {
    return this.#read(['clean', '--dry-run', ...words])
      .split('\n')
      .flatMap((line) => (line.startsWith('Would remove ') ? [line.slice('Would remove '.length)] : []));
  }

  /** The number of commits that `rev-list` finds. */
  count(words) {
    return Number(this.#read(['rev-list', '--count', ...words, '--']));
  }

  /** The id of a commit; null if there is none of that name. */
  idOf(name) {
    if (name.startsWith('-')) throw new Unknown('the command does not show which commit it means');
    return this.#find(['rev-parse', '--verify', '--quiet', `${name}^{commit}`]);
  }

  hasRef(name) {
    return this.#find(['rev-parse', '--verify', '--quiet', name]) !== null;
  }

  /** Null if the configuration has no alias of that name. */
  alias(name) {
    return this.#find(['config', '--get', `alias.${name}`]);
  }

  /** Null if no branch is checked out. */
  get branch() {
    return this.#find(['symbolic-ref', '--quiet', '--short', 'HEAD']);
  }

  /** Whether commands change submodules too, whose state is not read. */
  get includesSubmodules() {
    return this.hasSubmodules && this.#find(['config', '--get', 'submodule.recurse']) !== null;
  }

  get hasSubmodules() {
    return existsSync(path.join(this.#root, '.gitmodules'));
  }

  /** The repository around another directory. */
  at(directory) {
    return new Repository(path.resolve(this.#directory, directory), this.#questions);
  }

  exists(file) {
    if (!isOnDisk(this.#directory)) throw new Unknown('the directory does not exist');
    return isOnDisk(path.resolve(this.#directory, file));
  }

  get #root() {
    this.#top ??= this.#read(['rev-parse', '--show-toplevel']).replace(/\n$/, '');
    return this.#top;
  }

  #exists(file) {
    return isOnDisk(path.join(this.#root, file));
  }

  /** Whether files are marked so that git does not look for their changes, but may overwrite them. */
  #hidesChanges() {
    this.#hasHidden ??= split(this.#read(['ls-files', '-v', '-z', '--full-name', ':/'])).some(
      (entry) => /^[a-z]/.test(entry) || (entry.startsWith('S') && this.#exists(entry.slice(2))),
    );
    return this.#hasHidden;
  }

  /** Null if there is none. */
  #find(words) {
    const { status, text } = this.#ask(words);
    if (status > 1) throw new Unknown('git cannot read a repository here');
    return status === 0 ? text.trim() : null;
  }

  #read(words) {
    const { status, text } = this.#ask(words);
    if (status !== 0) throw new Unknown('git cannot read a repository here');
    return text;
  }

  #ask(words) {
    this.#overrides ??= this.#readOverrides();
    return this.#start([...this.#overrides, ...words]);
  }

  /** Filters run as git compares files; only the configuration has their names. */
  #readOverrides() {
    const { status, text } = this.#start(['config', '--list', '--name-only', '-z']);
    if (status !== 0) throw new Unknown('git cannot read its configuration here');
    const keys = split(text);
    if (keys.some((key) => PARTIAL.test(key))) throw new Unknown('the repository is a partial clone');
    const filters = new Set(keys.flatMap((key) => FILTER.exec(key)?.[1] ?? []));
    if ([...filters].some((name) => !/^[\w.+-]+$/.test(name)))
      throw new Unknown('the configuration of git has a filter with an unusual name');
    // Without its filter a file counts as changed rather than as unchanged.
    const off = [...filters].flatMap((name) =>
      ['clean=', 'smudge=', 'process=', 'required=false'].map((setting) => `filter.${name}.${setting}`),
    );
    return off.flatMap((setting) => ['-c', setting]);
  }

  #start(words) {
    const settings = OVERRIDES.flatMap((setting) => ['-c', setting]);
    const options = ['--no-pager', '--no-optional-locks', ...settings, '-C', this.#directory];
    const { status, stdout, error } = spawnSync('git', [...options, ...words], {
      // A relative element of PATH must not lead to a program in the project.
      cwd: '/',
      env: this.#questions.environment,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: this.#questions.remainingMs,
      killSignal: 'SIGKILL',
      maxBuffer: MAX_BYTES,
    });
    if (error !== undefined || status === null) throw new Unknown('git is missing or too slow here');
    return { status, text: stdout };
  }
}

function split(text) {
  return text.split('\0').filter((part) => part !== '');
}

/** Whether a file is there, or a file where its directory would be. */
function isOnDisk(file) {
  try {
    return lstatSync(file, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return true;
  }
}
