import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { offerBubblewrap } from './bubblewrap.ts';

/** Whether each of these programs is on the PATH. */
export function hasPrograms(names: readonly string[] = []): boolean {
  if (names.includes('bwrap') && !offerBubblewrap()) return false;
  const directories = (process.env.PATH ?? '').split(delimiter);
  return names.every(
    (name) => directories.some((directory) => isExecutable(join(directory, name))) && mayUse(name),
  );
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** A program may be there and yet be of no use to whoever runs the tests. */
function mayUse(name: string): boolean {
  return name !== 'unshare' || spawnSync(name, ['-rn', 'true']).status === 0;
}
