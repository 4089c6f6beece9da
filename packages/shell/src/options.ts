interface Option {
  /** A letter, or a long name. */
  readonly name: string;
  /** Empty where it has none. */
  readonly value: string;
  readonly isLong: boolean;
}

/** Options and operands of a command, as getopt reads them. */
export class Options {
  readonly words: readonly string[];
  readonly options: Option[] = [];
  readonly operands: string[] = [];

  /** `valued`: letters that take the rest of their word, or the next word, as a value; `longValued`: long names that take the next word. */
  constructor(words: readonly string[], valued = '', longValued: ReadonlySet<string> = new Set()) {
    this.words = words;
    for (let at = 0; at < words.length; at += 1) {
      const word = words[at] ?? '';
      if (word === '--') {
        for (const operand of words.slice(at + 1)) this.operands.push(operand);
        return;
      }
      if (!/^-./s.test(word)) this.operands.push(word);
      else if (word.startsWith('--')) at += this.#readLong(word, words[at + 1], longValued);
      else at += this.#readLetters(word.slice(1), words[at + 1], valued);
    }
  }

  /** A letter of `letters`, or a long name, which may be cut short as getopt allows. */
  has(letters: string, ...names: readonly string[]): boolean {
    return this.options.some(({ name, isLong }) =>
      isLong ? name !== '' && names.some((long) => long.startsWith(name)) : letters.includes(name),
    );
  }

  get longNames(): string[] {
    return this.options.filter(({ isLong }) => isLong).map(({ name }) => name);
  }

  /** The value of the last option of these names. */
  valueOf(...names: readonly string[]): string | undefined {
    return this.options.findLast(({ name }) => names.includes(name))?.value;
  }

  /** The number of following words that belong to the option. */
  #readLong(token: string, next: string | undefined, longValued: ReadonlySet<string>): number {
    const equals = token.indexOf('=');
    const name = token.slice(2, equals < 0 ? undefined : equals);
    const takesNext = equals < 0 && longValued.has(name);
    const value = equals < 0 ? '' : token.slice(equals + 1);
    this.options.push({ name, value: takesNext ? (next ?? '') : value, isLong: true });
    return takesNext ? 1 : 0;
  }

  #readLetters(letters: string, next: string | undefined, valued: string): number {
    for (const [index, name] of [...letters].entries()) {
      const takesValue = valued.includes(name);
      const rest = takesValue ? letters.slice(index + 1) : '';
      this.options.push({ name, value: takesValue && rest === '' ? (next ?? '') : rest, isLong: false });
      if (takesValue) return rest === '' ? 1 : 0;
    }
    return 0;
  }
}
