import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { isErrno } from '../errors/errno.ts';

/**
 * Makes a folder and those above it, for the owner alone; one that is there is fine.
 *
 * Not `mkdirSync` with `recursive`: where a parent refuses with "no such file", as /proc does, that one
 * tries for ever. Throws what the file system says.
 */
export function makeFolder(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (isErrno(error, 'EEXIST') && statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
    if (!isErrno(error, 'ENOENT') || dirname(path) === path) throw error;
    makeFolder(dirname(path));
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
