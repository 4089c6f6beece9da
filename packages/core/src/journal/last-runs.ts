import { join } from 'node:path';
import { dayFiles } from './day-files.ts';
import { type LastRun, readRun, runKey } from './last-run.ts';
import { asRecorded } from './record.ts';
import { catchUp, isRead, type RunsIndex, readRunsIndex } from './runs-index.ts';

/** Keeping what was read costs more than reading so much of the journal again. */
const KEPT_FROM_BYTES = 64 * 1024;

/** When a hook ran last; null = never. */
export type LastRunLookup = (qualifiedName: string) => LastRun | null;

export interface LastRuns {
  readonly of: LastRunLookup;
  /** Keeps what was read, if it was much, so that nobody reads it again. Best effort. */
  readonly keep: () => Promise<void>;
}

/**
 * Says when hooks ran last in a project or, those of other scopes, anywhere; also those whose records were swept long ago. Reads only what was appended to the
 * journal since that was kept. Never throws.
 */
export function readLastRuns(journalDir: string, projectDir: string): LastRuns {
  // The names before the index: whoever removes a file has put into the index what it said.
  const names = dayFiles(journalDir);
  const known = readRunsIndex(journalDir);
  const index = isUpToDate(journalDir, names, known) ? null : catchUp(journalDir, names, known);
  const { runs } = index ?? known;
  const project = asRecorded(projectDir);
  return {
    of(qualifiedName) {
      const key = runKey(asRecorded(qualifiedName), project);
      return Object.hasOwn(runs, key) ? readRun(`${runs[key]}`) : null;
    },
    async keep() {
      if (index === null || index.readBytes < KEPT_FROM_BYTES) return;
      const { tryKeepRuns } = await import('./keep-runs.ts');
      tryKeepRuns(journalDir, index);
    },
  };
}

/** Looks at the newest two days only: nobody appends to another, unless the clock was set back. */
function isUpToDate(journalDir: string, names: readonly string[], { files, keptMs }: RunsIndex): boolean {
  if (Date.now() < keptMs) return false;
  return names.every((name, index) => {
    const position = files[name];
    if (position === undefined) return false;
    return index < names.length - 2 || isRead(join(journalDir, name), position);
  });
}
