import { realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isErrno } from '../errors/errno.ts';
import { describeError } from '../errors/hook-error.ts';
import { type Issue, issue } from '../errors/issue.ts';
import type { Source } from '../protocol/source.ts';
import type { Places } from './places.ts';

/** A folder that holds hook packages, one folder each. */
export interface Root {
  readonly source: Source;
  readonly dir: string;
  /** Without links: what approvals are bound to. */
  readonly realDir: string;
}

export interface Roots {
  readonly roots: readonly Root[];
  readonly issues: readonly Issue[];
}

/** Where roots may be, in the order of their sources. */
export function rootCandidates(places: Places): readonly Omit<Root, 'realDir'>[] {
  return [
    { source: 'managed', dir: join(places.managedDir, 'hooks') },
    { source: 'project', dir: join(places.projectDir, '.hookmd', 'hooks') },
    { source: 'user', dir: join(places.userDir, 'hooks') },
    ...(places.bundledDir === null ? [] : [{ source: 'bundled' as const, dir: places.bundledDir }]),
    ...places.sessionRoots.map((root) => ({ source: 'session' as const, dir: join(root, 'hooks') })),
  ];
}

/** The roots of these places, in the order of their sources. A missing root is no problem (B8). */
export function listRoots(places: Places): Roots {
  const issues: Issue[] = [];
  const userRoot = realRoot(join(places.userDir, 'hooks'), []);
  const roots: Root[] = [];
  for (const root of rootCandidates(places)) {
    const realDir = realRoot(root.dir, issues);
    if (realDir === null || roots.some((one) => one.realDir === realDir)) continue;
    if (root.source === 'managed' && !isManagedSafe(places.managedDir, root.dir, issues)) continue;
    // In the home folder the project's root and the user's are one; it counts as the user's.
    if (root.source === 'project' && realDir === userRoot) continue;
    roots.push({ ...root, realDir });
  }
  return { roots, issues };
}

/** Null where there is nothing; what is there and cannot be followed is said. */
function realRoot(dir: string, issues: Issue[]): string | null {
  try {
    return realpathSync.native(dir);
  } catch (error) {
    if (!isErrno(error, 'ENOENT', 'ENOTDIR'))
      issues.push(issue('ROOT_UNREADABLE', { detail: describeError(error) }, { path: dir }));
    return null;
  }
}

/** Only root may decide for everybody: a managed folder that others can write is ignored, loudly. */
function isManagedSafe(managedDir: string, hooksDir: string, issues: Issue[]): boolean {
  for (const path of [managedDir, hooksDir]) {
    const { uid, mode } = statSync(path);
    if (uid === 0 && (mode & 0o022) === 0) continue;
    const detail = uid === 0 ? `${path} can be written by others` : `${path} does not belong to root`;
    issues.push(issue('ROOT_NOT_TRUSTED', { detail }, { path }));
    return false;
  }
  return true;
}
