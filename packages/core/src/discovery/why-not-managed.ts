import { isErrno } from '../errors/errno.ts';
import { type Issue, issue } from '../errors/issue.ts';
import { whyNotRoots } from '../state/whose.ts';

/**
 * Why a place of the administrator is ignored: only root may decide for everybody. Null = only root can write or replace it,
 * or nothing is there. Throws where it cannot be looked at.
 */
export function whyNotManaged(managedDir: string, path: string): Issue | null {
  for (const one of [managedDir, path]) {
    const detail = distrustOf(one);
    if (detail !== null) return issue('ROOT_NOT_TRUSTED', { detail }, { path: one });
  }
  return null;
}

function distrustOf(path: string): string | null {
  try {
    return whyNotRoots([path]);
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR')) return null;
    throw error;
  }
}
