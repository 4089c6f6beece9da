import { writeFileAtomic } from '../state/atomic-file.ts';
import { dayFiles } from './day-files.ts';
import { catchUp, RUNS_SCHEMA, type RunsIndex, readRunsIndex, runsIndexPath } from './runs-index.ts';

/** Where it cannot be written, the next one reads as much. */
export function tryKeepRuns(journalDir: string, index: RunsIndex): void {
  try {
    keepRuns(journalDir, index);
  } catch {
    // Read-only.
  }
}

/** Puts what these files say into the index, because they are about to be removed. Throws STATE_NOT_WRITABLE. */
export function rememberRuns(journalDir: string, names: readonly string[]): void {
  const index = catchUp(journalDir, names, readRunsIndex(journalDir));
  if (index.hasLearnt) keepRuns(journalDir, index);
}

function keepRuns(journalDir: string, { files, runs }: RunsIndex): void {
  const present = dayFiles(journalDir);
  const kept = Object.fromEntries(Object.entries(files).filter(([name]) => present.includes(name)));
  const index = { files: kept, runs, keptMs: Date.now() } satisfies RunsIndex;
  writeFileAtomic(runsIndexPath(journalDir), JSON.stringify({ schema: RUNS_SCHEMA, ...index }));
}
