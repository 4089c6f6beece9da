import { existsSync, lstatSync, readdirSync, readlinkSync, statSync } from 'node:fs';
import { realPath } from './real-path.mjs';

/** Steps of the budget: to look up one path, to list a folder, and for each name in it. */
const TO_LOOK_UP = 400;
const TO_LIST = 2_000;
const TO_READ_NAME = 30;

/** What is on the disk while one call is evaluated: each path is looked up once. */
export class Disk {
  #budget;
  #links = new Map();
  #folders = new Map();
  #files = new Map();
  #names = new Map();
  #real = new Map();

  constructor(budget) {
    this.#budget = budget;
  }

  /** The target of a link; null for what is there and no link, undefined where nothing is. */
  linkAt(file) {
    return this.#once(this.#links, file, linkAt);
  }

  realDirectory(folder) {
    return this.#once(this.#real, folder, () => realPath(folder, this));
  }

  isFolder(file) {
    return this.#once(this.#folders, file, isFolder);
  }

  exists(file) {
    return this.#once(this.#files, file, existsSync);
  }

  namesIn(folder) {
    return this.#once(this.#names, folder, () => {
      const names = namesIn(folder);
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

function isFolder(file) {
  try {
    return statSync(file, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    return false;
  }
}

function namesIn(folder) {
  try {
    return ['.', '..', ...readdirSync(folder)];
  } catch {
    return [];
  }
}
