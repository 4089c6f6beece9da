import { isUtf8 } from 'node:buffer';
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { followLinks } from '@hookmd/core/internal/config/config-file';
import { isErrno } from '@hookmd/core/internal/errors/errno';

const MAX_BYTES = 1024 * 1024;

/** A file of an agent as it stands. */
export interface SettingsFile {
  /** As the agent names it. */
  readonly path: string;
  /** The file itself, behind any links. */
  readonly target: string;
  /** Null = there is none. */
  readonly found: {
    readonly bytes: Buffer;
    /** Without the mark that some editors begin a file with. */
    readonly text: string;
    readonly isMarked: boolean;
    readonly mode: number;
    readonly uid: number;
    readonly gid: number;
  } | null;
}

/** Throws, with what is wrong in words, where it is no regular file of text, or too long, or cannot be read. */
export function readSettingsFile(path: string): SettingsFile {
  const target = followLinks(path);
  let file: number;
  try {
    // A repository chooses what stands there: a pipe must not keep anybody waiting.
    file = openSync(target, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return { path, target, found: null };
    throw error;
  }
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) throw new Error('it is not a regular file');
    if (stats.size > MAX_BYTES) throw new Error(`it has more than ${MAX_BYTES} bytes`);
    const { mode, uid, gid } = stats;
    const bytes = readFileSync(file);
    if (!isUtf8(bytes)) throw new Error('it is not text in UTF-8');
    const whole = bytes.toString('utf8');
    const text = whole.replace(/^\ufeff/, '');
    const isMarked = text !== whole;
    return { path, target, found: { bytes, text, isMarked, mode: mode & 0o7777, uid, gid } };
  } finally {
    closeSync(file);
  }
}
