import { posix } from 'node:path';
import { type FoundEntry, innerPath, type Tree } from './validate-entries.ts';

/** The files of a package by their paths, for names that may lack a directory or an extension. */
export interface PathIndex {
  /** Files and links. */
  readonly files: ReadonlyMap<string, FoundEntry>;
  /** What is below each directory, at any depth. */
  readonly below: ReadonlyMap<string, readonly string[]>;
  /** Files by their path without its extension. */
  readonly byStem: ReadonlyMap<string, readonly string[]>;
  /** Every name of a file or directory, and of files without their extension. */
  readonly names: ReadonlySet<string>;
}

/** Where a mentioned path leads. */
export type Target = { readonly files: readonly string[] } | { readonly directory: string };

export function indexPaths({ entries, outer }: Tree): PathIndex {
  const files = new Map<string, FoundEntry>();
  const below = new Map<string, string[]>();
  const byStem = new Map<string, string[]>();
  const names = new Set<string>();
  for (const entry of entries) {
    if (entry.kind === 'directory') continue;
    const path = innerPath(entry, outer);
    files.set(path, entry);
    addTo(byStem, stemOf(path), path);
    for (const part of path.split('/')) names.add(part).add(stemOf(part));
    for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1))
      addTo(below, path.slice(0, at), path);
  }
  return { files, below, byStem, names };
}

export function addTo<T>(map: Map<string, T[]>, key: string, value: T): void {
  const values = map.get(key);
  if (values === undefined) map.set(key, [value]);
  else values.push(value);
}

/** TypeScript names a module by the file that it becomes. */
function stemOf(path: string): string {
  return path.replace(/(?<=[^/])\.[A-Za-z0-9]+$/, '');
}

/** A directory and those around it, up to the package. */
export function ancestorsOf(directory: string): readonly string[] {
  const around = directory === '' ? [] : ancestorsOf(parentOf(directory));
  return [directory, ...around];
}

/** Empty = the package itself. */
export function parentOf(path: string): string {
  const parent = posix.dirname(path);
  return parent === '.' ? '' : parent;
}

/**
 * Follows strings from a directory: as many of them as lead to a file or directory of the package together. The end of a path
 * may be missing if `isOpen`. Null = not even the first leads anywhere.
 */
export function findTarget(
  { files, below, byStem }: PathIndex,
  from: string,
  pieces: readonly (readonly string[])[],
  isOpen: boolean,
): Target | null {
  let directory = from;
  let farthest: Target | null = null;
  for (const parts of pieces) {
    for (const part of parts) {
      if (part === '.') continue;
      if (part === '..' && directory === '') return farthest;
      const next = part === '..' ? parentOf(directory) : posix.join(directory, part);
      if (files.has(next)) return { files: [next] };
      if (next === '' || below.has(next)) {
        directory = next;
        continue;
      }
      // A word alone is no file without its extension.
      const found = directory === from && parts.length === 1 ? [] : filesOf(byStem, next);
      if (found.length > 0) return { files: found };
      return isOpen && directory !== from ? { directory } : farthest;
    }
    if (directory !== from) farthest = { directory };
  }
  return farthest;
}

function filesOf(byStem: PathIndex['byStem'], path: string): readonly string[] {
  return byStem.get(path) ?? byStem.get(stemOf(path)) ?? [];
}
