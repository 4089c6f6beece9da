import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject } from '../protocol/json.ts';
import { learnRuns, mergeRuns, type RunTexts } from './last-run.ts';
import { parseLine } from './parse-line.ts';
import { type FilePosition, readAppended } from './read-appended.ts';

/** How far each file of a journal was read, and the last runs that were found up to there. */
export interface RunsIndex {
  readonly files: Readonly<Record<string, FilePosition>>;
  readonly runs: RunTexts;
  /** When it was kept, in ms since 1970. */
  readonly keptMs: number;
}

export const RUNS_SCHEMA = 'hookmd.last-runs/1';
/** Where every hook was skipped, nothing ran. */
const SOME_RUN = /"outcome":"(?!skipped")/;

/**
 * Beside what it was made from, not in the state folder itself: whatever changes there makes `list` look at
 * every package again.
 */
export function runsIndexPath(journalDir: string): string {
  return join(journalDir, 'last-runs.json');
}

/** An empty one where there is none, or a damaged one: then everything is read again. */
export function readRunsIndex(journalDir: string): RunsIndex {
  try {
    const index = JSON.parse(readFileSync(runsIndexPath(journalDir), 'utf8'));
    if (index.schema === RUNS_SCHEMA && arePositions(index.files) && isJsonObject(index.runs)) return index;
  } catch {
    // Not there, or cut.
  }
  return { files: {}, runs: {}, keptMs: 0 };
}

function arePositions(files: unknown): boolean {
  const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;
  return (
    isJsonObject(files) &&
    Object.values(files).every((one) => isJsonObject(one) && isCount(one['inode']) && isCount(one['offset']))
  );
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
    const path = join(journalDir, name);
    const before = files[name] ?? null;
    if (before !== null && isRead(path, before)) continue;
    const position = readAppended(path, before, learn);
    if (position !== null) files[name] = position;
    // Removed a moment ago: what it said was put into the index before.
    else mergeRuns(runs, readRunsIndex(journalDir).runs);
  }
  return { files, runs, keptMs: known.keptMs, readBytes, hasLearnt };
}

export function isRead(path: string, { inode, offset }: FilePosition): boolean {
  const now = statSync(path, { throwIfNoEntry: false });
  return now?.ino === inode && now.size === offset;
}
