import { chmodSync, lstatSync, rmSync } from 'node:fs';
import { readTree } from './package-tree.ts';

/**
 * Removes a folder whose folders may be read-only, as those of the store are; leaves it where that fails. Of a link that
 * somebody put in its place only the link goes: modes behind it are not ours.
 */
export function removeTree(path: string): void {
  try {
    if (lstatSync(path).isDirectory()) {
      chmodSync(path, 0o700);
      for (const { absolute, stats } of readTree(path).nodes) {
        if (stats.isDirectory()) chmodSync(absolute, 0o700);
      }
    }
    rmSync(path, { recursive: true, force: true });
  } catch {
    // It was never made, or is left for the next sweep.
  }
}
