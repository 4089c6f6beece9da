import type { Buffer } from 'node:buffer';
import { closeSync, constants, mkdtempSync, openSync, rmdirSync, unlinkSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// Linux's O_TMPFILE, which Node does not name. Where it means nothing, opening a folder for writing fails.
const O_TMPFILE = 0o20000000 | constants.O_DIRECTORY;

/**
 * A read-only descriptor, at position 0, of a file that holds `bytes` and has no name; null when
 * there is no room or no folder for one.
 *
 * A file as stdin cannot fill up, cannot break with EPIPE, and `/dev/stdin` can be opened, which
 * fails on the sockets Node calls pipes. The caller closes the descriptor.
 */
export function openStdinFile(bytes: Buffer): number | null {
  return openNameless(bytes) ?? openUnlinked(bytes);
}

/** Linux: a file that never has a name, so nothing is left behind even by SIGKILL. */
export function openNameless(bytes: Buffer): number | null {
  if (process.platform !== 'linux') return null;
  try {
    const writer = openSync(tmpdir(), O_TMPFILE | constants.O_RDWR | constants.O_EXCL, 0o600);
    return fillAndReopen(writer, `/proc/self/fd/${writer}`, bytes);
  } catch {
    return null; // not on this file system, or no /proc
  }
}

/** Anywhere: a file in a private folder; both are gone when this returns. */
export function openUnlinked(bytes: Buffer): number | null {
  let folder: string;
  try {
    folder = mkdtempSync(join(tmpdir(), 'hookmd-'));
  } catch {
    return null;
  }
  const file = join(folder, 'stdin');
  try {
    return fillAndReopen(openSync(file, 'wx', 0o600), file, bytes);
  } catch {
    return null;
  } finally {
    attempt(() => unlinkSync(file));
    attempt(() => rmdirSync(folder));
  }
}

function fillAndReopen(writer: number, path: string, bytes: Buffer): number {
  try {
    // A full disk shows as a short write before it shows as an error.
    for (let at = 0; at < bytes.length; ) at += writeSync(writer, bytes, at, bytes.length - at, at);
    return openSync(path, 'r');
  } finally {
    closeSync(writer);
  }
}

function attempt(action: () => void): void {
  try {
    action();
  } catch {
    // The file may never have come to be; the result does not depend on it.
  }
}
