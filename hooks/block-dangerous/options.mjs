/** Options and operands of a command, as getopt reads them. */
export class Options {
  letters = new Set();
  long = [];
  operands = [];

  /** `valued`: letters that take the rest of their word, or the next word, as a value. */
  constructor(words, valued = '') {
    for (let at = 0; at < words.length; at += 1) {
      const word = words[at];
      if (word === '--') {
        this.operands = this.operands.concat(words.slice(at + 1));
        return;
      }
      if (word.startsWith('--')) this.long.push(word.slice(2).split('=', 1)[0]);
      else if (!/^-./.test(word)) this.operands.push(word);
      else if (this.#readLetters(word.slice(1), valued)) at += 1;
    }
  }

  /** True when the value of the last letter is the next word. */
  #readLetters(text, valued) {
    for (const [index, letter] of [...text].entries()) {
      this.letters.add(letter);
      if (valued.includes(letter)) return index === text.length - 1;
    }
    return false;
  }

  /** A letter of `letters`, or a long name, which may be cut short as getopt allows. */
  has(letters, ...names) {
    if ([...letters].some((letter) => this.letters.has(letter))) return true;
    return this.long.some((given) => given !== '' && names.some((name) => name.startsWith(given)));
  }
}
