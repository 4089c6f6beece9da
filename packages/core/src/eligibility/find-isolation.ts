import { readFileSync } from 'node:fs';
import { findProgram } from '../launch/find-program.ts';
import { whyNotRoots } from '../state/whose.ts';

const USUAL_DIRECTORIES = '/usr/bin:/usr/local/bin:/bin';

/** The absolute path of bubblewrap, or why it cannot be used. */
export type Backend = { readonly path: string } | { readonly detail: string };

let found: { readonly searched: string; readonly backend: Backend } | null = null;

/** Finds bubblewrap without starting it; searches once per process. */
export function findIsolation(path: string): Backend {
  const searched = `${USUAL_DIRECTORIES}:${path}`;
  if (found?.searched !== searched) found = { searched, backend: search(searched) };
  return found.backend;
}

function search(path: string): Backend {
  if (process.platform !== 'linux') return { detail: 'there is none for this system' };
  const program = findProgram('bwrap', path);
  if (program === null) return { detail: 'it is not installed' };
  const whose = whyNotRoots([program]);
  if (whose !== null) return { detail: whose };
  const isRoot = process.geteuid?.() === 0;
  const isOff =
    isZero('/proc/sys/user/max_user_namespaces') ||
    (!isRoot && isZero('/proc/sys/kernel/unprivileged_userns_clone'));
  return isOff ? { detail: 'this system does not allow user namespaces' } : { path: program };
}

function isZero(path: string): boolean {
  try {
    return readFileSync(path, 'utf8').trim() === '0';
  } catch {
    return false;
  }
}
