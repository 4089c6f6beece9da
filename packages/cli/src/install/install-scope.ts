import { accessSync, constants, lstatSync, type Stats } from 'node:fs';
import { dirname, join } from 'node:path';
import { describeError, HookError, isErrno } from '@hookmd/core/errors';
import { isUsersOwn } from '@hookmd/core/registry';
import { followLinks } from '@hookmd/core/settings';
import type { Places } from '@hookmd/core/system';
import { usage } from '../command-line/usage.ts';

export const scopeNames = ['project', 'user'] as const;
export type ScopeName = (typeof scopeNames)[number];

/** Where packages are installed: the directory of the user, or of a project. */
export interface InstallScope {
  readonly source: ScopeName;
  /** The hooks directory, without links: approvals are bound to it. */
  readonly hooksDir: string;
  readonly lockPath: string;
  /** Beside the hooks directory: new directories are written here first. */
  readonly stageDir: string;
}

/**
 * The directories of the user may be links; those of a repository may not, or it would choose where HookMD writes.
 *
 * Throws INSTALL_DIRECTORY if a directory is a link of a repository, no directory, or another user's.
 */
function installScope(places: Places, source: ScopeName): InstallScope {
  const dir = source === 'user' ? places.userDir : join(places.projectDir, '.hookmd');
  const hooks = join(dir, 'hooks');
  const lock = join(dir, 'hooks.lock');
  if (source === 'project') for (const path of [dir, hooks, lock]) rejectLink(path);
  const hooksDir = source === 'user' ? realPath(hooks) : hooks;
  const lockPath = source === 'user' ? realPath(lock) : lock;
  for (const path of new Set([dirname(lockPath), dirname(hooksDir), hooksDir])) rejectDirectory(path);
  return { source, hooksDir, lockPath, stageDir: dirname(hooksDir) };
}

/** The named scope; default: the user's. Throws USAGE if the project is the home directory. */
export function chosenScope(places: Places, name: ScopeName = 'user'): InstallScope {
  if (name === 'project' && isUsersOwn(places))
    throw usage('The home directory is not a project', 'Leave `--scope project` out, or go to a project.');
  return installScope(places, name);
}

/** The scopes of a command without `--scope`. */
export function allScopes(places: Places): readonly InstallScope[] {
  const names = isUsersOwn(places) ? (['user'] as const) : scopeNames;
  return names.map((name) => installScope(places, name));
}

/**
 * Checks again before anything is written: since the plan was made, a repository or its agent may have put a link in place of
 * a directory. Throws INSTALL_DIRECTORY.
 */
export function rejectMoved({ dir, scope }: { readonly dir: string; readonly scope: InstallScope }): void {
  const { hooksDir, lockPath } = scope;
  for (const path of [dirname(hooksDir), dirname(lockPath), hooksDir, lockPath, dir]) rejectLink(path);
}

/** Throws INSTALL_DIRECTORY if nothing can be renamed in an existing directory. */
export function rejectReadOnly(path: string): void {
  try {
    accessSync(path, constants.W_OK | constants.X_OK);
  } catch (error) {
    if (!isErrno(error, 'ENOENT')) throw unusable(path, describeError(error), 'Make it writable.');
  }
}

function rejectLink(path: string): void {
  if (statsOf(path)?.isSymbolicLink())
    throw unusable(
      path,
      'it is a symlink, and a repository controls its target',
      'Make it a real directory or file.',
    );
}

function rejectDirectory(path: string): void {
  const stats = statsOf(path);
  if (stats === null) return;
  if (!stats.isDirectory()) throw unusable(path, 'it is not a directory', 'Move it away.');
  const me = process.geteuid?.();
  if (me !== undefined && stats.uid !== me)
    throw unusable(path, 'it belongs to another user', 'Take it over, or install as that user.');
}

function statsOf(path: string): Stats | null {
  try {
    return lstatSync(path);
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR')) return null;
    throw unusable(path, describeError(error), 'Make it readable for yourself.');
  }
}

function realPath(path: string): string {
  try {
    return followLinks(path);
  } catch (error) {
    throw unusable(path, describeError(error), 'Fix the symlink.');
  }
}

function unusable(path: string, detail: string, fix: string): HookError {
  return new HookError('INSTALL_DIRECTORY', { path, detail, fix }, { exitCode: 1 });
}
