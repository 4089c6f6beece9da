import {
  type BigIntStats,
  chmodSync,
  type Dirent,
  lstatSync,
  readdirSync,
  rmSync,
  type Stats,
  statSync,
} from 'node:fs';
import { describeError } from '../errors/hook-error.ts';
import { quickHash } from '../state/hash.ts';

/** Caps of a package. Source: security.md, Trust. */
export const MAX_FILES = 2_000;
/** The most bytes that all files of a package may have together. */
export const MAX_PACKAGE_BYTES: number = 32 * 1024 * 1024;
/** The most directories that a package may nest. */
export const MAX_DEPTH = 16;
/** What git keeps at the top of an author's folder, as a folder or as a file that names one: no part of the package. */
export const OWN_GIT = '.git';

/** One entry of a package folder, as lstat sees it. */
export interface TreeNode {
  /** Relative, with `/`. Bytes, because a name need not be UTF-8. */
  readonly path: Buffer;
  readonly absolute: Buffer;
  readonly stats: BigIntStats;
}

/** Everything in a package folder: names and metadata, no contents. Links are not followed. */
export interface PackageTree {
  /** Sorted by the bytes of the path; folders stand before what is in them. */
  readonly nodes: readonly TreeNode[];
  readonly unreadable: readonly { readonly path: Buffer; readonly detail: string }[];
  /** Folders below the deepest level; their content was not looked at. */
  readonly tooDeep: readonly Buffer[];
  /** Which cap the folder is beyond; the rest was not looked at. Null = none. */
  readonly excess: string | null;
}

/**
 * Lists a package folder. Bounded, never blocks, opens nothing but folders; what fails is in the result. `leavesOut` is a
 * name at its top, neither listed nor looked into.
 */
export function readTree(dir: string, leavesOut: string | null = null): PackageTree {
  const left = leavesOut === null ? null : Buffer.from(leavesOut);
  const nodes: TreeNode[] = [];
  const unreadable: { path: Buffer; detail: string }[] = [];
  const tooDeep: Buffer[] = [];
  let files = 0;
  let folders = 0;
  let bytes = 0n;

  const excess = (): string | null => {
    if (files > MAX_FILES) return `more than ${MAX_FILES} files`;
    if (folders > MAX_FILES) return `more than ${MAX_FILES} folders`;
    return bytes > MAX_PACKAGE_BYTES ? `more than ${MAX_PACKAGE_BYTES >> 20} MB` : null;
  };
  const list = (folder: Buffer, absoluteDirectory: Buffer, depth: number): void => {
    for (const name of namesIn(folder, absoluteDirectory)) {
      if (excess() !== null) return;
      const path = folder.length === 0 ? name : joinBytes(folder, name);
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
      folders += 1;
      if (depth === MAX_DEPTH) tooDeep.push(path);
      else list(path, absolute, depth + 1);
    }
  };
  const namesIn = (folder: Buffer, absoluteDirectory: Buffer): readonly Buffer[] => {
    try {
      return readdirSync(absoluteDirectory, { encoding: 'buffer' });
    } catch (error) {
      unreadable.push({ path: folder, detail: describeError(error) });
      return [];
    }
  };

  list(Buffer.alloc(0), Buffer.from(dir), 1);
  nodes.sort((a, b) => Buffer.compare(a.path, b.path));
  return { nodes, unreadable, tooDeep, excess: excess() };
}

function joinBytes(folder: Buffer, name: Buffer): Buffer {
  return Buffer.concat([folder, Buffer.from('/'), name]);
}

/**
 * Removes a folder whose folders may be read-only, as those of the store are; leaves it where that fails. Of a link that
 * somebody put in its place only the link goes: modes behind it are not ours.
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
    // It was never made, or is left for the next sweep.
  }
}

/** More entries than any approvable package has. */
const MAX_ENTRIES = 4_000;
/** Hashing costs more than comparing, so only a long stamp is made short. */
const MAX_PLAIN_STAMP = 4_096;

/**
 * A cheap fingerprint of a package folder: equal stamps = nothing was changed in between.
 *
 * Looks at names, types, modes, sizes, times and inodes, also of folders; reads no content. A folder
 * beyond the caps has a new stamp every time. `leavesOut` as in `readTree`.
 */
export function stampPackage(dir: string, leavesOut: string | null = null): string {
  const facts: string[] = [];
  try {
    addStats(facts, '.', statSync(dir));
  } catch (error) {
    facts.push(describeError(error));
  }
  const isWhole = visitEntries({ dir, leavesOut }, '', 0, (path, name) => {
    try {
      addStats(facts, name, lstatSync(path));
    } catch (error) {
      facts.push(name, describeError(error));
    }
    return facts.length <= 2 * MAX_ENTRIES;
  });
  if (!isWhole) facts.push(`${process.hrtime.bigint()}`);
  const stamp = facts.join('\0');
  return stamp.length <= MAX_PLAIN_STAMP ? stamp : quickHash(stamp);
}

/** The same of one file, and of what a link in its place leads to. */
export function stampFile(path: string): string {
  const facts: string[] = [];
  for (const look of [lstatSync, statSync]) {
    try {
      addStats(facts, '.', look(path));
    } catch (error) {
      facts.push(describeError(error));
    }
  }
  return facts.join('\0');
}

/** False where it did not see everything: too deep, or `visit` said stop. What cannot be listed has no entries. */
function visitEntries(
  { dir, leavesOut }: { readonly dir: string; readonly leavesOut: string | null },
  prefix: string,
  depth: number,
  visit: (path: string, name: string) => boolean,
): boolean {
  if (depth > MAX_DEPTH) return false;
  for (const entry of entriesOf(dir)) {
    // Not `join`: over a thousand packages it costs as much as the look at the files.
    const path = `${dir}/${entry.name}`;
    const name = `${prefix}${entry.name}`;
    if (name === leavesOut) continue;
    if (!visit(path, name)) return false;
    if (entry.isDirectory() && !visitEntries({ dir: path, leavesOut }, `${name}/`, depth + 1, visit))
      return false;
  }
  return true;
}

function entriesOf(dir: string): readonly Dirent[] {
  try {
    return readdirSync(dir, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    return [];
  }
}

/** Milliseconds with their fraction tell times apart by a quarter of a microsecond. */
function addStats(facts: string[], name: string, { mode, size, mtimeMs, ctimeMs, ino }: Stats): void {
  facts.push(name, `${mode} ${size} ${mtimeMs} ${ctimeMs} ${ino}`);
}
