import { setImmediate as breathe } from 'node:timers/promises';
import { stateOf } from './tracked-files.ts';

/** How often is looked where looking costs little; what holds for two looks is a change. */
const LOOK_EVERY_MS = 250;
/** A project of many files is looked at more rarely: looks take one part in so many of the time that passes. */
const SHARE = 20;
/** After so many files whatever else waits in this process has its turn. */
const AT_ONCE = 256;

/** A file that is not what it was. */
export interface FileChange {
  readonly path: string;
  readonly change: 'add' | 'change' | 'unlink';
}

interface Watched {
  /** What was told last, and what was seen last: a file that is written in pieces is told of once. Null = no file. */
  told: string | null;
  seen: string | null;
}

interface Watching {
  readonly tracked: () => ReadonlySet<string>;
  /** Looked at before one is told of that is there. */
  readonly isInside: (path: string) => boolean;
  /** Whether anybody wants to hear of it; else nothing is looked at. */
  readonly isWanted: () => boolean;
  /** Of one after another: a branch that is switched changes thousands of files. */
  readonly tell: (change: FileChange) => Promise<unknown>;
}

/**
 * Tells of tracked files that have changed, whoever changed them. By looking: notices of the system do not follow a file that is
 * replaced, and of a whole project there may be none left. Reads no file, and keeps no process alive.
 */
export class FileWatch {
  readonly #watching: Watching;
  /** Null while nobody wants to hear of it. */
  #files: Map<string, Watched> | null = null;
  /** Those that were not as they had been at the last look. */
  #restless: ReadonlySet<string> = new Set();
  /** When it is time to look at all of them again. */
  #due = 0;
  #timer: NodeJS.Timeout | null;

  constructor(watching: Watching) {
    this.#watching = watching;
    this.#timer = setTimeout(() => void this.#look(), LOOK_EVERY_MS).unref();
    this.attend();
  }

  /** What is there now is what changes are told against. To be called where somebody may have begun to listen. */
  attend(): void {
    const { isWanted, tracked } = this.#watching;
    if (this.#timer === null || this.#files !== null || !isWanted()) return;
    this.#files = new Map();
    for (const path of tracked()) {
      const now = stateOf(path);
      this.#files.set(path, { told: now, seen: now });
    }
  }

  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#files = null;
  }

  async #look(): Promise<void> {
    if (!this.#watching.isWanted()) this.#files = null;
    this.attend();
    for (const change of await this.#compare()) {
      if (this.#files === null) break;
      await this.#watching.tell(change);
    }
    if (this.#timer === null) return;
    const inMs = this.#restless.size > 0 ? 0 : this.#due - performance.now();
    this.#timer = setTimeout(() => void this.#look(), Math.max(LOOK_EVERY_MS, inMs)).unref();
  }

  /** Looks at all of them, or before that is due at the restless ones. */
  async #compare(): Promise<readonly FileChange[]> {
    const begun = performance.now();
    const files = this.#files;
    if (files === null) return [];
    if (begun < this.#due) return this.#compareThese(files, this.#restless);
    const tracked = this.#watching.tracked();
    const gone = forgetAllBut(tracked, files);
    const changes = await this.#compareThese(files, tracked);
    const ended = performance.now();
    this.#due = ended + (ended - begun) * SHARE;
    return [...gone, ...changes];
  }

  async #compareThese(
    files: Map<string, Watched>,
    paths: ReadonlySet<string>,
  ): Promise<readonly FileChange[]> {
    const restless = new Set<string>();
    const changes: FileChange[] = [];
    let count = 0;
    for (const path of paths) {
      if (++count % AT_ONCE === 0) await breathe();
      if (this.#files !== files) return [];
      const known = files.get(path) ?? { told: null, seen: null };
      files.set(path, known);
      const now = stateOf(path);
      if (now !== known.seen) restless.add(path);
      else if (now !== known.told && (now === null || this.#watching.isInside(path))) {
        changes.push({ path, change: kindOf(known.told, now) });
        known.told = now;
      }
      known.seen = now;
    }
    this.#restless = restless;
    return changes;
  }
}

/** Of those that are no longer tracked, the ones that are gone; with one that is still there nothing happened. */
function forgetAllBut(tracked: ReadonlySet<string>, files: Map<string, Watched>): readonly FileChange[] {
  const left = [...files].filter(([path]) => !tracked.has(path));
  for (const [path] of left) files.delete(path);
  const gone = left.filter(([path, { told }]) => told !== null && stateOf(path) === null);
  return gone.map(([path]) => ({ path, change: 'unlink' }));
}

function kindOf(before: string | null, now: string | null): FileChange['change'] {
  if (before === null) return 'add';
  return now === null ? 'unlink' : 'change';
}
