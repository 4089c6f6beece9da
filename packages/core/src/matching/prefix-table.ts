/** Values by a text that something must begin with. A look costs one look-up for each length that there is. */
export class PrefixTable<Value> {
  readonly #byLength = new Map<number, Map<string, Value[]>>();

  add(prefix: string, value: Value): void {
    const ofLength = this.#byLength.get(prefix.length) ?? new Map<string, Value[]>();
    this.#byLength.set(prefix.length, ofLength);
    const values = ofLength.get(prefix);
    if (values === undefined) ofLength.set(prefix, [value]);
    else values.push(value);
  }

  /** Adds the values of every prefix that `text` begins with. */
  collect(text: string, found: Set<Value>): void {
    for (const [length, values] of this.#byLength) {
      if (length > text.length) continue;
      const begun = values.get(text.slice(0, length));
      if (begun !== undefined) for (const value of begun) found.add(value);
    }
  }
}
