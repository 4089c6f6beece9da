import { lstatSync, readlinkSync } from 'node:fs';
import path from 'node:path';

const MAX_LINKS = 40;

/**
 * The path as the system would open it: every link followed, also one that points to nothing yet, and `..` taken
 * behind links. Parts that do not exist stay as they are. Null where links lead round in a circle.
 */
export function realPath(file) {
  const rest = path.isAbsolute(file) ? file.split('/').reverse() : null;
  if (rest === null) return null;
  let at = '/';
  let links = 0;
  while (rest.length > 0) {
    const part = rest.pop();
    if (part === '' || part === '.') continue;
    if (part === '..') {
      at = path.dirname(at);
      continue;
    }
    const next = at === '/' ? `/${part}` : `${at}/${part}`;
    const target = linkTarget(next);
    if (target === null) {
      at = next;
      continue;
    }
    links += 1;
    if (links > MAX_LINKS) return null;
    if (target.startsWith('/')) at = '/';
    rest.push(...target.split('/').reverse());
  }
  return at;
}

function linkTarget(file) {
  try {
    return lstatSync(file).isSymbolicLink() ? readlinkSync(file) : null;
  } catch {
    return null;
  }
}
