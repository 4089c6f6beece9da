import { readFileSync } from 'node:fs';
import { isJsonObject } from '../protocol/json.ts';
import type { Witnesses } from '../state/path-snapshot.ts';
import { isOfProject, type KeptRuns, type LastRun, readRun, runKey } from './last-run.ts';
import type { FilePosition } from './read-appended.ts';
import { asRecorded } from './record.ts';

/** How far each file of a journal was read, and the last runs that were found up to there. */
export interface RunsIndex {
  readonly files: Readonly<Record<string, FilePosition>>;
  readonly runs: KeptRuns;
  /** The journal as it was then; null where it was just being written. */
  readonly witnesses: Witnesses | null;
  /** When it was kept, in ms since 1970. */
  readonly keptMs: number;
}

/** When a hook ran last; null = never. */
export type LastRunLookup = (qualifiedName: string) => LastRun | null;

export interface LastRuns {
  /** In this project or, hooks of other scopes, anywhere. */
  readonly of: LastRunLookup;
  /** Keeps what was read, if it was much, so that nobody reads it again. Best effort. */
  readonly keep: () => void;
}

export const RUNS_SCHEMA = 'hookmd.last-runs/1';

/**
 * In a folder of its own: what changes in the state folder makes `list` look at every package again, and what
 * changes in that of the journal at the journal.
 */
export function runsIndexPath(journalDir: string): string {
  return `${journalDir}/last-runs/index.json`;
}

/** An empty one where there is none, or a damaged one: then everything is read again. */
export function readRunsIndex(journalDir: string): RunsIndex {
  try {
    const index = JSON.parse(readFileSync(runsIndexPath(journalDir), 'utf8'));
    const isOurs = index.schema === RUNS_SCHEMA && arePositions(index.files) && isJsonObject(index.runs);
    if (isOurs) return Array.isArray(index.witnesses?.paths) ? index : { ...index, witnesses: null };
  } catch {
    // Not there, or cut.
  }
  return { files: {}, runs: {}, witnesses: null, keptMs: 0 };
}

function arePositions(files: unknown): boolean {
  const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;
  return (
    isJsonObject(files) &&
    Object.values(files).every((one) => isJsonObject(one) && isCount(one['inode']) && isCount(one['offset']))
  );
}

/** What a name has that records may hold in another form. */
const UNUSUAL = /[^!-~]/;

export function lookUpIn(runs: KeptRuns, projectDir: string): LastRunLookup {
  return (qualifiedName) => {
    if (Object.hasOwn(runs, qualifiedName)) return readRun(runs[qualifiedName]);
    if (!isOfProject(qualifiedName) && !UNUSUAL.test(qualifiedName)) return null;
    const key = runKey(asRecorded(qualifiedName), asRecorded(projectDir));
    return Object.hasOwn(runs, key) ? readRun(runs[key]) : null;
  };
}
