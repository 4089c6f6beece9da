import { closeSync, constants, fstatSync, openSync, readSync, realpathSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** A handler has a page or two; one file of a library is below a megabyte. */
const MAX_FILE_BYTES = 2 * 1024 * 1024;
const MAX_ALL_BYTES = 16 * 1024 * 1024;
const MAX_FILES = 2_000;

/** A path inside a root. `outside` = a link that leads out of the root. */
export type Found =
  | { readonly kind: 'file' | 'directory'; readonly path: string }
  | { readonly kind: 'missing' | 'outside' | 'special' };

/** The files below one directory, by relative paths with `/`. Files outside are never opened. */
export interface FileRoot {
  /** Follows links inside the root; `path` in the result is the real path. */
  find(path: string): Found;
  /** The bytes of a found file. Throws an Error that completes "`file` …". */
  read(path: string): Buffer;
}

export function openRoot(dir: string): FileRoot {
  const root = realpathSync(dir);
  const seen = new Map<string, Buffer>();
  let bytes = 0;
  return {
    find(path) {
      let real: string;
      try {
        real = realpathSync(join(root, path));
      } catch {
        return { kind: 'missing' };
      }
      const inside = relative(root, real).split(sep).join('/');
      if (inside === '..' || inside.startsWith('../')) return { kind: 'outside' };
      const stats = statSync(real, { throwIfNoEntry: false });
      if (stats === undefined) return { kind: 'missing' };
      if (stats.isDirectory()) return { kind: 'directory', path: inside };
      return stats.isFile() ? { kind: 'file', path: inside } : { kind: 'special' };
    },
    read(path) {
      const known = seen.get(path);
      if (known !== undefined) return known;
      if (seen.size >= MAX_FILES) throw new Error(`is one of more than ${MAX_FILES} files`);
      const content = readBounded(join(root, path));
      bytes += content.length;
      if (bytes > MAX_ALL_BYTES)
        throw new Error(`is beyond the ${MAX_ALL_BYTES >> 20} MB that a handler may be built of`);
      seen.set(path, content);
      return content;
    },
  };
}

/** The `node_modules` directories of an npm project, and no other file of it. */
export function openLibraries(projectDir: string): FileRoot {
  const root = openRoot(projectDir);
  return {
    find(path) {
      const found = root.find(path);
      const isOutside = 'path' in found && !/(?:^|\/)node_modules\//.test(found.path);
      return isOutside ? { kind: 'outside' } : found;
    },
    read: root.read,
  };
}

/** Never waits for a pipe, and never follows a link that was created after `find`. */
function readBounded(path: string): Buffer {
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) throw new Error('is no regular file');
    if (stats.size > MAX_FILE_BYTES)
      throw new Error(`has ${stats.size} bytes; at most ${MAX_FILE_BYTES} are read`);
    const content = Buffer.alloc(stats.size);
    let length = 0;
    for (let got = -1; got !== 0 && length < content.length; length += got)
      got = readSync(descriptor, content, length, content.length - length, null);
    return content.subarray(0, length);
  } finally {
    closeSync(descriptor);
  }
}
