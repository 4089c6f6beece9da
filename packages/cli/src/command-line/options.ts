import { didYouMean } from '@hookmd/core/errors';
import { usage } from './usage.ts';

/** The options that were given, by their long name. */
export class Options {
  readonly #values: Readonly<Record<string, unknown>>;

  constructor(values: Readonly<Record<string, unknown>>) {
    this.#values = values;
  }

  has(name: string): boolean {
    const value = this.#values[name];
    return value !== undefined && value !== false;
  }

  /** An option `--no-NAME` was given. */
  isOff(name: string): boolean {
    return this.#values[name] === false;
  }

  /** The value of an option given once; undefined = not given. */
  text(name: string, counts: (text: string) => boolean = () => true): string | undefined {
    const all = this.texts(name).filter(counts);
    if (all.length > 1) throw usage(`\`--${name}\` is given ${all.length} times`, 'Give it once.');
    return all[0];
  }

  texts(name: string): readonly string[] {
    const value = this.#values[name];
    if (value === undefined || value === true || value === false) return [];
    return (Array.isArray(value) ? value : [value]).map(String);
  }

  /** One of the listed words. */
  word<T extends string>(
    name: string,
    allowed: readonly T[],
    counts?: (text: string) => boolean,
  ): T | undefined {
    const value = this.text(name, counts);
    if (value === undefined) return undefined;
    return wordOf(value, allowed, `\`--${name}\``);
  }
}

/** One of the listed words. Throws USAGE with the nearest. */
export function wordOf<T extends string>(value: string, allowed: readonly T[], what: string): T {
  const found = allowed.find((one) => one === value);
  if (found !== undefined) return found;
  throw usage(`${what} cannot be "${value}"`, `${didYouMean(value, allowed)}Use ${allowed.join(', ')}.`);
}
