import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Places } from '@hookmd/core/manifest';

/** What calls of `install`, `update` and `remove` have begun; here so that whoever only asks loads nothing else. */
export function installsDir(stateDir: string): string {
  return join(stateDir, 'installs');
}

/** Whether a call is under way, or was killed. One look at one folder. */
export function mayBeUnfinished(stateDir: string): boolean {
  try {
    return readdirSync(installsDir(stateDir)).length > 0;
  } catch {
    return false;
  }
}

/** Whether anything was ever installed for this person or in this project. */
export function hasLock({ userDir, projectDir }: Places): boolean {
  return [userDir, join(projectDir, '.hookmd')].some((dir) => existsSync(join(dir, 'hooks.lock')));
}
