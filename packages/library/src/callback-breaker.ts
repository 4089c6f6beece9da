import type { HookBreakers } from '@hookmd/core/internal/dispatch/dispatch-request';
import { monotonicMs } from '@hookmd/core/internal/process/clock';

const FAILURES_TO_OPEN = 5;
const OPEN_MS = 60_000;

/**
 * The breaker of one callback: open for a minute after five failures in a row, then it is asked once.
 *
 * In memory, because a function of another program that has the same name is another function.
 */
export function makeCallbackBreaker(): HookBreakers {
  let failures = 0;
  let openUntilMs = 0;
  return {
    isOpen() {
      if (failures < FAILURES_TO_OPEN || monotonicMs() >= openUntilMs) {
        // Open for the others while this one is asked.
        if (failures >= FAILURES_TO_OPEN) openUntilMs = monotonicMs() + OPEN_MS;
        return false;
      }
      return true;
    },
    settle(_, hasFailed) {
      failures = hasFailed ? failures + 1 : 0;
      openUntilMs = monotonicMs() + OPEN_MS;
    },
  };
}
