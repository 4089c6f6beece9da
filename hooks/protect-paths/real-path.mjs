import path from 'node:path';

/** No system takes a longer path. */
export const MAX_PATH = 4096;
const MAX_LINKS = 40;

/**
 * The path as the system would open it: every link followed, also one that points to nothing yet, and `..` taken
 * behind links. Parts that do not exist stay as they are. Null where links lead round in a circle.
 */
export function realPath(file, disk) {
  if (!path.isAbsolute(file)) return null;
  const rest = file.split('/').reverse();
  /** The path so far, element by element, each with what is before it. */
  const found = [''];
  /** Behind what is there. Nothing needs to be looked up below what is not. */
  const missing = [];
  let links = 0;
  while (rest.length > 0) {
    const part = rest.pop();
    if (part === '' || part === '.') continue;
    if (part === '..') {
      if (missing.length > 0) missing.pop();
      else if (found.length > 1) found.pop();
      continue;
    }
    const next = missing.length > 0 ? '' : `${found.at(-1)}/${part}`;
    const target = missing.length > 0 ? undefined : disk.linkAt(next);
    if (target === undefined) missing.push(part);
    else if (target === null) found.push(next);
    else {
      links += 1;
      if (links > MAX_LINKS) return null;
      if (target.startsWith('/')) found.length = 1;
      for (const one of target.split('/').reverse()) rest.push(one);
    }
  }
  const whole = [found.at(-1), ...missing].join('/');
  return whole === '' ? '/' : whole;
}
