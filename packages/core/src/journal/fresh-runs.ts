import { areUnchanged } from '../state/path-snapshot.ts';
import { dayFiles } from './day-files.ts';
import { type LastRuns, lookUpIn, readRunsIndex } from './runs-index.ts';

/** As `readLastRuns`, for who must be quick: what reads a journal is loaded only where there is something to read. */
export async function readFreshRuns(journalDir: string, projectDir: string): Promise<LastRuns> {
  const { witnesses, runs } = readRunsIndex(journalDir);
  const isFresh = witnesses === null ? dayFiles(journalDir).length === 0 : areUnchanged(witnesses);
  if (isFresh) return { of: lookUpIn(runs, projectDir), keep: () => {} };
  const { readLastRuns } = await import('./last-runs.ts');
  return readLastRuns(journalDir, projectDir);
}
