import { type Stats, statSync } from 'node:fs';

/** Paths, and what stood there when they were looked at, through links. Plain JSON data. */
export interface Witnesses {
  readonly paths: readonly string[];
  /** For each path its change time, modification time (both in ms), size and inode; four zeros = nothing stood there. */
  readonly facts: readonly number[];
}

const FACTS = 4;
/** Change times are as coarse as a timer tick; file systems that keep whole seconds are coarser. */
const TICK_MS = 100;
const WHOLE_SECONDS_MS = 2_100;

/**
 * Looks at every path. Null where one is so young that it may have been changed after `sinceMs`, when what
 * they shall vouch for began to be read.
 */
export function takeWitnesses(paths: readonly string[], sinceMs: number): Witnesses | null {
  const facts: number[] = [];
  for (const path of paths) {
    const now = lookAt(path);
    const doubtMs = now !== null && now.ctimeMs % 1000 === 0 ? WHOLE_SECONDS_MS : TICK_MS;
    if (now !== null && now.ctimeMs > sinceMs - doubtMs) return null;
    facts.push(now?.ctimeMs ?? 0, now?.mtimeMs ?? 0, now?.size ?? 0, now?.ino ?? 0);
  }
  return { paths, facts };
}

/** Whether every path is as it was. */
export function areUnchanged({ paths, facts }: Witnesses): boolean {
  // By index: this runs once per file of every package, and destructuring would take longer than the look itself.
  for (let index = 0; index < paths.length; index++) {
    const now = lookAt(paths[index] ?? '');
    const at = index * FACTS;
    if (now === null) {
      if (facts[at] !== 0) return false;
    } else if (
      now.ctimeMs !== facts[at] ||
      now.mtimeMs !== facts[at + 1] ||
      now.size !== facts[at + 2] ||
      now.ino !== facts[at + 3]
    ) {
      return false;
    }
  }
  return true;
}

const QUIETLY = { throwIfNoEntry: false } as const;

function lookAt(path: string): Stats | null {
  try {
    return statSync(path, QUIETLY) ?? null;
  } catch {
    return null; // What cannot be looked at cannot be read either.
  }
}
