import { isUtf8 } from 'node:buffer';
import { createHash, randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  type Stats,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describeError, HookError } from '../errors/hook-error.ts';
import { type Issue, issue } from '../errors/issue.ts';

const MAX_RECORD_BYTES = 1024 * 1024;
const MAX_ENCODED_NAME = 100;
const STALE_TEMPORARY_MS = 3_600_000;

/** A record, or null with the reason why there is none; both null = no such file. */
export interface RecordReading<T> {
  readonly value: T | null;
  readonly problem: Issue | null;
}

/**
 * Writes a whole file so that a reader, also after a kill or a power cut, finds the old or the new one.
 *
 * Missing folders above are made for the owner alone. Throws STATE_NOT_WRITABLE when that fails for any
 * reason; then the old file is untouched and no temporary one is left.
 */
export function writeFileAtomic(
  path: string,
  data: string | Uint8Array,
  { mode = 0o600 }: { mode?: number } = {},
): void {
  const folder = dirname(path);
  const prefix = `.${basename(path)}.`;
  const temporary = join(folder, `${prefix}${randomBytes(6).toString('hex')}.tmp`);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeNewFile(temporary, data, mode);
    renameSync(temporary, path);
  } catch (cause) {
    unlinkQuietly(temporary);
    throw new HookError(
      'STATE_NOT_WRITABLE',
      { detail: describeError(cause), path: folder },
      { cause, exitCode: 1 },
    );
  }
  syncFolder(folder);
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

/**
 * Reads a JSON record that `writeFileAtomic` wrote. Never throws and never waits.
 *
 * What is damaged, or no regular file at all, is renamed to `<path>.corrupt` (or a longer name where that is taken)
 * and said; what somebody else owns or may write, or may have put into the folder, stays and is said.
 */
export function readRecord<T>(path: string, check: (value: unknown) => value is T): RecordReading<T> {
  try {
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found === undefined) return { value: null, problem: null };
    const folder = dirname(path);
    const distrust = distrustOf(folder, statSync(folder)) ?? distrustOf(path, found);
    if (distrust !== null) return { value: null, problem: distrust };
    const { text, stats } = readText(path, found);
    const value = text === null ? undefined : parseJson(text);
    if (check(value)) return { value, problem: null };
    return { value: null, problem: setAside(path, stats) };
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR')) return { value: null, problem: null };
    return { value: null, problem: ignored(path, describeError(error)) };
  }
}

/** Why a file or folder of the state must not be believed: others own it or may write it. Missing = null. */
export function ownershipProblem(path: string): Issue | null {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats === undefined ? null : distrustOf(path, stats);
  } catch (error) {
    return ignored(path, describeError(error));
  }
}

/**
 * A file name for any text, the same for the same text and never two texts under one name.
 *
 * Percent-encoded bytes; long ones end in `~` and a hash, short enough for encrypted home folders (143 bytes)
 * with the endings that are added here.
 */
export function encodeFileName(text: string): string {
  const name = text.replace(/^\.|[^A-Za-z0-9._-]/gu, percentEncode);
  if (name !== '' && name.length <= MAX_ENCODED_NAME) return name;
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 16);
  return `${name.slice(0, MAX_ENCODED_NAME - 17)}~${hash}`;
}

function percentEncode(character: string): string {
  return [...Buffer.from(character)]
    .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
    .join('');
}

/** Whether an error of the file system has one of these codes. */
export function isErrno(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && codes.includes((error as NodeJS.ErrnoException).code ?? '');
}

function writeNewFile(path: string, data: string | Uint8Array, mode: number): void {
  const file = openSync(
    path,
    constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW,
    mode,
  );
  try {
    fchmodSync(file, mode); // an umask may have taken bits away
    writeFileSync(file, data);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** `text` is null for what is no small regular UTF-8 file; `stats` are those of what was judged. */
function readText(path: string, found: Stats): { text: string | null; stats: Stats } {
  if (!found.isFile()) return { text: null, stats: found };
  const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const stats = fstatSync(file);
    if (!stats.isFile() || stats.size > MAX_RECORD_BYTES) return { text: null, stats };
    const bytes = readFileSync(file);
    return { text: isUtf8(bytes) ? bytes.toString('utf8') : null, stats };
  } finally {
    closeSync(file);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function setAside(path: string, judged: Stats): Issue {
  const now = lstatSync(path);
  // A writer may have put a good record here after we read the bad one.
  if (now.ino !== judged.ino || now.dev !== judged.dev)
    return ignored(path, `${path} was replaced while it was read`);
  const first = `${path}.corrupt`;
  const isTaken = lstatSync(first, { throwIfNoEntry: false }) !== undefined;
  const aside = isTaken ? `${first}-${randomBytes(4).toString('hex')}` : first;
  try {
    renameSync(path, aside);
  } catch (error) {
    return ignored(path, `${path} is damaged and cannot be set aside (${describeError(error)})`);
  }
  return issue('STATE_CORRUPT', { aside }, { path });
}

function distrustOf(path: string, stats: Stats): Issue | null {
  const me = process.geteuid?.();
  if (me !== undefined && stats.uid !== me) return ignored(path, `${path} belongs to another user`);
  if (!stats.isSymbolicLink() && (stats.mode & 0o022) !== 0) return ignored(path, `others can write ${path}`);
  return null;
}

function ignored(path: string, detail: string): Issue {
  return issue('STATE_IGNORED', { detail, path }, { path });
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
