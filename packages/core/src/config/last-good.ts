import { readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { writeFileAtomic } from '../state/atomic-file.ts';
import { encodeFileName } from '../state/file-name.ts';
import { makeFolder } from '../state/make-folder.ts';

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
    makeFolder(dirname(path));
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
