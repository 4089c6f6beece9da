import { existsSync, lstatSync, readdirSync, readlinkSync, statSync } from 'node:fs';
import { realPath } from './real-path.mjs';

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

function linkAt(file) {
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
