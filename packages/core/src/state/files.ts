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
 * Writes a whole file so that a reader, also after a kill or a power cut, finds the old or the new content.
 *
 * `isMemory`: content that can be rebuilt and is rebuilt when damaged, so it does not wait for the disk. `owner`: the owner of
 * the file, if that is another user. Missing parent directories are created for the owner alone. Throws STATE_NOT_WRITABLE if
 * that fails; then the old file is unchanged and no temporary file remains.
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
  const directory = dirname(path);
  const prefix = `.${basename(path)}.`;
  const temporary = join(directory, `${prefix}${randomHex(6)}.tmp`);
  try {
    makeDirectory(directory);
    writeNewFile(temporary, data, { mode, isDurable: !isMemory, owner });
    renameSync(temporary, path);
  } catch (cause) {
    unlinkQuietly(temporary);
    throw new HookError(
      'STATE_NOT_WRITABLE',
      { detail: describeError(cause), path: directory },
      { cause, exitCode: 1 },
    );
  }
  if (!isMemory) syncDirectory(directory);
  removeStaleTemporaries(directory, prefix);
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

/** Makes a rename or removal in a directory durable, if the file system can sync directories. */
export function syncDirectory(path: string): void {
  try {
    const directory = openSync(path, constants.O_RDONLY);
    try {
      fsyncSync(directory);
    } finally {
      closeSync(directory);
    }
  } catch {
    // The change itself is done; some file systems cannot sync a directory.
  }
}

/** Writers that were killed leave their temporary files. */
function removeStaleTemporaries(directory: string, prefix: string): void {
  try {
    for (const name of readdirSync(directory)) {
      if (!name.startsWith(prefix) || !name.endsWith('.tmp')) continue;
      const path = join(directory, name);
      if (Date.now() - lstatSync(path).mtimeMs > STALE_TEMPORARY_MS) unlinkQuietly(path);
    }
  } catch {
    // Another writer was faster, or the directory is unreadable: nothing depends on it.
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
 * Creates a directory and its parents, for the owner alone; an existing one is fine.
 *
 * Not `mkdirSync` with `recursive`: below /proc, which fails with "no such file", that never returns. Throws the error of the
 * file system.
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
 * Opens a file that others may have created: never through a link, and without waiting for the writer of a pipe. The caller
 * checks whether it is a regular file. Throws the error of the file system.
 */
export function openToRead(path: string | Buffer): number {
  return openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
}

/**
 * The bytes of a regular file that others wrote. Never blocks and never follows a link: a FIFO, a link or a file above the
 * limit is an error. Throws the error of the file system.
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

/** The names in a directory, in no order; none where it is missing or cannot be read. */
export function namesIn(dir: string): readonly string[] {
  try {
    return readdirSync(dir);
  } catch {
    return [];
  }
}
