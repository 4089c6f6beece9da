/**
 * Milliseconds of a clock that only goes forward.
 *
 * Not `performance.now()`: that loads a module of Node's, which a tool call need not pay for.
 */
export function monotonicMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
