import { type BigIntStats, lstatSync, readdirSync } from 'node:fs';
import { describeError } from '../errors/hook-error.ts';

/** Caps of a package. Source: security.md, Trust. */
export const MAX_FILES = 2_000;
export const MAX_PACKAGE_BYTES: number = 32 * 1024 * 1024;
export const MAX_DEPTH = 16;

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
 * Lists a package folder. Bounded, never blocks, opens nothing but folders; what fails is in the result. `leavesOut`:
 * neither listed nor looked into.
 */
export function readTree(dir: string, leavesOut: (path: Buffer) => boolean = () => false): PackageTree {
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
  const list = (folder: Buffer, absoluteFolder: Buffer, depth: number): void => {
    for (const name of namesIn(folder, absoluteFolder)) {
      if (excess() !== null) return;
      const path = folder.length === 0 ? name : joinBytes(folder, name);
      if (leavesOut(path)) continue;
      const absolute = joinBytes(absoluteFolder, name);
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
  const namesIn = (folder: Buffer, absoluteFolder: Buffer): readonly Buffer[] => {
    try {
      return readdirSync(absoluteFolder, { encoding: 'buffer' });
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
