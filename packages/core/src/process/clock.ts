/** Longer delays overflow Node's timers, which would end at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Calls `onTimeout` once, `timeoutMs` from now, however large that is. */
export function startTimer(timeoutMs: number, onTimeout: () => void): NodeJS.Timeout {
  return setTimeout(onTimeout, Math.min(timeoutMs, MAX_TIMER_MS));
}

/** Milliseconds of a clock that only moves forward; unlike `performance.now()` it loads no module of Node. */
export function monotonicMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
