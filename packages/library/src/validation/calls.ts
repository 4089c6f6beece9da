import { describeThrown, HookError } from '@hookmd/core/errors';
import type { JsonObject } from '@hookmd/core/events';
import { aFunction, maybe, must, optionsOf, problemsOf, type Schema, type Shape, text } from './schema.ts';

/** The arguments of a function, and an example of a call. */
export interface CallRow {
  /** Schemas by the names of its parameters, at most three. */
  readonly takes: Shape;
  readonly example: string;
  /** It throws CALL_INVALID. Default: it returns a promise, which is rejected. */
  readonly isSync?: boolean;
}

// biome-ignore lint/suspicious/noExplicitAny: whatever a function takes, its row validates it
type AnyFunction = (...given: any[]) => unknown;

/**
 * Replaces the methods of an object that have a row by methods that reject wrong arguments with CALL_INVALID, and returns
 * the object. `name` is the name of the object in these errors.
 */
export function guardMethods<O extends object>(
  name: string,
  object: O,
  rows: { readonly [K in keyof O]?: CallRow },
): O {
  for (const [key, row] of Object.entries(rows as Readonly<Record<string, CallRow>>)) {
    const method = object[key as keyof O] as AnyFunction;
    Object.assign(object, { [key]: guardCall(`${name}.${key}`, row, method) });
  }
  return object;
}

/** The same function, which rejects wrong arguments before anything runs. Text, functions and absent options take nanoseconds. */
export function guardCall<F extends AnyFunction>(name: string, row: CallRow, call: F): F {
  const [first = isAnything, second = isAnything, third = isAnything] = Object.values(row.takes).map(testOf);
  const guarded = (a: unknown, b: unknown, c: unknown): unknown => {
    if (first(a) && second(b) && third(c)) return (call as AnyFunction)(a, b, c);
    const error = callError(name, row, [a, b, c]);
    if (error === null) return (call as AnyFunction)(a, b, c);
    if (row.isSync === true) throw error;
    return Promise.reject(error);
  };
  return guarded as unknown as F;
}

const isAnything = (): boolean => true;

/** A cheap test that may be false for a valid value, which the schema itself then accepts. */
function testOf(schema: Schema): (value: unknown) => boolean {
  const isOptional = schema.safeParse(undefined).success;
  const type = [text, optionalText].includes(schema)
    ? 'string'
    : schema === aFunction
      ? 'function'
      : 'undefined';
  return (value) => (value === undefined ? isOptional : typeof value === type);
}

export const optionalText: Schema = maybe(text);

/** CALL_INVALID with every problem of these arguments; null where there is none. */
export function callError(
  name: string,
  { takes, example }: CallRow,
  given: readonly unknown[],
): HookError | null {
  const problems = Object.entries(takes).flatMap(([key, schema], at) => problemsOf(schema, given[at], key));
  if (problems.length === 0) return null;
  return new HookError('CALL_INVALID', { call: name, detail: problems.join(' '), example });
}

/** A call that takes options, and the type that declares them. */
interface OptionsRow {
  readonly call: string;
  readonly type: string;
  readonly shape: Shape;
}

/** Throws OPTIONS_INVALID with every problem. */
export function checkOptions({ call, type, shape }: OptionsRow, options: unknown): void {
  rejectOptions(call, type, problemsOf(optionsOf(shape), options, ''));
}

/** Throws OPTIONS_INVALID where there is a problem. */
export function rejectOptions(call: string, type: string, problems: readonly string[]): void {
  if (problems.length > 0) throw new HookError('OPTIONS_INVALID', { call, type, detail: problems.join(' ') });
}

/** Throws RESULT_INVALID where a function of the agent returned a value that its schema rejects. */
export function checkResult(name: string, schema: Schema, result: unknown, fix: string): void {
  const problems = problemsOf(schema, result, 'result');
  if (problems.length > 0) throw new HookError('RESULT_INVALID', { name, detail: problems.join(' '), fix });
}

const sentence = must('string or null', (value) => value === null || typeof value === 'string');

/** What `check` returns for an input; null = the input is fine. An exception or a wrong result is a problem too. */
export function checkInput(check: (input: JsonObject) => unknown, input: JsonObject): string | null {
  try {
    const result = check(input) ?? null;
    const problems = problemsOf(sentence, result, 'check(input)');
    return problems.length === 0 ? (result as string | null) : problems.join(' ');
  } catch (error) {
    return describeThrown(error);
  }
}
