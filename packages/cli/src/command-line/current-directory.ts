import { existsSync, readlinkSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * The working folder. Where that was removed, the nearest folder above it that is there, which is the working folder from
 * then on: an agent whose folder is gone still asks its guards.
 */
export function currentDirectory(): string {
  try {
    return process.cwd();
  } catch {
    let folder = removedDirectory();
    while (!existsSync(folder)) folder = dirname(folder);
    process.chdir(folder);
    return folder;
  }
}

/** Linux tells what it was called. */
function removedDirectory(): string {
  try {
    return readlinkSync('/proc/self/cwd').replace(/ \(deleted\)$/, '');
  } catch {
    return '/';
  }
}
