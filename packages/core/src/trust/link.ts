import { lstatSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, sep } from 'node:path';
import { describeError } from '../errors/hook-error.ts';
import { showPath } from './approvable.ts';
import { OWN_GIT, readTree } from './package-tree.ts';
import { type ApprovalKey, listRecords, type RecordKind, removeOne, writeOne } from './records.ts';

const LINK_SCHEMA = 'hookmd.link/1';

/** The user's yes to whatever is in a directory of their own, at the moment of each event. */
export interface Link extends ApprovalKey {
  readonly schema: typeof LINK_SCHEMA;
  /** Real path of that directory. */
  readonly target: string;
  /** ISO time. */
  readonly linkedAt: string;
}

const links: RecordKind<Link> = {
  directory: 'links',
  schema: LINK_SCHEMA,
  texts: ['target', 'linkedAt'],
  check: ({ target }) => isAbsolute(String(target)),
};

/** Every link that counts. */
export function listLinks(stateDir: string): readonly Link[] {
  return listRecords(stateDir, links, { setsAside: false }).records;
}

/** Throws STATE_NOT_WRITABLE. */
export function writeLink(stateDir: string, link: Omit<Link, 'schema'>): void {
  writeOne(stateDir, links, { ...link, schema: LINK_SCHEMA });
}

/** Throws STATE_NOT_WRITABLE. */
export function removeLink(stateDir: string, key: ApprovalKey): void {
  removeOne(stateDir, links, key);
}

/**
 * Why the content of a directory must not run without an approval, or null: another user could change it. `target` is a
 * real path.
 */
export function linkProblem(target: string): string | null {
  const me = process.geteuid?.();
  try {
    for (let dir = target; dir !== dirname(dir); dir = dirname(dir)) {
      const { uid, mode } = lstatSync(dir);
      const isSafe = uid === me || (uid === 0 && dir !== target);
      if (me !== undefined && !isSafe) return `${dir} belongs to another user`;
      // In a sticky directory such as /tmp only its owner renames a file.
      if ((mode & 0o022) !== 0 && ((mode & 0o1000) === 0 || dir === target)) return `others can write ${dir}`;
    }
    for (const { path, stats } of readTree(target, OWN_GIT).nodes) {
      if (me !== undefined && stats.uid !== BigInt(me)) return `${showPath(path)} belongs to another user`;
      if (!stats.isSymbolicLink() && (stats.mode & 0o022n) !== 0n)
        return `others can write ${showPath(path)}`;
    }
    return null;
  } catch (error) {
    return describeError(error);
  }
}

/** An agent can change what is in its project, so a guard that is linked to a directory there does not run. */
export function liesInside(target: string, projectDir: string): boolean {
  return `${target}${sep}`.startsWith(`${projectDir}${sep}`);
}

/** Real path of a package; null = it is not there. */
export function realDirectory(dir: string): string | null {
  try {
    return realpathSync.native(dir);
  } catch {
    return null;
  }
}
