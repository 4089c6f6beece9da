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
