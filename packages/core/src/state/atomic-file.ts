import {
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  renameSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isErrno } from '../errors/errno.ts';
import { describeError, HookError } from '../errors/hook-error.ts';
import { makeFolder } from './make-folder.ts';
import { randomHex } from './random-name.ts';

const STALE_TEMPORARY_MS = 3_600_000;

/**
 * Writes a whole file so that a reader, also after a kill or a power cut, finds the old or the new one.
 *
 * `isMemory`: what can be made again, and is when it is found damaged; not worth waiting for the disk, so a power
 * cut may damage it. `owner`: whose it is to be, where that is somebody else's file. Missing folders above are made for the owner alone. Throws STATE_NOT_WRITABLE when that fails for any
 * reason; then the old file is untouched and no temporary one is left.
 */
export function writeFileAtomic(
  path: string,
  data: string | Uint8Array,
  {
    mode = 0o600,
    isMemory = false,
    owner,
  }: { mode?: number; isMemory?: boolean; owner?: { readonly uid: number; readonly gid: number } } = {},
): void {
  const folder = dirname(path);
  const prefix = `.${basename(path)}.`;
  const temporary = join(folder, `${prefix}${randomHex(6)}.tmp`);
  try {
    makeFolder(folder);
    writeNewFile(temporary, data, { mode, isDurable: !isMemory, owner });
    renameSync(temporary, path);
  } catch (cause) {
    unlinkQuietly(temporary);
    throw new HookError(
      'STATE_NOT_WRITABLE',
      { detail: describeError(cause), path: folder },
      { cause, exitCode: 1 },
    );
  }
  if (!isMemory) syncFolder(folder);
  removeStaleTemporaries(folder, prefix);
}

/** Removes a file for good; false = there was none. Throws STATE_NOT_WRITABLE. */
export function removeFile(path: string): boolean {
  try {
    unlinkSync(path);
  } catch (cause) {
    if (isErrno(cause, 'ENOENT', 'ENOTDIR')) return false;
    const parameters = { detail: describeError(cause), path: dirname(path) };
    throw new HookError('STATE_NOT_WRITABLE', parameters, { cause, exitCode: 1 });
  }
  syncFolder(dirname(path));
  return true;
}

interface NewFile {
  readonly mode: number;
  readonly isDurable: boolean;
  readonly owner: { readonly uid: number; readonly gid: number } | undefined;
}

function writeNewFile(path: string, data: string | Uint8Array, { mode, isDurable, owner }: NewFile): void {
  const file = openSync(
    path,
    constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW,
    mode,
  );
  try {
    if (owner !== undefined) fchownSync(file, owner.uid, owner.gid);
    fchmodSync(file, mode); // an umask may have taken bits away, and a new owner others
    writeFileSync(file, data);
    if (isDurable) fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Makes a rename or removal in a folder durable, where the file system lets folders be synced. */
export function syncFolder(path: string): void {
  try {
    const folder = openSync(path, constants.O_RDONLY);
    try {
      fsyncSync(folder);
    } finally {
      closeSync(folder);
    }
  } catch {
    // The change itself is done; some file systems cannot sync a folder.
  }
}

/** Writers that were killed leave their temporary files. */
function removeStaleTemporaries(folder: string, prefix: string): void {
  try {
    for (const name of readdirSync(folder)) {
      if (!name.startsWith(prefix) || !name.endsWith('.tmp')) continue;
      const path = join(folder, name);
      if (Date.now() - lstatSync(path).mtimeMs > STALE_TEMPORARY_MS) unlinkQuietly(path);
    }
  } catch {
    // Another writer was faster, or the folder cannot be listed: nothing depends on it.
  }
}

function unlinkQuietly(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // It was never made.
  }
}
