import { readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Places } from '../discovery/places.ts';
import { isErrno } from '../errors/errno.ts';
import { partPaths } from './active-set-file.ts';

/**
 * Removes the compiled files of all other projects: each is compiled anew at its next event, with the settings as
 * they are then. The caller holds the lock.
 */
export function forgetOtherParts({ stateDir, projectDir }: Places): void {
  const { user, project } = partPaths(stateDir, projectDir);
  const folder = dirname(user);
  let names: readonly string[];
  try {
    names = readdirSync(folder);
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return; // Nothing was ever compiled.
    throw error;
  }
  for (const path of names.map((name) => join(folder, name))) {
    if (path.endsWith('.json') && path !== user && path !== project) rmSync(path, { force: true });
  }
}
