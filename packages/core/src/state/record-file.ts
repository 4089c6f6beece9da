import { isUtf8 } from 'node:buffer';
import { closeSync, fstatSync, lstatSync, readFileSync, renameSync, type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { describeError, isErrno } from '../errors/hook-error.ts';
import { type Issue, issue } from '../errors/issue.ts';
import { parseJson } from '../events/json.ts';
import { openToRead, randomHex } from './files.ts';

const MAX_RECORD_BYTES = 1024 * 1024;

/** A record, or null with the reason why there is none; both null = no such file. */
export interface RecordReading<T> {
  readonly value: T | null;
  readonly problem: Issue | null;
}

/**
 * Reads a JSON record that `writeFileAtomic` wrote. Never throws and never waits.
 *
 * A damaged record, or one that is not a regular file, is renamed to `<path>.corrupt` (or a longer name if that is taken) and
 * reported (only reported without `setsAside`). A record that another user owns, may write or may have created stays and is
 * reported.
 */
export function readRecord<T>(
  path: string,
  check: (value: unknown) => value is T,
  { setsAside = true }: { setsAside?: boolean } = {},
): RecordReading<T> {
  try {
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found === undefined) return { value: null, problem: null };
    const directory = dirname(path);
    const distrust = distrustOf(directory, statSync(directory)) ?? distrustOf(path, found);
    if (distrust !== null) return { value: null, problem: distrust };
    const { text, stats } = readText(path, found);
    const value = text === null ? undefined : parseJson(text);
    if (check(value)) return { value, problem: null };
    if (!setsAside) return { value: null, problem: ignored(path, `${path} is damaged`) };
    return { value: null, problem: setAside(path, stats) };
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR')) return { value: null, problem: null };
    return { value: null, problem: ignored(path, describeError(error)) };
  }
}

/** Why a file or directory of the state is not trusted: other users own it or may write it. Missing = null. */
export function ownershipProblem(path: string): Issue | null {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats === undefined ? null : distrustOf(path, stats);
  } catch (error) {
    return ignored(path, describeError(error));
  }
}

/** `text` is null for anything but a small regular UTF-8 file; `stats` are those of the opened file. */
function readText(path: string, found: Stats): { text: string | null; stats: Stats } {
  if (!found.isFile()) return { text: null, stats: found };
  const file = openToRead(path);
  try {
    const stats = fstatSync(file);
    if (!stats.isFile() || stats.size > MAX_RECORD_BYTES) return { text: null, stats };
    const bytes = readFileSync(file);
    return { text: isUtf8(bytes) ? bytes.toString('utf8') : null, stats };
  } finally {
    closeSync(file);
  }
}

function setAside(path: string, evaluated: Stats): Issue {
  const now = lstatSync(path);
  // A writer may have put a good record here after we read the bad one.
  if (now.ino !== evaluated.ino || now.dev !== evaluated.dev)
    return ignored(path, `${path} was replaced while it was read`);
  const first = `${path}.corrupt`;
  const isTaken = lstatSync(first, { throwIfNoEntry: false }) !== undefined;
  const aside = isTaken ? `${first}-${randomHex(4)}` : first;
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
