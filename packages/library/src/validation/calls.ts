import { describeThrown, HookError } from '@hookmd/core/errors';
import type { JsonObject } from '@hookmd/core/events';
import { aFunction, maybe, must, optionsOf, problemsOf, type Schema, type Shape, text } from './schema.ts';

/** What a function takes, by the names of its at most three parameters; and how it is called. */
export interface CallRow {
  readonly takes: Shape;
  readonly example: string;
}

// biome-ignore lint/suspicious/noExplicitAny: whatever a function takes, its row validates it
type AnyFunction = (...given: any[]) => unknown;

/**
 * The same function, which rejects wrong arguments with CALL_INVALID before anything runs, whether or not a hook listens.
 * Text, functions and absent options are accepted in nanoseconds.
 */
export function guardCall<F extends AnyFunction>(
  name: string,
  row: CallRow,
  call: F,
  reject: (error: HookError) => unknown,
): F {
  const [first = isAnything, second = isAnything, third = isAnything] = Object.values(row.takes).map(testOf);
  const guarded = (a: unknown, b: unknown, c: unknown): unknown => {
    if (first(a) && second(b) && third(c)) return (call as AnyFunction)(a, b, c);
    const error = callError(name, row, [a, b, c]);
    return error === null ? (call as AnyFunction)(a, b, c) : reject(error);
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

/** For functions that return promises. */
export function rejecting(error: HookError): Promise<never> {
  return Promise.reject(error);
}

export function throwing(error: HookError): never {
  throw error;
}

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

const sentence = must('text or null', (value) => value === null || typeof value === 'string');

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
