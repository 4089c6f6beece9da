import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { removeFile } from '../state/files.ts';
import { dayFiles, dayName } from './read.ts';

const DAY_MS = 24 * 3_600_000;

/**
 * Removes days that are too old, then the oldest until the rest is small enough; today stays. A file that cannot be
 * removed stays.
 *
 * Returns the names of what was removed.
 */
export function sweepEventLog(
  eventLogDir: string,
  keepDays: number,
  maxBytes: number,
  now: Date = new Date(),
): readonly string[] {
  const doomed = findDoomed(eventLogDir, keepDays, maxBytes, now);
  return doomed.filter((name) => tryRemove(join(eventLogDir, name)));
}

/** Newest first. */
function findDoomed(eventLogDir: string, keepDays: number, maxBytes: number, now: Date): readonly string[] {
  const today = dayName(now);
  const oldest = dayName(new Date(now.getTime() - keepDays * DAY_MS));
  let total = 0;
  return dayFiles(eventLogDir)
    .reverse()
    .filter((name) => {
      total += lstatSync(join(eventLogDir, name), { throwIfNoEntry: false })?.size ?? 0;
      return name !== today && (name < oldest || total > maxBytes);
    });
}

function tryRemove(path: string): boolean {
  try {
    removeFile(path);
    return true;
  } catch {
    return false;
  }
}
