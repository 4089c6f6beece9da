import { type BigIntStats, chmodSync, lstatSync, readdirSync, rmSync, statSync } from 'node:fs';
import { describeError } from '../errors/hook-error.ts';
import { quickHash } from '../state/hash.ts';

/** Caps of a package (docs/security.md). */
export const MAX_FILES = 2_000;
/** The most bytes that all files of a package may have together. */
export const MAX_PACKAGE_BYTES: number = 32 * 1024 * 1024;
/** The most directories that a package may nest. */
export const MAX_DEPTH = 16;
/** Git's own directory, or file, at the top of an author's directory: no part of the package. */
export const OWN_GIT = '.git';

/** How much of a directory is listed. */
export interface TreeLimits {
  readonly files: number;
  readonly bytes: number;
  readonly depth: number;
}

const PACKAGE_LIMITS: TreeLimits = { files: MAX_FILES, bytes: MAX_PACKAGE_BYTES, depth: MAX_DEPTH };

/** One entry of a package directory, as lstat returns it. */
export interface TreeNode {
  /** Relative, with `/`. Bytes, because a name need not be UTF-8. */
  readonly path: Buffer;
  readonly absolute: Buffer;
  readonly stats: BigIntStats;
}

/** Everything in a package directory: names and metadata, no contents. Links are not followed. */
export interface PackageTree {
  /** Sorted by the bytes of the path; a directory comes before its entries. */
  readonly nodes: readonly TreeNode[];
  readonly unreadable: readonly { readonly path: Buffer; readonly detail: string }[];
  /** Directories below the deepest level, whose content was not read. */
  readonly tooDeep: readonly Buffer[];
  /** Which cap the directory exceeds; the rest was not read. Null = none. */
  readonly excess: string | null;
}

/**
 * Lists a package directory. Bounded, never blocks, opens nothing but directories; failures are in the result.
 * `leavesOut` is a name at its top that is skipped; `limits` are by default those of a package.
 */
export function readTree(
  dir: string,
  leavesOut: string | null = null,
  limits: TreeLimits = PACKAGE_LIMITS,
): PackageTree {
  const left = leavesOut === null ? null : Buffer.from(leavesOut);
  const nodes: TreeNode[] = [];
  const unreadable: { path: Buffer; detail: string }[] = [];
  const tooDeep: Buffer[] = [];
  let files = 0;
  let directories = 0;
  let bytes = 0n;

  const excess = (): string | null => {
    if (files > limits.files) return `more than ${limits.files} files`;
    if (directories > limits.files) return `more than ${limits.files} directories`;
    return bytes > limits.bytes ? `more than ${limits.bytes >> 20} MB` : null;
  };
  const list = (directory: Buffer, absoluteDirectory: Buffer, depth: number): void => {
    for (const name of namesIn(directory, absoluteDirectory)) {
      if (excess() !== null) return;
      const path = directory.length === 0 ? name : joinBytes(directory, name);
      if (left?.equals(path)) continue;
      const absolute = joinBytes(absoluteDirectory, name);
      try {
        const stats = lstatSync(absolute, { bigint: true });
        nodes.push({ path, absolute, stats });
        if (!stats.isDirectory()) {
          files += 1;
          bytes += stats.size;
          continue;
        }
      } catch (error) {
        unreadable.push({ path, detail: describeError(error) });
        continue;
      }
      directories += 1;
      if (depth === limits.depth) tooDeep.push(path);
      else list(path, absolute, depth + 1);
    }
  };
  const namesIn = (directory: Buffer, absoluteDirectory: Buffer): readonly Buffer[] => {
    try {
      return readdirSync(absoluteDirectory, { encoding: 'buffer' });
    } catch (error) {
      unreadable.push({ path: directory, detail: describeError(error) });
      return [];
    }
  };

  list(Buffer.alloc(0), Buffer.from(dir), 1);
  nodes.sort((a, b) => Buffer.compare(a.path, b.path));
  return { nodes, unreadable, tooDeep, excess: excess() };
}

function joinBytes(directory: Buffer, name: Buffer): Buffer {
  return Buffer.concat([directory, Buffer.from('/'), name]);
}

/**
 * Removes a directory whose directories may be read-only, as those of the store are; leaves it where that fails.
 * Where a link has taken its place, only the link is removed.
 */
export function removeTree(path: string): void {
  try {
    if (lstatSync(path).isDirectory()) {
      chmodSync(path, 0o700);
      for (const { absolute, stats } of readTree(path).nodes) {
        if (stats.isDirectory()) chmodSync(absolute, 0o700);
      }
    }
    rmSync(path, { recursive: true, force: true });
  } catch {
    // It was never made, or the next `hooks gc` removes it.
  }
}

/** Hashing costs more than comparing, so only a long stamp is hashed. */
const MAX_PLAIN_STAMP = 4_096;

/**
 * A cheap fingerprint of a package directory: equal stamps = nothing was changed in between.
 *
 * Covers names, types, modes, sizes, times and inodes, also of directories; reads no content. A directory
 * beyond the caps has a new stamp every time. `leavesOut` as in `readTree`.
 */
export function stampPackage(dir: string, leavesOut: string | null = null): string {
  const { nodes, unreadable, tooDeep, excess } = readTree(dir, leavesOut);
  const facts = [
    statFacts(() => statSync(dir, { bigint: true })),
    ...nodes.flatMap(({ path, stats }) => [path.toString('latin1'), factsOf(stats)]),
    ...unreadable.flatMap(({ path, detail }) => [path.toString('latin1'), detail]),
  ];
  if (excess !== null || tooDeep.length > 0) facts.push(`${process.hrtime.bigint()}`);
  const stamp = facts.join('\0');
  return stamp.length <= MAX_PLAIN_STAMP ? stamp : quickHash(stamp);
}

/** The same of one file, and of the file that a link in its place leads to. */
export function stampFile(path: string): string {
  return [lstatSync, statSync].map((stat) => statFacts(() => stat(path, { bigint: true }))).join('\0');
}

function statFacts(stat: () => BigIntStats): string {
  try {
    return factsOf(stat());
  } catch (error) {
    return describeError(error);
  }
}

function factsOf({ mode, size, mtimeNs, ctimeNs, ino }: BigIntStats): string {
  return `${mode} ${size} ${mtimeNs} ${ctimeNs} ${ino}`;
}
