import { type Dirent, lstatSync, readdirSync, type Stats, statSync } from 'node:fs';
import { describeError } from '../errors/hook-error.ts';
import { quickHash } from '../state/quick-hash.ts';
import { MAX_DEPTH } from './package-tree.ts';

/** More entries than any approvable package has. */
const MAX_ENTRIES = 4_000;

/**
 * A cheap fingerprint of a package folder: equal stamps = nothing was changed in between.
 *
 * Looks at names, types, modes, sizes, times and inodes, also of folders; reads no content. A folder
 * beyond the caps has a new stamp every time.
 */
export function stampPackage(dir: string): string {
  const facts: string[] = [];
  try {
    addStats(facts, '.', statSync(dir));
  } catch (error) {
    facts.push(describeError(error));
  }
  addFolder(facts, dir, '', 0);
  return quickHash(facts.join('\0'));
}

function addFolder(facts: string[], dir: string, prefix: string, depth: number): void {
  if (depth > MAX_DEPTH || facts.length > 2 * MAX_ENTRIES) {
    facts.push(`${process.hrtime.bigint()}`);
    return;
  }
  let entries: Dirent[];
  try {
    entries = readdirSync(dir, { withFileTypes: true });
  } catch (error) {
    facts.push(prefix, describeError(error));
    return;
  }
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    // Not `join`: over a thousand packages it costs as much as the look at the files.
    const path = `${dir}/${entry.name}`;
    const name = `${prefix}${entry.name}`;
    try {
      addStats(facts, name, lstatSync(path));
    } catch (error) {
      facts.push(name, describeError(error));
    }
    if (entry.isDirectory()) addFolder(facts, path, `${name}/`, depth + 1);
  }
}

/** Milliseconds with their fraction tell times apart by a quarter of a microsecond. */
function addStats(facts: string[], name: string, { mode, size, mtimeMs, ctimeMs, ino }: Stats): void {
  facts.push(name, `${mode} ${size} ${mtimeMs} ${ctimeMs} ${ino}`);
}
