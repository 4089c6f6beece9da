import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { lastGoodPath } from '../config/config-file.ts';
import { describeError, isErrno } from '../errors/hook-error.ts';
import { type Issue, issue } from '../errors/issue.ts';
import type { RootKind, Source } from '../events/source.ts';
import { whyNotRoots } from '../state/whose.ts';
import { type Places, personalFile } from './places.ts';

/** Bases of relative paths in a settings entry. */
export interface Surroundings {
  readonly home: string;
  readonly project: string;
  /** Directory of the skill with the entry in its front matter. */
  readonly skill: string | null;
}

/** A hooks directory with a package or plugin in each directory, or another place with hooks by its kind. */
export interface Root {
  readonly kind: RootKind;
  readonly source: Source;
  readonly dir: string;
  /** Without links; approvals are bound to it. */
  readonly realDir: string;
  /** Only of settings entries. */
  readonly around?: Surroundings;
  /** Only of settings files: the copy of their last readable content. */
  readonly lastGood?: string;
  /** Only of settings entries: the files beside their scripts are copied too. */
  readonly copiesNeighbors?: true;
}

export interface Roots {
  readonly roots: readonly Root[];
  readonly issues: readonly Issue[];
}

/** All possible hooks directories, in the order of their sources. */
export function rootCandidates(places: Places): readonly Omit<Root, 'realDir'>[] {
  return [
    ...hooksRoots('managed', places.managedDir),
    storedEntriesRoot('managed', join(places.managedDir, 'config.yaml'), places),
    ...hooksRoots('project', join(places.projectDir, '.hookmd')),
    ...kodeletRoots('project', places.projectDir),
    storedEntriesRoot('project', join(places.projectDir, '.hookmd', 'config.yaml'), places),
    ...hooksRoots('user', places.userDir),
    ...kodeletRoots('user', places.home),
    storedEntriesRoot('user', join(places.userDir, 'config.yaml'), places),
    ...bundledRoots(places),
    ...places.sessionRoots.flatMap((root) => hooksRoots('session', root)),
    ...places.sessionSettings.map((file) => entriesRoot('session', file, places)),
    ...places.skills.map((file) => entriesRoot('skill', file, places)),
  ];
}

/** A hooks directory: what has a HOOK.md is a package, what is a plugin of an agent is one hook or more. */
function hooksRoots(source: Source, parent: string): readonly Omit<Root, 'realDir'>[] {
  const dir = join(parent, 'hooks');
  return [
    { kind: 'packages', source, dir },
    { kind: 'plugins', source, dir },
  ];
}

/** A file with settings entries. */
export function entriesRoot(
  source: Source,
  file: string,
  { home, projectDir }: Pick<Places, 'home' | 'projectDir'>,
): Omit<Root, 'realDir'> {
  const skill = source === 'skill' ? dirname(file) : null;
  return { kind: 'entries', source, dir: file, around: { home, project: projectDir, skill } };
}

function storedEntriesRoot(source: Source, file: string, places: Places): Omit<Root, 'realDir'> {
  return { ...entriesRoot(source, file, places), lastGood: lastGoodPath(places.stateDir, file) };
}

/** Kodelet's directory contains executables; a directory with a HOOK.md in it is a package. */
function kodeletRoots(source: Source, directory: string): readonly Omit<Root, 'realDir'>[] {
  const dir = join(directory, '.kodelet', 'hooks');
  return [
    { kind: 'executables', source, dir },
    { kind: 'packages', source, dir },
  ];
}

function bundledRoots({ bundledDir }: Places): readonly Omit<Root, 'realDir'>[] {
  return bundledDir === null ? [] : [{ kind: 'packages', source: 'bundled', dir: bundledDir }];
}

/** The hooks directories of these places, and the user's settings files. A missing one is no problem (B8). */
export function listRoots(places: Places, entryFiles: readonly string[] = []): Roots {
  const issues: Issue[] = [];
  const named = entryFiles.map((file) => storedEntriesRoot('user', personalFile(file, places), places));
  const candidates = [...rootCandidates(places), ...named];
  const ofUser = candidates.filter(({ source }) => source === 'user');
  const isUsers = (kind: RootKind, realDir: string): boolean =>
    ofUser.some((omit) => omit.kind === kind && realRoot(omit.dir, []) === realDir);
  const roots: Root[] = [];
  for (const root of candidates) {
    const realDir = realRoot(root.dir, issues);
    if (realDir === null && named.includes(root)) {
      const detail = 'there is no such file, and `entriesFrom` names it';
      issues.push(issue('ENTRIES_UNREADABLE', { detail }, { path: root.dir }));
    }
    if (realDir === null || roots.some((item) => item.kind === root.kind && item.realDir === realDir))
      continue;
    const distrust = root.source === 'managed' ? whyNotManaged(places.managedDir, root.dir) : null;
    if (distrust !== null) {
      issues.push(distrust);
      continue;
    }
    // In the home directory the project's and the user's are the same; it counts as the user's.
    if (root.source === 'project' && isUsers(root.kind, realDir)) continue;
    roots.push({ ...root, realDir });
  }
  return { roots, issues };
}

/** Null where there is nothing; reports what cannot be resolved. */
function realRoot(dir: string, issues: Issue[]): string | null {
  try {
    return realpathSync.native(dir);
  } catch (error) {
    if (!isErrno(error, 'ENOENT', 'ENOTDIR'))
      issues.push(issue('ROOT_UNREADABLE', { detail: describeError(error) }, { path: dir }));
    return null;
  }
}

/**
 * Why a path of the administrator is ignored: another user than root can write or replace it. Null = it is trusted, or
 * does not exist. Throws where it cannot be read.
 */
export function whyNotManaged(managedDir: string, path: string): Issue | null {
  for (const name of [managedDir, path]) {
    const detail = distrustOf(name);
    if (detail !== null) return issue('ROOT_NOT_TRUSTED', { detail }, { path: name });
  }
  return null;
}

function distrustOf(path: string): string | null {
  try {
    return whyNotRoots([path]);
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR')) return null;
    throw error;
  }
}
