import { lstatSync, readdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { randomHex } from '../state/files.ts';
import { withLock } from '../state/lock.ts';
import { ownershipProblem } from '../state/record-file.ts';
import { readTree, removeTree } from './package-tree.ts';
import { repairLock } from './store.ts';

/** A process that stores or drops a copy sets its time, and needs it for less than this. */
const YOUNG_MS = 3_600_000;

/** A copy in the store. */
export interface StoredCopy {
  readonly path: string;
  /** 64 hex digits. */
  readonly name: string;
  readonly bytes: number;
}

/** The copies whose names are not in `needed` and that no process stored or dropped in the last hour. Changes nothing. */
export function findGarbage(
  storeRoot: string,
  needed: ReadonlySet<string>,
  now: number,
): readonly StoredCopy[] {
  return copiesIn(storeRoot)
    .filter((name) => !needed.has(name) && isOld(join(storeRoot, name), now))
    .map((name) => {
      const path = join(storeRoot, name);
      return { path, name, bytes: bytesOf(path) };
    });
}

/**
 * Removes copies that `findGarbage` returned; returns those that it removed. A copy that was stored again meanwhile
 * stays: its time is checked once more under the lock that its next owner takes too. Throws STATE_LOCKED and
 * STATE_NOT_WRITABLE.
 */
export function removeGarbage(
  storeRoot: string,
  garbage: readonly StoredCopy[],
  now: number,
): readonly StoredCopy[] {
  if (garbage.length === 0 || ownershipProblem(storeRoot) !== null) return [];
  const away = withLock(repairLock(storeRoot), () =>
    garbage.flatMap((copy) => {
      const aside = join(storeRoot, `.swept-${randomHex(6)}`);
      if (!isOld(copy.path, now) || !tryRename(copy.path, aside)) return [];
      return [{ copy, aside }];
    }),
  );
  for (const { aside } of away) removeTree(aside);
  return away.map(({ copy }) => copy);
}

/** Size of a file or directory, links not followed. */
export function bytesOf(path: string): number {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (!stats?.isDirectory()) return stats?.size ?? 0;
  return readTree(path).nodes.reduce(
    (sum, node) => sum + (node.stats.isFile() ? Number(node.stats.size) : 0),
    0,
  );
}

function copiesIn(storeRoot: string): readonly string[] {
  try {
    return readdirSync(storeRoot).filter((name) => /^[0-9a-f]{64}$/.test(name));
  } catch {
    return [];
  }
}

function isOld(path: string, now: number): boolean {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats !== undefined && now - stats.mtimeMs > YOUNG_MS;
}

function tryRename(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch {
    return false; // another process removes it
  }
}
