import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { writeFileAtomic } from '../state/atomic-file.ts';
import { makeFolder } from '../state/make-folder.ts';
import { takeWitnesses } from '../state/path-snapshot.ts';
import { dayFiles } from './day-files.ts';
import { learnRuns, mergeRuns } from './last-run.ts';
import { parseLine } from './parse-line.ts';
import { type FilePosition, readAppended } from './read-appended.ts';
import {
  type LastRuns,
  lookUpIn,
  RUNS_SCHEMA,
  type RunsIndex,
  readRunsIndex,
  runsIndexPath,
} from './runs-index.ts';

/**
 * Keeping what was read costs more than reading so much of the journal again. But once a minute it is kept all the
 * same, so that a journal that rests need not be read.
 */
const KEPT_FROM_BYTES = 64 * 1024;
const KEPT_AFTER_MS = 60_000;
/** Where every hook was skipped, nothing ran. */
const SOME_RUN = /"outcome":"(?!skipped")/;

/**
 * Says when hooks ran last, also those whose records were swept long ago. Reads only what was appended to the
 * journal since that was kept. Never throws.
 */
export function readLastRuns(journalDir: string, projectDir: string): LastRuns {
  const startedMs = Date.now();
  // The names before the index: whoever removes a file has put into the index what it said.
  const names = dayFiles(journalDir);
  const known = readRunsIndex(journalDir);
  const index = catchUp(journalDir, names, known);
  return {
    of: lookUpIn(index.runs, projectDir),
    keep() {
      if (names.length === 0) return;
      try {
        // Before the journal is looked at: a new folder changes it.
        makeFolder(dirname(runsIndexPath(journalDir)));
        const paths = [journalDir, ...names.map((name) => `${journalDir}/${name}`)];
        const witnesses = takeWitnesses(paths, startedMs);
        const isOld = known.witnesses === null || startedMs - known.keptMs > KEPT_AFTER_MS;
        const isWorthIt = index.readBytes >= KEPT_FROM_BYTES || (witnesses !== null && isOld);
        if (isWorthIt) writeRunsIndex(journalDir, { ...index, witnesses });
      } catch {
        // Read-only: the next one reads as much.
      }
    },
  };
}

/** Puts what these files say into the index, because they are about to be removed. Throws STATE_NOT_WRITABLE. */
export function rememberRuns(journalDir: string, names: readonly string[]): void {
  const index = catchUp(journalDir, names, readRunsIndex(journalDir));
  if (index.hasLearnt) writeRunsIndex(journalDir, index);
}

/** Reads on where the index ends. */
export function catchUp(
  journalDir: string,
  names: readonly string[],
  known: RunsIndex,
): RunsIndex & { readonly readBytes: number; readonly hasLearnt: boolean } {
  const runs = { ...known.runs };
  const files: Record<string, FilePosition> = { ...known.files };
  let readBytes = 0;
  let hasLearnt = false;
  const learn = (line: string | null): void => {
    readBytes += (line?.length ?? 0) + 1;
    if (line === null || !SOME_RUN.test(line)) return;
    const { entry } = parseLine(line);
    if (entry !== null) hasLearnt = learnRuns(runs, entry) || hasLearnt;
  };
  for (const name of names) {
    const path = `${journalDir}/${name}`;
    const before = files[name] ?? null;
    if (before !== null && isRead(path, before)) continue;
    const position = readAppended(path, before, learn);
    if (position !== null) files[name] = position;
    // Removed a moment ago: what it said was put into the index before.
    else mergeRuns(runs, readRunsIndex(journalDir).runs);
  }
  return { files, runs, witnesses: null, keptMs: known.keptMs, readBytes, hasLearnt };
}

function isRead(path: string, { inode, offset }: FilePosition): boolean {
  const now = statSync(path, { throwIfNoEntry: false });
  return now?.ino === inode && now.size === offset;
}

function writeRunsIndex(journalDir: string, { files, runs, witnesses }: RunsIndex): void {
  const present = dayFiles(journalDir);
  const kept = Object.fromEntries(Object.entries(files).filter(([name]) => present.includes(name)));
  const index = { files: kept, runs, witnesses, keptMs: Date.now() } satisfies RunsIndex;
  writeFileAtomic(runsIndexPath(journalDir), JSON.stringify({ schema: RUNS_SCHEMA, ...index }));
}
