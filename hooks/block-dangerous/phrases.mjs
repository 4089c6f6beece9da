/**
 * Whether the words contain all parts of one of the phrases, such as `system prune -a|--all`, in any order. A letter is
 * also found in joined letters (`-af`), a long option also shortened (`--recurs`) or with a value, a program by its path.
 */
export function matchesAny(index, phrases) {
  return phrases.some((phrase) =>
    phrase.split(' ').every((part) => part.split('|').some((alternative) => index.has(alternative))),
  );
}

/** Words in a form in which parts of phrases are looked up. */
export class WordIndex {
  #letters = new Set();
  #long = new Set();
  #plain = new Set();

  constructor(words) {
    for (const word of words) {
      if (/^-\w+$/.test(word)) for (const letter of word) this.#letters.add(letter);
      if (word.startsWith('--')) this.#long.add(word).add(word.split('=', 1)[0]);
      this.#addPlain(word.toLowerCase());
    }
  }

  has(part) {
    if (/^-\w$/.test(part)) return this.#letters.has(part[1]);
    if (part.startsWith('--')) return this.#hasLong(part);
    return this.#plain.has(part.toLowerCase());
  }

  /** Also its last and first element as a path, and the name before `=`. */
  #addPlain(word) {
    this.#plain.add(word);
    const [first, last, equals] = [word.indexOf('/'), word.lastIndexOf('/'), word.indexOf('=')];
    if (first >= 0) this.#plain.add(word.slice(0, first)).add(word.slice(last + 1));
    if (equals >= 0) this.#plain.add(word.slice(0, equals));
  }

  #hasLong(part) {
    if (this.#long.has(part)) return true;
    if (part.includes('=')) return false;
    for (let length = 4; length < part.length; length += 1) {
      if (this.#long.has(part.slice(0, length))) return true;
    }
    return false;
  }
}
