import { chmodSync, lstatSync, readdirSync, rmdirSync, rmSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';

/** Removes a temporary folder whatever a handler did to the rights of what is in it. Never throws. */
export function removeDirectory(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true, maxRetries: 3 });
  } catch {
    removeOpened(path);
  }
}

function removeOpened(path: string): void {
  try {
    if (!lstatSync(path).isDirectory()) {
      unlinkSync(path);
      return;
    }
    chmodSync(path, 0o700);
    for (const name of readdirSync(path)) removeOpened(join(path, name));
    rmdirSync(path);
  } catch {
    // It is gone, or is not ours to remove.
  }
}
