import { type Dirent, realpathSync, type Stats, statSync } from 'node:fs';
import { describeError } from '../errors/hook-error.ts';
import { type Issue, issue } from '../errors/issue.ts';
import type { Root } from './roots.ts';
import { type Definition, listRoot, type Scan, type SwitchedOff } from './scan.ts';

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
    else if (detail !== IS_FOLDER) skipped.push(issue('EXECUTABLE_SKIPPED', { detail }, { path: one.path }));
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

const IS_FOLDER = 'it is a folder';

/** Why this is no bare executable; null = it is one. */
function whyNot(root: Root, entry: Dirent, path: string): string | null {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    const isLink = entry.isSymbolicLink();
    const kind = isLink ? 'it is a link to' : 'it is';
    if (stats === undefined) return isLink ? 'it is a link to nothing' : 'it cannot be found under its name';
    // A link to a folder is said where packages are looked for.
    if (stats.isDirectory()) return IS_FOLDER;
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
