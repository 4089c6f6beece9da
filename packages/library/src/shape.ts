import { didYouMean, nearestName } from '@hookmd/core/internal/errors/nearest-name';
import { describeFound, describeWords, showText } from '@hookmd/core/internal/manifest/describe-value';

/** What a value must be that a program gives, which may be JavaScript: TypeScript says it earlier. */
export interface Shape {
  /** Asked at every call, so it makes nothing. */
  readonly holds: (value: unknown) => boolean;
  /** One sentence for each thing that is wrong with a value for which `holds` is false. */
  readonly problems: (value: unknown, path: string) => readonly string[];
}

const MAX_KNOWN = 100;

/** The shapes of the members of an object. */
export type Rows = Readonly<Record<string, Shape>>;

export function must(expected: string, holds: (value: unknown) => boolean): Shape {
  const problems = (value: unknown, path: string): readonly string[] => [
    `\`${path}\` must be ${expected}; found ${describeGiven(value)}.`,
  ];
  return { holds, problems };
}

export const text: Shape = must('text', (value) => typeof value === 'string');
/** Text that names something. */
export const filled: Shape = must(
  'text that is not empty',
  (value) => typeof value === 'string' && value !== '',
);
export const flag: Shape = must('`true` or `false`', (value) => typeof value === 'boolean');
export const aFunction: Shape = must('a function', (value) => typeof value === 'function');
export const list: Shape = must('a list', Array.isArray);
export const anObject: Shape = must('an object', isObject);
export const aboveZero: Shape = must('a number above zero', isAboveZero);
export const anything: Shape = must('anything', () => true);
export const signal: Shape = must('an AbortSignal, such as `controller.signal`', isSignal);

export function oneOf(...words: readonly string[]): Shape {
  return must(describeWords(words), (value) => words.includes(value as string));
}

export function maybe({ holds, problems }: Shape): Shape {
  return { holds: (value) => value === undefined || holds(value), problems };
}

/** One of two, of which the second is an object: what is wrong with one is said of its members. */
export function either(one: Shape, object: Shape, expected: string): Shape {
  const neither = must(expected, () => false);
  return {
    holds: (value) => one.holds(value) || object.holds(value),
    problems: (value, path) => (isObject(value) ? object : neither).problems(value, path),
  };
}

export function listOf(one: Shape): Shape {
  return {
    holds: (value) => Array.isArray(value) && value.every(one.holds),
    problems: (value, path) =>
      Array.isArray(value)
        ? value.flatMap((item, at) => problemsOf(one, item, `${path}[${at}]`))
        : list.problems(value, path),
  };
}

/** An object with keys of whoever gives it. */
export function mapOf(one: Shape): Shape {
  return {
    holds: (value) => isObject(value) && Object.values(value).every(one.holds),
    problems: (value, path) =>
      isObject(value)
        ? Object.entries(value).flatMap(([key, item]) => problemsOf(one, item, `${path}.${key}`))
        : anObject.problems(value, path),
  };
}

/** Options, each of which may be left out. */
export function optionsOf(rows: Rows): Shape {
  return objectOf(Object.fromEntries(Object.entries(rows).map(([key, shape]) => [key, maybe(shape)])));
}

/** An object with these keys and no others: a typo would be silent. What may be left out is `maybe`. */
export function objectOf(rows: Rows): Shape {
  return objectWith(rows, () => true);
}

/**
 * An object of somebody else, such as a call as the model makes it: other keys are let be, but one that differs in a sign from a
 * key that is not there is meant to be that one.
 */
export function openObjectOf(rows: Rows): Shape {
  const keys = Object.keys(rows);
  // Calls of one agent have the same few keys again and again.
  const known = new Map<string, string | null>();
  const meantBy = (key: string): string | null => {
    const found = known.get(key);
    if (found !== undefined) return found;
    const meant = nearestName(key, keys);
    if (known.size < MAX_KNOWN) known.set(key, meant);
    return meant;
  };
  return objectWith(rows, (key, value) => {
    const meant = meantBy(key);
    return meant !== null && value[meant] === undefined;
  });
}

/** The sentences about the members of an object. */
export function problemsOf({ holds, problems }: Shape, value: unknown, path: string): readonly string[] {
  return holds(value) ? [] : problems(value, path);
}

/** `isWrong` is asked about keys without a row. */
function objectWith(
  rows: Rows,
  isWrong: (key: string, value: Readonly<Record<string, unknown>>) => boolean,
): Shape {
  const entries = Object.entries(rows);
  const byKey = new Map(entries.map(([key, { holds }]) => [key, { holds, isOptional: holds(undefined) }]));
  const needed = [...byKey.values()].filter(({ isOptional }) => !isOptional).length;
  return {
    holds(value) {
      if (!isObject(value)) return false;
      let missing = needed;
      for (const key in value) {
        const row = byKey.get(key);
        if (row === undefined) {
          if (value[key] !== undefined && isWrong(key, value)) return false;
        } else if (!row.holds(value[key])) return false;
        else if (!row.isOptional) missing -= 1;
      }
      // Of an object of a class, members may be found that are not told.
      return missing === 0 || entries.every(([key, { holds }]) => holds(value[key]));
    },
    problems(value, path) {
      if (!isObject(value)) return anObject.problems(value, path === '' ? 'options' : path);
      const unknown: string[] = [];
      for (const key in value) {
        if (byKey.has(key) || value[key] === undefined || !isWrong(key, value)) continue;
        // All that such a class has would be told as if somebody had written it there.
        if (!Object.hasOwn(value, key)) return [ofClass(value, path)];
        unknown.push(key);
      }
      return [
        ...unknown.map((key) => unknownKey(key, path, Object.keys(rows))),
        ...entries.flatMap(([key, shape]) => problemsOf(shape, value[key], below(path, key))),
      ];
    },
  };
}

function unknownKey(key: string, path: string, known: readonly string[]): string {
  const where = path === '' ? 'is no option' : `is none of \`${path}\``;
  return `\`${showText(key)}\` ${where}. ${didYouMean(key, known)}`.trim();
}

function ofClass(value: object, path: string): string {
  const { name } = (value.constructor ?? Object) as { readonly name: string };
  return `\`${path === '' ? 'options' : path}\` must be a plain object; found one of the class ${showText(name)}.`;
}

function below(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isPromise(value);
}

/** Which would pass for an object with nothing in it. */
function isPromise(value: object): boolean {
  return typeof (value as { readonly then?: unknown }).then === 'function';
}

function isAboveZero(value: unknown): boolean {
  return Number.isFinite(value) && (value as number) > 0;
}

/** Also one of another realm, or of a library for old systems. */
function isSignal(value: unknown): boolean {
  return (
    isObject(value) &&
    typeof value['aborted'] === 'boolean' &&
    typeof value['addEventListener'] === 'function'
  );
}

/** What stands in a program, for a sentence about it. */
function describeGiven(value: unknown): string {
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'symbol' || typeof value === 'bigint') return `a ${typeof value}`;
  if (isObject(value)) return 'an object';
  const isPending = typeof value === 'object' && value !== null && isPromise(value);
  return isPending ? 'a promise, so perhaps an `await` is missing' : describeFound(value);
}
