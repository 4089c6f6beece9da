import { existsSync, lstatSync, realpathSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { cleanPath } from '@hookmd/core/hook-types';
import { findProgram, runProcess } from '@hookmd/core/system';

/** Half a million files. */
const MAX_LIST_BYTES = 64 * 1024 * 1024;
const GIT_TIMEOUT_MS = 5000;

/** No repository can make git run a program, or fetch what is missing from it. */
const SAFE_SETTINGS = ['core.fsmonitor=false', 'core.hooksPath=/dev/null', 'protocol.allow=never'];
const SAFE_ENVIRONMENT: Readonly<Record<string, string>> = {
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_NO_LAZY_FETCH: '1',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
  LC_ALL: 'C',
};

type Environment = Readonly<Record<string, string | undefined>>;

/** The files of a project whose changes are reported: those that git tracks there, and those that the host names. */
export class TrackedFiles {
  readonly #project: string;
  readonly #named: readonly string[];
  readonly #environment: Environment;
  #worktree: string | null = null;
  #indexPath = '';
  #indexState: string | null = null;
  #paths: ReadonlySet<string>;

  /** `project` is a directory, and `named` counts from it. */
  constructor(project: string, named: readonly string[], environment: Environment) {
    this.#project = project;
    this.#named = named.map((path) => resolve(project, path));
    this.#environment = environment;
    this.#paths = new Set(this.#named);
  }

  /** Absolute paths, as they were at the last `refresh`. */
  get paths(): ReadonlySet<string> {
    return this.#paths;
  }

  /** Runs git where its index has changed. Where git fails, the files it listed before stay tracked. */
  async refresh(): Promise<void> {
    const worktree = findWorktree(this.#project);
    if (worktree !== this.#worktree) {
      const path = worktree === null ? '' : await this.#git('rev-parse', '--git-path', 'index');
      this.#worktree = worktree;
      this.#indexPath = path === null || path === '' ? '' : resolve(this.#project, path.trimEnd());
      this.#indexState = null;
      if (this.#indexPath === '') this.#paths = new Set(this.#named);
    }
    const state = this.#indexPath === '' ? null : stateOf(this.#indexPath);
    if (state === this.#indexState) return;
    this.#indexState = state;
    const listed = state === null ? '' : await this.#git('ls-files', '-z', '--cached');
    if (listed === null) return;
    const tracked = listed
      .split('\0')
      .map((path) => resolve(this.#project, path))
      .filter((path) => path.startsWith(this.#project + sep));
    this.#paths = new Set([...this.#named, ...tracked]);
  }

  /** False when a directory on the way to a tracked file is now a link: the file there is another one. */
  isInside(path: string): boolean {
    if (this.#named.includes(path)) return true;
    try {
      const directory = realpathSync(dirname(path));
      return directory === join(realpathSync(this.#project), relative(this.#project, dirname(path)));
    } catch {
      return false;
    }
  }

  /** What git prints; null when it fails, is missing or takes too long. */
  async #git(...args: readonly string[]): Promise<string | null> {
    const { PATH = '', HOME = '/nonexistent' } = this.#environment;
    const path = cleanPath(PATH) || '/usr/bin:/bin';
    const git = findProgram('git', path);
    if (git === null) return null;
    const { end, exitCode, stdout } = await runProcess({
      argv: [git, ...SAFE_SETTINGS.flatMap((setting) => ['-c', setting]), ...args],
      cwd: this.#project,
      env: { ...SAFE_ENVIRONMENT, PATH: path, HOME },
      stdin: '',
      timeoutMs: GIT_TIMEOUT_MS,
      maxStdoutBytes: MAX_LIST_BYTES,
    });
    return end === 'exit' && exitCode === 0 ? stdout.toString('utf8') : null;
  }
}

/** Distinguishes two states of a file without reading it; null = there is no file. */
export function stateOf(path: string): string | null {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats === undefined || stats.isDirectory()) return null;
    return `${stats.mtimeMs} ${stats.size} ${stats.ino}`;
  } catch {
    return null;
  }
}

/** The nearest directory upward with a `.git`, which is a file in a linked worktree. */
function findWorktree(directory: string): string | null {
  if (existsSync(join(directory, '.git'))) return directory;
  return directory === dirname(directory) ? null : findWorktree(dirname(directory));
}
