/** Where a text moved work to before it deletes: found by its path, so that many of them cost no more than one. */
export class MovedFolders {
  #folders = new Set();
  /** The folders around them. */
  #around = new Set();
  #budget;

  constructor(budget) {
    this.#budget = budget;
  }

  get size() {
    return this.#folders.size;
  }

  add(folder) {
    if (this.#folders.has(folder)) return;
    this.#folders.add(folder);
    for (let at = this.#above(folder); at !== null && !this.#around.has(at); at = this.#above(at))
      this.#around.add(at);
  }

  /** Whether `file`, perhaps a pattern, is one of them or one of the folders around them, or lies below one. */
  concerns(file) {
    if (this.#folders.size === 0) return false;
    for (let at = file; at !== null; at = this.#above(at)) if (this.#folders.has(at)) return true;
    const pattern = file.search(/[*?[{]/);
    return pattern < 0 ? this.#around.has(file) : this.#startWith(file.slice(0, pattern));
  }

  #startWith(start) {
    this.#budget.spend(this.#folders.size * 4);
    for (const folder of this.#folders) if (folder.startsWith(start)) return true;
    return false;
  }

  /** The folder that an absolute path lies in; null for the root. */
  #above(file) {
    this.#budget.spend(8 + file.length / 8);
    return file === '/' ? null : file.slice(0, Math.max(1, file.lastIndexOf('/')));
  }
}
