import type { HookEvent } from '../events/event.ts';
import type { Phase } from '../events/outcome.ts';
import { type Asked, failedToAsk } from './asked.ts';
import type { DispatchScope } from './dispatch-scope.ts';
import { holdToMode } from './hold-to-mode.ts';
import { crashedRun } from './hook-run.ts';
import type { PlannedHook } from './plan.ts';
import { refuseNow } from './refuse-now.ts';
import { runHandler } from './run-handler.ts';

/**
 * Asks one hook about the event as it is now: condition, requirements, breaker, run, convention,
 * permits, contract. Never throws; a failure is a row.
 */
export async function askHook(
  scope: DispatchScope,
  planned: PlannedHook,
  phase: Phase,
  event: HookEvent,
  signal: AbortSignal,
): Promise<Asked> {
  let asked: Asked;
  try {
    asked =
      refuseNow(scope, planned, phase, event) ?? (await runWatched(scope, planned, phase, event, signal));
  } catch (error) {
    const unasked = { planned, event, answer: {}, dropped: [], removed: [] };
    asked = failedToAsk(unasked, crashedRun(planned.hook, phase, error));
  }
  return holdToMode(asked, event);
}

const runWatched: typeof runHandler = async (scope, planned, phase, event, signal) => {
  const { watch } = scope.request;
  watch?.starts(planned.hook, phase);
  const asked = await runHandler(scope, planned, phase, event, signal);
  watch?.ends(asked.run);
  return asked;
};
