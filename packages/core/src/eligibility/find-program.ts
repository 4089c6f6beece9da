import which from 'which';
import { cleanPath } from '../executors/environment.ts';

const known = new Map<string, string | null>();

/**
 * The absolute path of a program, or null. Empty and relative elements of PATH do not count: they
 * would let the current folder choose. Answers are kept for the life of the process.
 */
export function findProgram(name: string, path: string): string | null {
  const key = `${name}\0${path}`;
  let found = known.get(key);
  if (found === undefined) {
    found = which.sync(name, { path: cleanPath(path), nothrow: true });
    known.set(key, found);
  }
  return found;
}
