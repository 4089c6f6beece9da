import { lstatSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { readPlainFile } from '@hookmd/core/internal/state/read-plain-file';
import { readGitIndex } from './git-index.ts';

/** Half a million files. */
const MAX_INDEX_BYTES = 64 * 1024 * 1024;
const MAX_POINTER_BYTES = 4_096;

/** The files of a project whose changes are told: those that git tracks there, and those that its host names. */
export class TrackedFiles {
  readonly #folder: string;
  readonly #named: readonly string[];
  #index = '';
  #paths: ReadonlySet<string>;

  /** `folder` is that of the project, and `named` counts from it. */
  constructor(folder: string, named: readonly string[]) {
    this.#folder = folder;
    this.#named = named.map((path) => resolve(folder, path));
    this.#paths = new Set(this.#named);
  }

  /** As it stands now, by absolute path; the same set where nothing became of it. */
  look(): ReadonlySet<string> {
    const place = findGit(this.#folder);
    const index = place === null ? '' : `${place.gitDir}\0${stateOf(join(place.gitDir, 'index'))}`;
    if (index === this.#index) return this.#paths;
    const listed = place === null ? [] : listIndex(place.gitDir, 'index');
    // Git puts a new one in place of the old one, whole. What cannot be read is looked at again when it is another one.
    this.#index = index;
    if (listed === null) return this.#paths;
    const paths = place === null ? [] : listed.map((path) => join(place.top, path));
    const inside = paths.filter((path) => path.startsWith(this.#folder + sep));
    this.#paths = new Set([...this.#named, ...inside]);
    return this.#paths;
  }

  /** False = the folder of a tracked file leads out of the project by now: what is there is another one, and git calls the tracked one deleted. */
  isInside(path: string): boolean {
    if (this.#named.includes(path)) return true;
    try {
      const folder = realpathSync(dirname(path));
      return folder === join(realpathSync(this.#folder), relative(this.#folder, dirname(path)));
    } catch {
      return false;
    }
  }
}

/** What tells one state of a file from another without reading it; null = there is no file. */
export function stateOf(path: string): string | null {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats === undefined || stats.isDirectory()) return null;
    return `${stats.mtimeMs} ${stats.size} ${stats.ino}`;
  } catch {
    return null;
  }
}

/** The nearest work tree upward. In a linked one `.git` is a file that names the place. */
function findGit(folder: string): { readonly top: string; readonly gitDir: string } | null {
  for (let top = folder; ; top = dirname(top)) {
    const path = join(top, '.git');
    if (isFolder(path)) return { top, gitDir: path };
    const [, named] =
      /^gitdir: (.+)/.exec(readBounded(path, MAX_POINTER_BYTES)?.toString('utf8') ?? '') ?? [];
    if (named !== undefined) return { top, gitDir: resolve(top, named) };
    if (top === dirname(top)) return null;
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  } catch {
    return false;
  }
}

/** With those that a split index left in its other half; those it no longer has are listed on, until git joins the halves. */
function listIndex(gitDir: string, name: string): readonly string[] | null {
  const bytes = readBounded(join(gitDir, name), MAX_INDEX_BYTES);
  // Nothing was ever added.
  if (bytes === undefined) return [];
  const index = bytes === null ? null : readGitIndex(bytes);
  if (index === null) return null;
  if (index.shared === null || name !== 'index') return index.paths;
  return [...index.paths, ...(listIndex(gitDir, index.shared) ?? [])];
}

/** Undefined where there is none; null where it is not to be read: a repository chooses what stands there. */
function readBounded(path: string, maxBytes: number): Buffer | null | undefined {
  if (stateOf(path) === null) return undefined;
  try {
    return readPlainFile(path, maxBytes);
  } catch {
    return null;
  }
}
