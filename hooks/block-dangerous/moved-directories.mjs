/** The directories that a command moved work to, indexed by path: deleting them deletes the work. */
export class MovedDirectories {
  #directories = new Set();
  /** The directories around them. */
  #around = new Set();
  #budget;

  constructor(budget) {
    this.#budget = budget;
  }

  get size() {
    return this.#directories.size;
  }

  add(directory) {
    if (this.#directories.has(directory)) return;
    this.#directories.add(directory);
    for (let at = this.#above(directory); at !== null && !this.#around.has(at); at = this.#above(at))
      this.#around.add(at);
  }

  /** Whether `file`, which may be a pattern, is, contains or is inside of one of them. */
  concerns(file) {
    if (this.#directories.size === 0) return false;
    for (let at = file; at !== null; at = this.#above(at)) if (this.#directories.has(at)) return true;
    const pattern = file.search(/[*?[{]/);
    return pattern < 0 ? this.#around.has(file) : this.#startWith(file.slice(0, pattern));
  }

  #startWith(start) {
    this.#budget.spend(this.#directories.size * 4);
    for (const directory of this.#directories) if (directory.startsWith(start)) return true;
    return false;
  }

  /** The parent of an absolute path; null for the root. */
  #above(file) {
    this.#budget.spend(8 + file.length / 8);
    return file === '/' ? null : file.slice(0, Math.max(1, file.lastIndexOf('/')));
  }
}
