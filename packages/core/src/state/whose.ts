import { realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Why others than root could replace or write one of these; null = only root can. Throws where one is not there. */
export function whyNotRoots(paths: readonly string[]): string | null {
  const realPaths = paths.map((path) => realpathSync.native(path));
  for (const name of new Set([...realPaths, ...[...realPaths, ...paths].flatMap(directoriesAbove)])) {
    const { uid, mode } = statSync(name);
    if (uid !== 0) return `${name} does not belong to root`;
    // In a directory with the sticky bit other users cannot replace root's files; the paths themselves are checked more strictly.
    const isSticky = !realPaths.includes(name) && (mode & 0o1000) !== 0;
    if ((mode & 0o022) !== 0 && !isSticky) return `${name} can be written by others`;
  }
  return null;
}

/** Up to the root, links followed. */
function directoriesAbove(path: string): readonly string[] {
  const above = dirname(path);
  const real = realpathSync.native(above);
  return real === '/' ? [real] : [real, ...directoriesAbove(real)];
}
