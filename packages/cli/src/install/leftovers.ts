import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isHookError } from '@hookmd/core/errors';
import type { Places } from '@hookmd/core/manifest';
import { isGone } from '@hookmd/core/system';
import { allScopes, type InstallScope } from './install-scope.ts';

/** Starts the name of a directory that one call works in; the rest names its process. Scans for hooks skip it. */
export const WORK_PREFIX = '.install-';

/** Directories of calls whose process was killed: in the state directory, and beside the hooks directories. */
export function listLeftovers(places: Places): readonly string[] {
  const dirs = [places.stateDir, ...usableScopes(places).map(({ stageDir }) => stageDir)];
  return [...new Set(dirs)].flatMap(leftIn);
}

/** None in a directory that is missing or unreadable: the command that needs it reports why. */
export function leftIn(dir: string): readonly string[] {
  return namesIn(dir)
    .filter((name) => name.startsWith(WORK_PREFIX) && isGone(name.slice(WORK_PREFIX.length)))
    .map((name) => join(dir, name));
}

function namesIn(dir: string): readonly string[] {
  try {
    return readdirSync(dir);
  } catch {
    return [];
  }
}

/** None if one cannot be used: the command that needs it reports why. */
export function usableScopes(places: Places): readonly InstallScope[] {
  try {
    return allScopes(places);
  } catch (error) {
    if (isHookError(error)) return [];
    throw error;
  }
}

/** Whether anything was ever installed for this user or in this project. */
export function hasLock({ userDir, projectDir }: Places): boolean {
  return [userDir, join(projectDir, '.hookmd')].some((dir) => existsSync(join(dir, 'hooks.lock')));
}
