import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readFileSync,
  readlinkSync,
  readSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { describeError, HookError, isErrno } from '../errors/hook-error.ts';
import { makeDirectory, writeFileAtomic } from '../state/files.ts';
import { encodeFileName } from '../state/hash.ts';

/** What a file of settings may have. */
export const MAX_CONFIG_BYTES = 65_536;
/** Enough to see that it is too long. */
const MOST_BYTES: number = MAX_CONFIG_BYTES + 1;
const MOST_LINKS = 40;

/**
 * The bytes of a configuration file, through links; null if it does not exist. Throws if it is unreadable.
 *
 * A repository chooses what the path is, so devices and pipes are never opened.
 */
export function readConfigFile(path: string): Buffer | null {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR')) return null;
    throw error;
  }
  try {
    if (!fstatSync(file).isFile()) throw new Error('it is not a regular file');
    const bytes = Buffer.alloc(MOST_BYTES);
    let size = 0;
    for (let count = -1; count !== 0 && size < MOST_BYTES; size += count) {
      count = readSync(file, bytes, size, MOST_BYTES - size, null);
    }
    return bytes.subarray(0, size);
  } finally {
    closeSync(file);
  }
}

/**
 * Resolves the file behind any links, also if the last one leads to nothing yet. `..` is the parent of the directory that a
 * link leads to, as in the kernel; after a directory that does not exist it cannot be resolved, and this throws.
 */
export function followLinks(path: string): string {
  let at = path;
  for (let links = 0; links < MOST_LINKS; links++) {
    try {
      return realpathSync.native(at);
    } catch (error) {
      if (!isErrno(error, 'ENOENT', 'ENOTDIR')) throw error;
    }
    if (basename(at) === '..') throw new Error(`${at} is above a directory that does not exist`);
    const directory = dirname(at) === at ? at : followLinks(dirname(at));
    const target = linkTarget(join(directory, basename(at)));
    if (target === null) return join(directory, basename(at));
    at = isAbsolute(target) ? target : `${directory}/${target}`;
  }
  throw new Error(`${path} is a link that leads to itself`);
}

/** Writes it whole, with the mode it had; a new one is for its owner alone. Throws CONFIG_NOT_WRITABLE. */
export function writeConfigFile(path: string, text: string): void {
  try {
    const mode = (statSync(path, { throwIfNoEntry: false })?.mode ?? 0o600) & 0o777;
    writeFileAtomic(path, text, { mode });
  } catch (cause) {
    const reason = cause instanceof Error ? (cause.cause ?? cause) : cause;
    const parameters = { path, detail: describeError(reason) };
    throw new HookError('CONFIG_NOT_WRITABLE', parameters, { cause, exitCode: 1 });
  }
}

function linkTarget(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    return null;
  }
}

/** The directory with the last readable copy of each settings file: a typo must not disable a guard. */
export function lastGoodPath(stateDir: string, file: string): string {
  return join(stateDir, 'settings', encodeFileName(file));
}

/** Null where there are none. */
export function readLastGood(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch {
    return null;
  }
}

/** Best effort: if nothing can be written, the typo has its effect. */
export function keepLastGood(path: string, bytes: Buffer): void {
  if (readLastGood(path)?.equals(bytes) === true) return;
  try {
    makeDirectory(dirname(path));
    writeFileAtomic(path, bytes);
  } catch {
    // Read-only.
  }
}

/** A file that the user removed has no settings, and a later one starts anew. */
export function forgetLastGood(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // Read-only.
  }
}
