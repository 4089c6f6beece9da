import { chmodSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { isErrno } from '@hookmd/core/errors';
import { writeFileAtomic } from '@hookmd/core/system';

/** Writes a file that every user may read, by rename. */
export function writePublicFile(path: string, data: string | Uint8Array): void {
  makePublicDirectory(dirname(path));
  writeFileAtomic(path, data, { mode: 0o644 });
}

/** Creates a directory and its parents so that every user may list them, whatever the umask is. */
export function makePublicDirectory(path: string): void {
  try {
    mkdirSync(path);
  } catch (error) {
    if (isErrno(error, 'EEXIST')) return;
    if (!isErrno(error, 'ENOENT') || dirname(path) === path) throw error;
    makePublicDirectory(dirname(path));
    mkdirSync(path);
  }
  chmodSync(path, 0o755);
}
