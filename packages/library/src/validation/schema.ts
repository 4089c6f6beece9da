import { didYouMean, nearestName } from '@hookmd/core/errors';
import { eventNames, isEventName } from '@hookmd/core/events';
import { describeFound, describeWords, showText } from '@hookmd/core/manifest';
import * as z from '@hookmd/core/schema';

/** A schema whose messages complete "must be …". */
export type Schema = z.ZodType;
/** Schemas of the members of an object, or of the parameters of a function. */
export type Shape = Readonly<Record<string, Schema>>;

type Path = readonly PropertyKey[];
interface Issue {
  readonly code?: string | undefined;
  readonly message: string;
  readonly path: Path;
  readonly params?: { readonly isWhole?: boolean } | undefined;
  readonly errors?: readonly (readonly Issue[])[];
}

/** Placeholder for the path of an object in the sentence about an unknown key; shown text never contains it. */
const PATH = '\0';

/** A schema that accepts the values for which `test` returns true. `expected` completes "must be …" in `problemsOf`. */
export function must(expected: string, test: (value: unknown) => boolean): Schema {
  return z.custom(test, expected);
}

/** Any string. */
export const text: Schema = z.string('text');
/** A string that is not empty. */
export const filled: Schema = z.string('a non-empty string').min(1, 'a non-empty string');
export const flag: Schema = z.boolean('`true` or `false`');
export const count: Schema = z.number('a number');
export const aboveZero: Schema = z.number('a number above zero').positive('a number above zero');
/** Any function. */
export const aFunction: Schema = must('a function', (value) => typeof value === 'function');
export const list: Schema = must('a list', Array.isArray);
/** Any object but arrays and promises. */
export const anObject: Schema = must('an object', isObject);
export const anything: Schema = z.unknown();
/** An AbortSignal, also of another realm or a polyfill. */
export const signal: Schema = must(
  'an AbortSignal, such as `controller.signal`',
  (value) =>
    isObject(value) &&
    typeof value['aborted'] === 'boolean' &&
    typeof value['addEventListener'] === 'function',
);
/** A value that is never shown, because it may be a secret. */
export const secret: Schema = z.custom((value) => value === undefined || typeof value === 'string', {
  error: `\`${PATH}\` must be a string.`,
  params: { isWhole: true },
});
export const eventName: Schema = z.custom((value) => typeof value === 'string' && isEventName(value), {
  error: ({ input }) => describeNoEvent(input),
  params: { isWhole: true },
});

/** The schema, or undefined. */
export function maybe(schema: Schema): Schema {
  return z.optional(schema);
}

export function oneOf(...words: readonly string[]): Schema {
  return z.enum(words, describeWords(words));
}

/** The second schema validates values that the first accepts. */
export function allOf(first: Schema, second: Schema): Schema {
  return z.pipe(first, second as z.ZodType<unknown, unknown>);
}

/** One of the schemas. The problems of an object or a list are those of the last one. */
export function either(schemas: readonly [Schema, ...Schema[]], expected: string): Schema {
  return z.union(schemas, expected);
}

/** An array of such items. */
export function listOf(item: Schema): Schema {
  return z.array(item, 'a list');
}

/** An object with any keys. */
export function mapOf(item: Schema): Schema {
  return z.record(z.string(), item, 'an object');
}

/** An object with these keys and no others. */
export function objectOf(shape: Shape): Schema {
  return objectWith(shape, () => true);
}

/** An object with some of these keys and no others. */
export function optionsOf(shape: Shape): Schema {
  return objectOf(Object.fromEntries(Object.entries(shape).map(([key, schema]) => [key, maybe(schema)])));
}

/** An object of another program, such as a call of the model: further keys are wrong only where they are typos of missing ones. */
export function openObjectOf(shape: Shape): Schema {
  const keys = Object.keys(shape);
  return objectWith(shape, (key, object) => {
    const meant = nearestName(key, keys);
    return meant !== null && object[meant] === undefined;
  });
}

/** Whether a value has no problem. */
export function isValid(schema: Schema, value: unknown): boolean {
  return problemsOf(schema, value, '').length === 0;
}

/** One sentence for each problem of a value; unknown keys first. */
export function problemsOf(schema: Schema, value: unknown, name: string): readonly string[] {
  const { error } = schema.safeParse(value);
  return error === undefined ? [] : describeIssues(error.issues as readonly Issue[], value, name);
}

/** The sentence about a value that is no event. */
export function describeNoEvent(value: unknown): string {
  const hint = typeof value === 'string' ? didYouMean(value, eventNames) : '';
  return `${describeFound(value)} is no event. ${hint}`.trim();
}

function describeIssues(issues: readonly Issue[], value: unknown, name: string): readonly string[] {
  const isUnknownKey = ({ code }: Issue): boolean => code === 'unrecognized_keys';
  const sorted = [...issues.filter(isUnknownKey), ...issues.filter((issue) => !isUnknownKey(issue))];
  return sorted.flatMap((issue) => {
    const path = issue.path.reduce<string>(joinPath, name);
    const found = issue.path.reduce((object, key) => (object as Record<PropertyKey, unknown>)?.[key], value);
    if (isUnknownKey(issue)) return describeKeys(issue.message, path);
    if (issue.params?.isWhole === true) return [issue.message.replace(PATH, path)];
    const inner = issue.errors?.at(-1) ?? [];
    if (inner.length > 0 && inner.every((nested) => nested.path.length > 0 || isUnknownKey(nested)))
      return describeIssues(inner, found, path);
    return [`\`${path || 'options'}\` must be ${issue.message}; found ${describeGiven(found)}.`];
  });
}

function describeKeys(sentences: string, path: string): readonly string[] {
  const where = path === '' ? 'is no option' : `is none of \`${path}\``;
  return sentences
    .split('\n')
    .filter((sentence) => sentence !== '')
    .map((sentence) =>
      sentence.startsWith(PATH)
        ? `\`${path || 'options'}\`${sentence.slice(1)}`
        : sentence.replace(PATH, where),
    );
}

function objectWith(
  shape: Shape,
  isWrong: (key: string, object: Readonly<Record<string, unknown>>) => boolean,
): Schema {
  const known = Object.keys(shape);
  const describe = (keys: readonly string[], object: Readonly<Record<string, unknown>>): string => {
    const wrong = keys.filter((key) => object[key] !== undefined && isWrong(key, object));
    // All members of a class would be reported as unknown keys.
    const isOfClass = wrong.some((key) => !Object.hasOwn(object, key));
    if (isOfClass)
      return `${PATH} must be a plain object; found one of the class ${showText(object.constructor.name)}.`;
    return wrong.map((key) => `\`${showText(key)}\` ${PATH}. ${didYouMean(key, known)}`.trim()).join('\n');
  };
  const object = z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? describe(issue.keys, issue.input as Readonly<Record<string, unknown>>)
        : 'an object',
  });
  return allOf(anObject, object);
}

function joinPath(path: string, key: PropertyKey): string {
  if (typeof key === 'number') return `${path}[${key}]`;
  return path === '' ? String(key) : `${path}.${String(key)}`;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isPromise(value);
}

/** A promise would pass for an object without members. */
function isPromise(value: object): boolean {
  return typeof (value as { readonly then?: unknown }).then === 'function';
}

function describeGiven(value: unknown): string {
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'symbol' || typeof value === 'bigint') return `a ${typeof value}`;
  if (isObject(value)) return 'an object';
  const isPending = typeof value === 'object' && value !== null && isPromise(value);
  return isPending ? 'a promise, so perhaps an `await` is missing' : describeFound(value);
}
