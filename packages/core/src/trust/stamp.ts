import { type Dirent, lstatSync, readdirSync, type Stats, statSync } from 'node:fs';
import { describeError } from '../errors/hook-error.ts';
import { quickHash } from '../state/quick-hash.ts';
import { MAX_DEPTH } from './package-tree.ts';

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
