import { existsSync, lstatSync, readdirSync, readlinkSync, statSync } from 'node:fs';
import path from 'node:path';

/** Steps of the budget: to look up one path, to list a directory, and for each name in it. */
const TO_LOOK_UP = 400;
const TO_LIST = 2_000;
const TO_READ_NAME = 30;

/** The file system while one call is evaluated: each path is looked up once. */
export class Disk {
  #budget;
  #links = new Map();
  #directories = new Map();
  #files = new Map();
  #names = new Map();
  #real = new Map();

  constructor(budget) {
    this.#budget = budget;
  }

  /** The target of a link; null for anything else, undefined where nothing exists. */
  linkAt(file) {
    return this.#once(this.#links, file, linkAt);
  }

  realDirectory(directory) {
    return this.#once(this.#real, directory, () => realPath(directory, this));
  }

  isDirectory(file) {
    return this.#once(this.#directories, file, isDirectory);
  }

  exists(file) {
    return this.#once(this.#files, file, existsSync);
  }

  namesIn(directory) {
    return this.#once(this.#names, directory, () => {
      const names = namesIn(directory);
      this.#budget.spend(TO_LIST + names.length * TO_READ_NAME);
      return names;
    });
  }

  #once(known, file, find) {
    if (known.has(file)) return known.get(file);
    this.#budget.spend(TO_LOOK_UP);
    const found = find(file);
    known.set(file, found);
    return found;
  }
}

const OWN_DESCRIPTOR = new RegExp(
  `^/dev/(std(in|out|err)|fd/\\d+)$|^/proc/(self|thread-self|${process.pid}(/task/\\d+)?)/fd/\\d+$`,
);

/** A descriptor of a process itself, which in the shell leads elsewhere than in this one. */
export function isDescriptor(file) {
  return (file.startsWith('/dev/') || file.startsWith('/proc/')) && OWN_DESCRIPTOR.test(file);
}

function linkAt(file) {
  if (isDescriptor(file)) return null;
  try {
    const stats = lstatSync(file, { throwIfNoEntry: false });
    return stats?.isSymbolicLink() ? readlinkSync(file) : stats && null;
  } catch {
    return undefined;
  }
}

function isDirectory(file) {
  try {
    return statSync(file, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    return false;
  }
}

function namesIn(directory) {
  try {
    return ['.', '..', ...readdirSync(directory)];
  } catch {
    return [];
  }
}

/** Links that a text makes, indexed by name: it may write through them. */
export class MadeLinks {
  #byName = new Map();
  #groups = new Map();

  /** How many names lead somewhere, counted once for each list of targets. */
  size = 0;

  /** Each of the names may lead to each of the targets. */
  add(names, targets) {
    const key = targets.join('\0');
    if (!this.#groups.has(key)) this.#groups.set(key, targets);
    const group = this.#groups.get(key);
    for (const name of names) {
      if (!this.#byName.has(name)) this.#byName.set(name, new Set());
      const groups = this.#byName.get(name);
      if (!groups.has(group)) this.size += 1;
      groups.add(group);
    }
  }

  /** The paths that `file` may lead to once the links exist. */
  *behind(file) {
    for (let name = file; ; name = name.slice(0, Math.max(1, name.lastIndexOf('/')))) {
      for (const targets of this.#byName.get(name) ?? []) {
        for (const target of targets) yield target + file.slice(name.length);
      }
      if (name === '/' || !name.startsWith('/')) return;
    }
  }
}

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
