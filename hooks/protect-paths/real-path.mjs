import path from 'node:path';

/** No system accepts a longer path. */
export const MAX_PATH = 4096;
const MAX_LINKS = 40;

/**
 * The path as the system would open it: with all links followed, also links to missing files, and `..` resolved after
 * links. Parts that do not exist are kept. Null for a cycle of links.
 */
export function realPath(file, disk) {
  if (!path.isAbsolute(file)) return null;
  const rest = file.split('/').reverse();
  /** The path so far, each element with all before it. */
  const found = [''];
  /** The elements that do not exist, below which nothing is looked up. */
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
      for (const item of target.split('/').reverse()) rest.push(item);
    }
  }
  const whole = [found.at(-1), ...missing].join('/');
  return whole === '' ? '/' : whole;
}
