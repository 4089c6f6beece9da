import { closeSync, constants, fstatSync, lstatSync, openSync, realpathSync, type Stats } from 'node:fs';
import { resolve, sep } from 'node:path';

/** Never through a link, and without waiting for who writes a pipe. */
const OPEN_FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** Why something is not shown, for the model. */
export interface Refused {
  readonly refused: string;
}

/** Whether `path` is `root` or lies in it; both without links. */
export function isInside(root: string, path: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : `${root}${sep}`);
}

/** What `path` really is, where that lies in the project; links are followed first, and judged by where they lead. */
export function findInside(
  root: string,
  path: string,
): { readonly path: string; readonly stats: Stats } | Refused {
  if (path.includes('\0')) return { refused: 'There is no such path.' };
  try {
    const real = realpathSync(resolve(root, path));
    // Said before anything is said about what stands there: not even whether it exists.
    if (!isInside(root, real)) return outside();
    return { path: real, stats: lstatSync(real) };
  } catch {
    return isInside(root, resolve(root, path))
      ? { refused: 'There is no such file in the project.' }
      : outside();
  }
}

/**
 * Opens a regular file of the project. Somebody may swap a folder on its way for a link meanwhile, so what was opened
 * is compared with what stands there afterwards.
 */
export function openInside(
  root: string,
  path: string,
): { readonly fd: number; readonly size: number } | Refused {
  const found = findInside(root, path);
  if ('refused' in found) return found;
  if (!found.stats.isFile()) return { refused: 'That is no regular file.' };
  let fd: number;
  try {
    fd = openSync(found.path, OPEN_FLAGS);
  } catch {
    return { refused: 'That file cannot be read.' };
  }
  const opened = fstatSync(fd);
  const after = findInside(root, found.path);
  const isSame =
    'stats' in after &&
    after.path === found.path &&
    after.stats.ino === opened.ino &&
    after.stats.dev === opened.dev &&
    opened.isFile();
  if (isSame) return { fd, size: opened.size };
  closeSync(fd);
  return { refused: 'That file was changed while it was opened.' };
}

function outside(): Refused {
  return { refused: 'That lies outside the project, which is all you may see.' };
}
