import {
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describeError, HookError, isErrno } from '../errors/hook-error.ts';

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
    makeDirectory(folder);
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
  if (!isMemory) syncDirectory(folder);
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
  syncDirectory(dirname(path));
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
export function syncDirectory(path: string): void {
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

/**
 * Makes a folder and those above it, for the owner alone; one that is there is fine.
 *
 * Not `mkdirSync` with `recursive`: where a parent refuses with "no such file", as /proc does, that one
 * tries for ever. Throws what the file system says.
 */
export function makeDirectory(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (isErrno(error, 'EEXIST') && statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
    if (!isErrno(error, 'ENOENT') || dirname(path) === path) throw error;
    makeDirectory(dirname(path));
    makeLast(path);
  }
}

function makeLast(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process was faster.
    if (!isErrno(error, 'EEXIST')) throw error;
  }
}

/**
 * Opens a file that others may have put there: never through a link, and without waiting for who writes a pipe. Whether
 * it is a regular one is for the caller to ask of what was opened. Throws what the file system says.
 */
export function openToRead(path: string | Buffer): number {
  return openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
}

/**
 * The bytes of a regular file that others wrote. Never blocks and never follows a link: a FIFO, a
 * link or a file beyond the limit is an error. Throws what the file system says.
 */
export function readPlainFile(path: string, maxBytes: number): Buffer {
  const descriptor = openToRead(path);
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) throw new Error('it is not a regular file');
    if (stats.size > maxBytes) throw new Error(`it has ${stats.size} bytes`);
    const bytes = Buffer.alloc(stats.size);
    let size = 0;
    for (let count = -1; count !== 0 && size < bytes.length; size += count) {
      count = readSync(descriptor, bytes, size, bytes.length - size, null);
    }
    return bytes.subarray(0, size);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Random hex digits, for names and ids that must differ and need not be secret.
 *
 * Not from Node's crypto, which costs 2 ms when it is loaded.
 */
export function randomHex(bytes: number): string {
  const digits = Array.from({ length: bytes * 2 }, () => Math.floor(Math.random() * 16).toString(16));
  return digits.join('');
}
