import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { removeFile } from '../state/files.ts';
import { dayFiles, dayName } from './read.ts';
import { dropUnshipped, isShipped, readShipped, type Shipped, sizeOf } from './spool.ts';

const DAY_MS = 24 * 3_600_000;

/**
 * Removes days that are too old, then the oldest until the rest is small enough; today stays. A file that cannot be
 * removed stays.
 *
 * Where the event log is shipped, a day is removed only once it is shipped to its end. If that does not make the log small
 * enough, unshipped records are dropped and counted.
 *
 * Returns the names of what was removed.
 */
export function sweepEventLog(
  stateDir: string,
  keepDays: number,
  maxBytes: number,
  now: Date = new Date(),
): readonly string[] {
  const eventLogDir = join(stateDir, 'event-log');
  const shipped = readShipped(stateDir);
  const doomed = findDoomed(eventLogDir, shipped, keepDays, maxBytes, now);
  const removed = doomed.filter((name) => succeeds(() => removeFile(join(eventLogDir, name))));
  if (shipped !== null && sizeOf(eventLogDir) > maxBytes)
    succeeds(() => dropUnshipped(stateDir, maxBytes, now));
  return removed;
}

/** Newest first. */
function findDoomed(
  eventLogDir: string,
  shipped: Shipped | null,
  keepDays: number,
  maxBytes: number,
  now: Date,
): readonly string[] {
  const today = dayName(now);
  const oldest = dayName(new Date(now.getTime() - keepDays * DAY_MS));
  let total = 0;
  return dayFiles(eventLogDir)
    .reverse()
    .filter((name) => {
      total += lstatSync(join(eventLogDir, name), { throwIfNoEntry: false })?.size ?? 0;
      const isWanted = shipped === null ? name === today : !isShipped(eventLogDir, name, shipped, now);
      return !isWanted && (name < oldest || total > maxBytes);
    });
}

function succeeds(change: () => unknown): boolean {
  try {
    change();
    return true;
  } catch {
    return false;
  }
}
