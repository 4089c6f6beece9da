import { existsSync, lstatSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { HookError, type Issue } from '@hookmd/core/errors';
import { removeFile } from '@hookmd/core/system';
import { bytesOf, findGarbage, removeGarbage, removeTree } from '@hookmd/core/trust';
import { findLeftovers, STALE_MS } from './leftover-files.ts';
import { neededCopies } from './needed-copies.ts';

const DAY_MS = 24 * 3_600_000;

/** A file or directory that `hooks gc` removes. */
export interface Cleared {
  readonly path: string;
  /** A copy of a package or of a built handler; a file of a killed process; a damaged record that was renamed. */
  readonly kind: 'copy' | 'leftover' | 'record';
  readonly bytes: number;
}

export interface Collection {
  readonly cleared: readonly Cleared[];
  /** Why the store was left alone. */
  readonly issues: readonly Issue[];
}

/**
 * Removes from the state directory what no approval, hook index or process needs; `dryRun` only finds it. Other processes may
 * run at the same time: copies that were stored or dropped within the last hour stay. Throws STATE_LOCKED and STATE_NOT_WRITABLE.
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
  const { cleared, issues } = collectCopies(stateDir, { dryRun, now });
  return { cleared: [...cleared, ...leftovers.filter(({ path }) => dryRun || removeLeftover(path))], issues };
}

/** The same for copies in the store. Throws STATE_LOCKED and STATE_NOT_WRITABLE. */
export function collectCopies(
  stateDir: string,
  { dryRun, now }: { readonly dryRun: boolean; readonly now: number },
): Collection {
  const storeRoot = join(stateDir, 'store');
  const { needed, issues } = neededCopies(stateDir);
  const garbage = needed === null ? [] : findGarbage(storeRoot, needed, now);
  const copies = dryRun ? garbage : removeGarbage(storeRoot, garbage, now);
  return { cleared: copies.map(({ path, bytes }): Cleared => ({ path, kind: 'copy', bytes })), issues };
}

/** False = another process removed it. Throws STATE_NOT_WRITABLE. */
export function removeLeftover(path: string): boolean {
  if (!lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) return removeFile(path);
  removeTree(path);
  if (!existsSync(path)) return true;
  const parameters = { detail: `${path} cannot be removed`, path: dirname(path) };
  throw new HookError('STATE_NOT_WRITABLE', parameters, { exitCode: 1 });
}
