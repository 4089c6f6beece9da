import { utimesSync } from 'node:fs';

/** Marks that somebody stores or drops this copy now: whoever clears the store leaves it for an hour. */
export function markCopy(path: string): void {
  try {
    utimesSync(path, new Date(), new Date());
  } catch {
    // It is not there, or the disk is read-only: then nobody clears it either.
  }
}
