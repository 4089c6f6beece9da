import { delimiter, isAbsolute } from 'node:path';
import which from 'which';

/**
 * The absolute path of a program named without a directory, or null.
 *
 * Empty and relative elements of `path` are left out: through them the current directory would choose the program.
 */
export function findProgram(name: string, path: string): string | null {
  const directories = path.split(delimiter).filter(isAbsolute).join(delimiter);
  if (name === '' || name.includes('/') || directories === '') return null;
  return which.sync(name, { path: directories, nothrow: true });
}
