import { lstatSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { Issue } from '@hookmd/core/errors';

import { bytesOf, findGarbage, removeGarbage, removeTree } from '@hookmd/core/trust';
import { findLeftovers, STALE_MS } from './leftover-files.ts';
import { neededCopies } from './needed-copies.ts';

const DAY_MS = 24 * 3_600_000;

/** One thing that is cleared. */
export interface Cleared {
  readonly path: string;
  /** A copy of a package or of a built handler; what a killed process left; a damaged record that was set aside. */
  readonly kind: 'copy' | 'leftover' | 'record';
  readonly bytes: number;
}

export interface Collection {
  readonly cleared: readonly Cleared[];
  /** Why the store was left alone. */
  readonly issues: readonly Issue[];
}

/**
 * Clears the state folder of what nothing needs; `dryRun` only finds it. Safe beside everything else that goes on: what
 * somebody stored or dropped within the last hour stays. Throws STATE_LOCKED and STATE_NOT_WRITABLE.
 */
export function collectGarbage(
  stateDir: string,
  { keepDays, dryRun, now }: { readonly keepDays: number; readonly dryRun: boolean; readonly now: number },
): Collection {
  const leftovers = findLeftovers(stateDir, now)
    .filter(({ kind, ageMs }) => ageMs > (kind === 'record' ? keepDays * DAY_MS : STALE_MS))
    .map(({ path, kind }): Cleared => {
      return { path, kind: kind === 'record' ? 'record' : 'leftover', bytes: bytesOf(path) };
    });
  const storeRoot = join(stateDir, 'store');
  const { needed, issues } = neededCopies(stateDir);
  const garbage = needed === null ? [] : findGarbage(storeRoot, needed, now);
  const copies = dryRun ? garbage : removeGarbage(storeRoot, garbage, now);
  if (!dryRun) for (const { path } of leftovers) removeLeftover(path);
  return {
    cleared: [...copies.map(({ path, bytes }): Cleared => ({ path, kind: 'copy', bytes })), ...leftovers],
    issues,
  };
}

function removeLeftover(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) {
    removeTree(path);
    return;
  }
  try {
    unlinkSync(path);
  } catch {
    // Another one removed it.
  }
}
