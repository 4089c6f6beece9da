import { chmodSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';

/** Removes a folder with all that is in it; the approved copies in the store are read-only. */
export function removeScratch(folder) {
  makeWritable(folder);
  rmSync(folder, { recursive: true, force: true });
}

function makeWritable(folder) {
  chmodSync(folder, 0o700);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) makeWritable(path.join(folder, entry.name));
  }
}
