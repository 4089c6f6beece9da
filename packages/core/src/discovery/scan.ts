import { type Dirent, lstatSync, readdirSync, statSync } from 'node:fs';
import { describeError } from '../errors/hook-error.ts';
import { type Issue, issue } from '../errors/issue.ts';
import type { JsonObject, JsonValue } from '../events/json.ts';
import type { KeyPath, Locate } from '../manifest/text-place.ts';
import type { Root } from './roots.ts';

export const MANIFEST_FILE = 'HOOK.md';

/** What stands in a root and may be a hook: of a root of packages, a folder. */
export interface Definition {
  readonly root: Root;
  /** Its name in the root; together they are what an approval is bound to. */
  readonly folder: string;
  /** The folder that its files are relative to. */
  readonly dir: string;
  /** What says what it is, and what a person would edit. */
  readonly manifestPath: string;
  /** All of it: what a person would move away. */
  readonly path: string;
  /** A person linked it: a name at the top of its author's folder that is no part of it. */
  readonly leavesOut?: string;
  /** Of a settings entry: what its file says of it. */
  readonly entry?: EntryText;
}

/** One hook of a list of settings entries, as it stands in its file. */
export interface EntryText {
  readonly event: string;
  /** Of its group. */
  readonly matcher: JsonValue | undefined;
  readonly hook: JsonObject;
  readonly path: KeyPath;
  readonly groupPath: KeyPath;
  readonly locate: Locate;
}

export interface Scan {
  /** In byte order of their names in the root: the first of two with one name has it. */
  readonly definitions: readonly Definition[];
  /** What somebody switched off by its name in the root. */
  readonly switchedOff: readonly SwitchedOff[];
  readonly issues: readonly Issue[];
}

export interface SwitchedOff {
  readonly root: Root;
  /** The name it would have. */
  readonly name: string;
  readonly path: string;
}

/** Lists the package folders of a root. Reads names only. An unreadable root is said and skipped (B9). */
export function scanPackages(root: Root): Scan {
  const listed = listRoot(root);
  const definitions: Definition[] = [];
  const issues = [...listed.issues];
  for (const entry of listed.entries) {
    const one = locatePackage(root, entry.name);
    if (entry.name.startsWith('.') || !isFolder(entry, one.dir)) continue;
    if (hasManifest(one.dir)) definitions.push(one);
    else issues.push(issue('MANIFEST_MISSING', {}, { path: one.dir }));
  }
  return { definitions, switchedOff: [], issues };
}

/** Where a package of this folder stands, or stood. */
export function locatePackage(root: Root, folder: string): Definition {
  const dir = `${root.dir}/${folder}`;
  return { root, folder, dir, manifestPath: `${dir}/${MANIFEST_FILE}`, path: dir };
}

/** What is in a root, in byte order. An unreadable root is said. */
export function listRoot({ dir }: Root): {
  readonly entries: readonly Dirent[];
  readonly issues: readonly Issue[];
} {
  try {
    const entries = readdirSync(dir, { withFileTypes: true });
    const bytes = new Map(entries.map((entry) => [entry, Buffer.from(entry.name)]));
    const bytesOf = (entry: Dirent): Buffer => bytes.get(entry) ?? Buffer.alloc(0);
    entries.sort((a, b) => Buffer.compare(bytesOf(a), bytesOf(b)));
    return { entries, issues: [] };
  } catch (error) {
    const detail = describeError(error);
    return { entries: [], issues: [issue('ROOT_UNREADABLE', { detail }, { path: dir })] };
  }
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
