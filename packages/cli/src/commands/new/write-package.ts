import { mkdirSync, renameSync, rmdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describeError, HookError, isErrno } from '@hookmd/core/errors';
import { makeDirectory, randomHex } from '@hookmd/core/system';
import { removeTree } from '@hookmd/core/trust';

/** A file of a new package: its bytes, or where a link leads. */
export type PackageFileText =
  | { readonly text: string | Buffer; readonly isExecutable?: true }
  | { readonly link: string };

/**
 * Writes a new package directory, all of it or nothing.
 *
 * The empty directory is the claim: of two processes one makes it. The files are written beside it, under a name that no scan
 * takes, and renamed in one step; a directory that is not empty cannot be replaced. Throws HOOK_EXISTS, PACKAGE_NOT_WRITABLE.
 */
export function writePackage(dir: string, files: Readonly<Record<string, PackageFileText>>): void {
  const draft = join(dirname(dir), `.${basename(dir)}-${randomHex(8)}`);
  try {
    makeDirectory(dirname(dir));
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
    throw new HookError('HOOK_EXISTS', { path: dir }, { exitCode: 1 });
  }
}

function giveUp(dir: string): void {
  try {
    rmdirSync(dir);
  } catch {
    // Another process put something into it, which is left alone.
  }
}

function writeFiles(dir: string, files: Readonly<Record<string, PackageFileText>>): void {
  mkdirSync(dir);
  for (const [path, file] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    if ('link' in file) symlinkSync(file.link, join(dir, path));
    else writeFileSync(join(dir, path), file.text, { flag: 'wx', mode: file.isExecutable ? 0o777 : 0o666 });
  }
}
