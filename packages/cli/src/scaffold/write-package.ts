import { mkdirSync, renameSync, rmdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isErrno } from '@hookmd/core/internal/errors/errno';
import { describeError, HookError } from '@hookmd/core/internal/errors/hook-error';
import { makeFolder } from '@hookmd/core/internal/state/make-folder';
import { randomHex } from '@hookmd/core/internal/state/random-name';
import { removeTree } from '@hookmd/core/internal/trust/remove-tree';
import type { ScaffoldFile } from './scaffold.ts';

/**
 * Writes a new package folder, all of it or nothing.
 *
 * The empty folder is the claim: of two processes one makes it. The files are written beside it, under
 * a name that no scan takes, and take its place at once; a folder that is not empty cannot be replaced.
 * Throws HOOK_EXISTS, PACKAGE_NOT_WRITABLE.
 */
export function writePackage(dir: string, files: Readonly<Record<string, ScaffoldFile>>): void {
  const draft = join(dirname(dir), `.${basename(dir)}-${randomHex(8)}`);
  try {
    makeFolder(dirname(dir));
    claim(dir);
    try {
      writeFiles(draft, files);
      renameSync(draft, dir);
    } catch (error) {
      removeTree(draft);
      giveUp(dir);
      throw error;
    }
  } catch (cause) {
    if (cause instanceof HookError) throw cause;
    const parameters = { detail: describeError(cause), path: dirname(dir) };
    throw new HookError('PACKAGE_NOT_WRITABLE', parameters, { cause, exitCode: 1 });
  }
}

function claim(dir: string): void {
  try {
    mkdirSync(dir);
  } catch (error) {
    if (!isErrno(error, 'EEXIST')) throw error;
    throw new HookError('HOOK_EXISTS', { what: dir }, { exitCode: 1 });
  }
}

function giveUp(dir: string): void {
  try {
    rmdirSync(dir);
  } catch {
    // Somebody put something into it: that is theirs.
  }
}

function writeFiles(dir: string, files: Readonly<Record<string, ScaffoldFile>>): void {
  mkdirSync(dir);
  for (const [path, { text, isExecutable }] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), text, { flag: 'wx', mode: isExecutable ? 0o777 : 0o666 });
  }
}
