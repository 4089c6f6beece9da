import { type Dirent, opendirSync } from 'node:fs';
import { findInside } from './inside.ts';
import type { ToolResult } from './tool-result.ts';

/** A folder may hold millions. */
const MAX_ENTRIES = 1_000;

/** The names in one folder of the project. */
export function listFolder(root: string, path: string): ToolResult {
  const found = findInside(root, path);
  if ('refused' in found) return { text: found.refused, isError: true };
  if (!found.stats.isDirectory()) return { text: 'That is no folder.', isError: true };
  const entries = firstEntries(found.path, MAX_ENTRIES + 1);
  // Somebody may have swapped a folder on the way for a link meanwhile.
  const after = findInside(root, found.path);
  if (!('path' in after) || after.path !== found.path)
    return { text: 'That folder was changed meanwhile.', isError: true };
  if (entries === null) return { text: 'That folder cannot be read.', isError: true };
  const names = entries.slice(0, MAX_ENTRIES).map(nameOf).sort();
  const rest = entries.length > MAX_ENTRIES ? [`(more than ${MAX_ENTRIES}; the others are not shown)`] : [];
  return { text: [...names, ...rest].join('\n') || '(empty)', isError: false };
}

/** At most so many entries, in no order; null = it cannot be read. */
export function firstEntries(dir: string, most: number): readonly Dirent[] | null {
  const entries: Dirent[] = [];
  try {
    const folder = opendirSync(dir);
    try {
      for (let one = folder.readSync(); one !== null && entries.length < most; one = folder.readSync())
        entries.push(one);
    } finally {
      folder.closeSync();
    }
  } catch {
    return null;
  }
  return entries;
}

function nameOf(entry: Dirent): string {
  if (entry.isDirectory()) return `${entry.name}/`;
  return entry.isSymbolicLink() ? `${entry.name}@` : entry.name;
}
