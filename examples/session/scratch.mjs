import { chmodSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';

/** Removes a directory with everything in it. The approved copies in it are read-only, so it makes them writable first. */
export function removeScratch(directory) {
  makeWritable(directory);
  rmSync(directory, { recursive: true, force: true });
}

function makeWritable(directory) {
  chmodSync(directory, 0o700);
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    if (entry.isDirectory()) makeWritable(path.join(directory, entry.name));
  }
}
