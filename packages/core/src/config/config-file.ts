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
 * The bytes of a configuration file, through links; null where there is none. Throws where it cannot be read.
 *
 * A repository chooses what stands there: no device that never ends and no pipe that keeps everybody waiting.
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
 * The file itself behind any links, also where the last one leads to nothing yet. `..` is the folder above the one that a link
 * leads to, as it is to the kernel; behind a folder that is not there nobody can say, and it throws.
 */
export function followLinks(path: string): string {
  let at = path;
  for (let links = 0; links < MOST_LINKS; links++) {
    try {
      return realpathSync.native(at);
    } catch (error) {
      if (!isErrno(error, 'ENOENT', 'ENOTDIR')) throw error;
    }
    if (basename(at) === '..') throw new Error(`${at} is above a folder that is not there`);
    const folder = dirname(at) === at ? at : followLinks(dirname(at));
    const target = linkTarget(join(folder, basename(at)));
    if (target === null) return join(folder, basename(at));
    at = isAbsolute(target) ? target : `${folder}/${target}`;
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

/** Where the last bytes of a settings file are kept that could be read: a slip in it must switch no guard off. */
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

/** Best effort: where nothing can be written, a slip costs what it says. */
export function keepLastGood(path: string, bytes: Buffer): void {
  if (readLastGood(path)?.equals(bytes) === true) return;
  try {
    makeDirectory(dirname(path));
    writeFileAtomic(path, bytes);
  } catch {
    // Read-only.
  }
}

/** A file that a person took away says nothing, and a later one begins anew. */
export function forgetLastGood(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // Read-only.
  }
}
