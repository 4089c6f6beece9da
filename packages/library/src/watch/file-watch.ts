import { setImmediate as breathe } from 'node:timers/promises';
import type { EventName, JsonObject } from '@hookmd/core/events';
import { SettingsWatch, settingsOf } from '@hookmd/core/runtime';
import type { Places } from '@hookmd/core/system';
import { stateOf, TrackedFiles } from './tracked-files.ts';

/** How often files are compared where that costs little. A state that two comparisons see is a change. */
const POLL_MS = 250;
/** Many files are compared less often: comparing takes one part in this many of the time. */
const SHARE = 20;
/** After this many files the event loop turns. */
const BATCH = 256;

/** A file that differs from what was last reported. */
export interface FileChange {
  readonly path: string;
  readonly change: 'add' | 'change' | 'unlink';
}

interface FileState {
  /** A file that is written in pieces is reported once. Null = no file. */
  reported: string | null;
  seen: string | null;
}

interface FileWatchOptions {
  readonly tracked: Pick<TrackedFiles, 'paths' | 'refresh' | 'isInside'>;
  /** Whether a hook listens; if not, no file is compared. */
  readonly isWanted: () => boolean;
  /** Called for one change after another: switching a branch changes thousands of files. */
  readonly report: (change: FileChange) => Promise<unknown>;
}

/**
 * Reports changes of tracked files, by any process. By polling: file watchers take memory for each file, and do not follow a
 * file that is replaced. Reads no file, and keeps no process alive (row D35, decision 0061).
 */
export class FileWatch {
  readonly #options: FileWatchOptions;
  /** Null while no hook listens. */
  #files: Map<string, FileState> | null = null;
  /** Files that changed between the last two comparisons. */
  #unsettled: ReadonlySet<string> = new Set();
  /** When all files are compared again. */
  #due = 0;
  #timer: NodeJS.Timeout | null;

  constructor(options: FileWatchOptions) {
    this.#options = options;
    this.#timer = setTimeout(() => void this.#poll(), POLL_MS).unref();
    this.start();
  }

  /** Changes are reported against the files as they are now. Call it where a hook may have begun to listen. */
  start(): void {
    const { isWanted, tracked } = this.#options;
    if (this.#timer === null || this.#files !== null || !isWanted()) return;
    this.#files = new Map();
    for (const path of tracked.paths) {
      const now = stateOf(path);
      this.#files.set(path, { reported: now, seen: now });
    }
  }

  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#files = null;
  }

  async #poll(): Promise<void> {
    if (!this.#options.isWanted()) this.#files = null;
    this.start();
    for (const change of await this.#compare()) {
      if (this.#files === null) break;
      await this.#options.report(change);
    }
    if (this.#timer === null) return;
    const inMs = this.#unsettled.size > 0 ? 0 : this.#due - performance.now();
    this.#timer = setTimeout(() => void this.#poll(), Math.max(POLL_MS, inMs)).unref();
  }

  /** Compares all files, or before that is due the unsettled ones. */
  async #compare(): Promise<readonly FileChange[]> {
    const files = this.#files;
    if (files === null) return [];
    if (performance.now() < this.#due) return this.#compareThese(files, this.#unsettled);
    const { tracked } = this.#options;
    await tracked.refresh();
    const begun = performance.now();
    const gone = forgetAllBut(tracked.paths, files);
    const changes = await this.#compareThese(files, tracked.paths);
    const ended = performance.now();
    this.#due = ended + (ended - begun) * SHARE;
    return [...gone, ...changes];
  }

  async #compareThese(
    files: Map<string, FileState>,
    paths: ReadonlySet<string>,
  ): Promise<readonly FileChange[]> {
    const unsettled = new Set<string>();
    const changes: FileChange[] = [];
    let count = 0;
    for (const path of paths) {
      if (++count % BATCH === 0) await breathe();
      if (this.#files !== files) return [];
      const known = files.get(path) ?? { reported: null, seen: null };
      files.set(path, known);
      const now = stateOf(path);
      if (now !== known.seen) unsettled.add(path);
      else if (now !== known.reported && (now === null || this.#options.tracked.isInside(path))) {
        changes.push({ path, change: kindOf(known.reported, now) });
        known.reported = now;
      }
      known.seen = now;
    }
    this.#unsettled = unsettled;
    return changes;
  }
}

/** Reports the deleted ones of the files that are no longer tracked. */
function forgetAllBut(tracked: ReadonlySet<string>, files: Map<string, FileState>): readonly FileChange[] {
  const left = [...files].filter(([path]) => !tracked.has(path));
  for (const [path] of left) files.delete(path);
  const gone = left.filter(([path, { reported }]) => reported !== null && stateOf(path) === null);
  return gone.map(([path]) => ({ path, change: 'unlink' }));
}

function kindOf(before: string | null, now: string | null): FileChange['change'] {
  if (before === null) return 'add';
  return now === null ? 'unlink' : 'change';
}

interface ProjectWatchOptions {
  readonly places: Places;
  /** Files to watch beside those that git tracks; they count from the project. */
  readonly files: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly concerns: (event: EventName) => boolean;
  readonly dispatch: (event: EventName, payload: JsonObject) => Promise<unknown>;
}

export type ProjectWatch = Pick<FileWatch, 'start' | 'close'>;

/**
 * Dispatches ConfigChange when settings are edited, and FileChanged when tracked files of the project change, until it is
 * closed.
 */
export async function watchProject(options: ProjectWatchOptions): Promise<ProjectWatch> {
  const { places, environment, concerns } = options;
  // No caller waits for the decision; the event log has it.
  const dispatch = (event: EventName, payload: JsonObject): Promise<unknown> =>
    options.dispatch(event, payload).catch(() => {});
  const settings = new SettingsWatch(({ source, path }) => {
    dispatch('ConfigChange', { source, file_path: path });
  });
  settings.attend(settingsOf(places));
  const tracked = new TrackedFiles(places.projectDir, options.files, environment);
  await tracked.refresh();
  const files = new FileWatch({
    tracked,
    isWanted: () => concerns('FileChanged'),
    report: ({ path, change }) => dispatch('FileChanged', { file_path: path, change }),
  });
  return {
    start: () => files.start(),
    close() {
      settings.close();
      files.close();
    },
  };
}
