import { type Dirent, lstatSync, readdirSync, realpathSync, type Stats, statSync } from 'node:fs';
import { describeError } from '../errors/hook-error.ts';
import { type Issue, issue } from '../errors/issue.ts';
import type { JsonObject, JsonValue } from '../events/json.ts';
import type { KeyPath, Locate } from '../manifest/issue-list.ts';
import type { Root } from './roots.ts';

/** The file name of a manifest. */
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
function listRoot({ dir }: Root): {
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

/** A file whose name ends so is switched off (C1). */
const OFF = '.disable';
/** Whoever keeps a thousand other files there does not read a thousand reasons. */
const MAX_SKIPPED = 50;

/**
 * Lists the bare executables of a root: regular files, hidden ones too, that anybody may execute, and links to such.
 * Looks at names, types and modes only. Everything else is skipped with its reason, folders aside: they are no
 * executables, and a folder with a HOOK.md is a package.
 *
 * Source: features.md B5 to B9, B15, C1.
 */
export function scanExecutables(root: Root): Scan {
  const { entries, issues: found } = listRoot(root);
  const definitions: Definition[] = [];
  const switchedOff: SwitchedOff[] = [];
  const skipped: Issue[] = [];
  for (const entry of entries) {
    const one = locateExecutable(root, entry.name);
    if (entry.name.endsWith(OFF)) {
      switchedOff.push({ root, name: entry.name.slice(0, -OFF.length), path: one.path });
      continue;
    }
    if (entry.isDirectory()) continue;
    const detail = whyNot(root, entry, one.path);
    if (detail === null) definitions.push(one);
    else if (detail !== IS_DIRECTORY)
      skipped.push(issue('EXECUTABLE_SKIPPED', { detail }, { path: one.path }));
  }
  return { definitions, switchedOff, issues: [...found, ...cap(skipped, root)] };
}

function cap(skipped: readonly Issue[], { dir }: Root): readonly Issue[] {
  const more = skipped.length - MAX_SKIPPED;
  if (more <= 0) return skipped;
  const rest = issue('EXECUTABLE_SKIPPED', { detail: `${more} more files of this folder` }, { path: dir });
  return [...skipped.slice(0, MAX_SKIPPED), rest];
}

/** Where an executable of this name stands, or stood. */
export function locateExecutable(root: Root, folder: string): Definition {
  const path = `${root.dir}/${folder}`;
  return { root, folder, dir: root.dir, manifestPath: path, path };
}

const IS_DIRECTORY = 'it is a folder';

/** Why this is no bare executable; null = it is one. */
function whyNot(root: Root, entry: Dirent, path: string): string | null {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    const isLink = entry.isSymbolicLink();
    const kind = isLink ? 'it is a link to' : 'it is';
    if (stats === undefined) return isLink ? 'it is a link to nothing' : 'it cannot be found under its name';
    // A link to a folder is said where packages are looked for.
    if (stats.isDirectory()) return IS_DIRECTORY;
    if (!stats.isFile()) return `${kind} ${describeKind(stats)}`;
    if ((stats.mode & 0o111) === 0)
      return isLink ? 'it is a link to a file without an exec bit' : 'it has no exec bit';
    return isLink && leavesProject(root, path) ? 'it is a link that leaves the project' : null;
  } catch (error) {
    return `it cannot be looked at (${describeError(error)})`;
  }
}

function describeKind(stats: Stats): string {
  if (stats.isFIFO()) return 'a named pipe';
  return stats.isSocket() ? 'a socket' : 'a device';
}

/** A repository must not make a hook of a program of yours; where your own links lead is your business. */
function leavesProject({ source, realDir }: Root, path: string): boolean {
  const projectDir = realDir.replace(/\/\.kodelet\/hooks$/, '');
  return source === 'project' && !realpathSync.native(path).startsWith(`${projectDir}/`);
}
