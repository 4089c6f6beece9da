import { HookError } from '@hookmd/core/internal/errors/hook-error';
import { anything, problemsOf, type Rows, type Shape } from './shape.ts';

/** What a function takes, by the names of its parameters, at most three; and how it is called. */
export interface CallRow {
  readonly takes: Rows;
  readonly example: string;
}

// biome-ignore lint/suspicious/noExplicitAny: whatever it takes, it is checked by its row
type AnyFunction = (...given: any[]) => unknown;

/**
 * The same function, which refuses wrong arguments with CALL_INVALID before anything is asked or done, whether or not a
 * hook listens. Right ones cost nanoseconds.
 */
export function guardCall<F extends AnyFunction>(
  name: string,
  row: CallRow,
  own: F,
  refuse: (error: HookError) => unknown,
): F {
  const [first = anything, second = anything, third = anything]: readonly Shape[] = Object.values(row.takes);
  const call = own as AnyFunction;
  const guarded = (a: unknown, b: unknown, c: unknown): unknown =>
    first.holds(a) && second.holds(b) && third.holds(c)
      ? call(a, b, c)
      : refuse(callError(name, row, [a, b, c]));
  return guarded as unknown as F;
}

/** For functions that give promises. */
export function rejecting(error: HookError): Promise<never> {
  return Promise.reject(error);
}

export function throwing(error: HookError): never {
  throw error;
}

/** CALL_INVALID with everything that is wrong with these arguments. */
export function callError(name: string, { takes, example }: CallRow, given: readonly unknown[]): HookError {
  const problems = Object.entries(takes).flatMap(([key, shape], at) => problemsOf(shape, given[at], key));
  return new HookError('CALL_INVALID', { call: name, detail: problems.join(' '), example });
}
