import { type Dirent, lstatSync, readdirSync, statSync } from 'node:fs';
import { describeError } from '../errors/hook-error.ts';
import { type Issue, issue } from '../errors/issue.ts';
import type { Root } from './roots.ts';

export const MANIFEST_FILE = 'HOOK.md';

/** A folder in a root that may be a package. */
export interface PackageFolder {
  readonly root: Root;
  readonly folder: string;
  readonly dir: string;
}

export interface Scan {
  /** In byte order of folder names: the first of two packages with one name has it. */
  readonly folders: readonly PackageFolder[];
  readonly issues: readonly Issue[];
}

/** Lists the package folders of a root. Reads names only. An unreadable root is said and skipped (B9). */
export function scanRoot(root: Root): Scan {
  let entries: Dirent[];
  try {
    entries = readdirSync(root.dir, { withFileTypes: true });
  } catch (error) {
    return {
      folders: [],
      issues: [issue('ROOT_UNREADABLE', { detail: describeError(error) }, { path: root.dir })],
    };
  }
  const folders: PackageFolder[] = [];
  const issues: Issue[] = [];
  for (const entry of entries) {
    const dir = `${root.dir}/${entry.name}`;
    if (entry.name.startsWith('.') || !isFolder(entry, dir)) continue;
    if (hasManifest(dir)) folders.push({ root, folder: entry.name, dir });
    else issues.push(issue('MANIFEST_MISSING', {}, { path: dir }));
  }
  folders.sort((a, b) => Buffer.compare(Buffer.from(a.folder), Buffer.from(b.folder)));
  return { folders, issues };
}

function isFolder(entry: Dirent, dir: string): boolean {
  if (!entry.isSymbolicLink()) return entry.isDirectory();
  try {
    return statSync(dir, { throwIfNoEntry: false })?.isDirectory() ?? false;
  } catch {
    // A link to itself, or into what cannot be read, is a package with a problem: it hides no other.
    return true;
  }
}

function hasManifest(dir: string): boolean {
  try {
    return lstatSync(`${dir}/${MANIFEST_FILE}`, { throwIfNoEntry: false }) !== undefined;
  } catch {
    // A folder that cannot be read is a package with a problem, not no package.
    return true;
  }
}
