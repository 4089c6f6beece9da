import { cpSync, lstatSync, mkdirSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { describeError, HookError, isHookError } from '@hookmd/core/errors';
import { changeState } from '@hookmd/core/hook-index';
import type { Inventory } from '@hookmd/core/registry';
import { holderName, makeDirectory, type Places, syncDirectory, WORK_PREFIX } from '@hookmd/core/system';
import { readPackage, readTree, removeTree } from '@hookmd/core/trust';
import type { Context } from '../command-line/context.ts';
import { leftIn, usableScopes } from './check-installed.ts';
import { type InstallScope, rejectMoved, rejectReadOnly } from './install-scope.ts';
import { readLockfile } from './lockfile.ts';

/** What one command knows, and where it puts what it fetches. */
export interface Session {
  readonly context: Context;
  readonly seen: Inventory;
  readonly tempDir: string;
  /** For each call of a source. Default: enough for a download. */
  readonly timeoutMs?: number;
}

/** Runs `work` with a directory for fetched packages, which is removed afterwards. Throws STATE_NOT_WRITABLE. */
export async function withSession<T>(
  context: Context,
  seen: Inventory,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const { stateDir } = seen.places;
  const dir = join(stateDir, WORK_PREFIX + holderName());
  try {
    makeDirectory(stateDir);
    mkdirSync(dir, { mode: 0o700 });
  } catch (cause) {
    const parameters = { detail: describeError(cause), path: stateDir };
    throw new HookError('STATE_NOT_WRITABLE', parameters, { cause, exitCode: 1 });
  }
  try {
    return await work({ context, seen, tempDir: dir });
  } finally {
    removeTree(dir);
  }
}

/** A fetched directory that is to be `folder` in the hooks directory. */
export interface StagedDirectory {
  readonly directory: string;
  readonly dir: string;
  readonly digest: string;
}

/** A directory beside the hooks directory, in the same file system: new directories wait in it, and old ones end in it. */
export interface Stage {
  readonly dir: string;
  readonly scope: InstallScope;
}

/**
 * Runs `work` with a stage that has copies of `folders`, synced to the disk.
 *
 * Throws INSTALL_NOT_WRITABLE, INSTALL_DIRECTORY, and DIGEST_MISMATCH if a copy differs from what the user was shown.
 */
export async function withStage<T>(
  scope: InstallScope,
  directories: readonly StagedDirectory[],
  work: (stage: Stage) => Promise<T>,
): Promise<T> {
  const stage = { dir: join(scope.stageDir, WORK_PREFIX + holderName()), scope };
  rejectMoved(stage);
  for (const path of [scope.stageDir, scope.hooksDir]) rejectReadOnly(path);
  try {
    fillStage(stage, directories);
    return await work(stage);
  } finally {
    removeStage(stage);
  }
}

function fillStage({ dir: stageDir, scope }: Stage, directories: readonly StagedDirectory[]): void {
  try {
    makeDirectory(scope.hooksDir);
    mkdirSync(stageDir, { mode: 0o700 }); // not recursive: a link in its place is not followed
    for (const part of ['new', 'old']) mkdirSync(join(stageDir, part));
    for (const { directory, dir, digest } of directories) {
      const target = join(stageDir, 'new', directory);
      cpSync(dir, target, { recursive: true, verbatimSymlinks: true });
      const found = readPackage(target).digest ?? 'none';
      if (found !== digest)
        throw new HookError('DIGEST_MISMATCH', { name: directory, found, given: digest }, { exitCode: 1 });
    }
    for (const { absolute, stats } of readTree(stageDir).nodes)
      if (stats.isFile() || stats.isDirectory()) syncDirectory(absolute.toString());
    for (const path of [stageDir, scope.stageDir]) syncDirectory(path);
  } catch (cause) {
    if (isHookError(cause)) throw cause;
    // Without the paths that Node adds: they are of temporary directories.
    const parameters = { path: scope.stageDir, detail: describeError(cause).replace(/ '\/.*$/s, '') };
    throw new HookError('INSTALL_NOT_WRITABLE', parameters, { cause, exitCode: 1 });
  }
}

/** Puts the new directory in place, and the old one into the stage. A directory that appears in between is not replaced. */
export function replaceDirectory(stage: Stage, directory: string): void {
  takeDirectory(stage, directory);
  renameSync(join(stage.dir, 'new', directory), join(stage.scope.hooksDir, directory));
}

/** Moves what is in the hooks directory under this name into the stage; a link is moved, not followed. */
export function takeDirectory({ dir, scope }: Stage, directory: string): void {
  const path = join(scope.hooksDir, directory);
  if (isThere(path)) renameSync(path, join(dir, 'old', directory));
}

/** Without following a link. */
export function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** A directory that was taken and not replaced goes back if hooks.lock still names it; everything else is removed. */
function removeStage({ dir, scope }: Stage): void {
  const old = join(dir, 'old');
  // A link in place of one of the two would choose what is moved.
  const isHookmds = [dir, old].every((path) => lstatSync(path, { throwIfNoEntry: false })?.isDirectory());
  const taken = isHookmds ? readdirSync(old) : [];
  if (taken.length > 0) {
    const locked = Object.values(readLockfile(scope.lockPath).packages).flatMap(({ hooks }) =>
      Object.keys(hooks),
    );
    for (const directory of taken) {
      const path = join(scope.hooksDir, directory);
      if (locked.includes(directory) && !isThere(path)) renameSync(join(old, directory), path);
    }
    syncDirectory(scope.hooksDir);
  }
  removeTree(dir);
}

/**
 * Puts back or removes what killed calls left. What cannot be removed now stays for the next command, and `hooks doctor`
 * reports it.
 */
export async function removeLeftovers(
  places: Places,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  try {
    await changeState(places, environment, async () => removeLeftoversLocked(places));
  } catch {
    // The lock is held, or something cannot be written or read: no reason for another command to fail.
  }
}

/** The same for a caller that holds the lock of the state. Throws the error of the file system. */
export function removeLeftoversLocked(places: Places): void {
  for (const dir of leftIn(places.stateDir)) removeTree(dir);
  for (const scope of usableScopes(places))
    for (const dir of leftIn(scope.stageDir)) removeStage({ dir, scope });
}
