import type { HookEvent } from '../events/event.ts';
import type { HookRun } from '../events/outcome.ts';
import type { DispatchScope } from './dispatch-scope.ts';
import { handlerRequest } from './handler-request.ts';
import { crashedRun, skippedRun, unrunnableRun } from './hook-run.ts';
import { type LateStart, lateRow } from './late-work.ts';
import { ALREADY_TOLD, onceSpent, type PlannedHook } from './plan.ts';
import { refuseNow } from './refuse-now.ts';

/**
 * A hook that nobody will wait for, with everything decided but its start; or the row that says why it is not to be
 * started. Never throws.
 */
export function prepareLate(
  scope: DispatchScope,
  planned: PlannedHook,
  event: HookEvent,
): { readonly run: HookRun; readonly start: LateStart | null } {
  const { hook } = planned;
  const phase = 'observe';
  try {
    const refused = refuseNow(scope, planned, phase, event);
    if (refused !== null) return { run: refused.run, start: null };
    if (hook.argv === null) return { run: unrunnableRun(hook, phase), start: null };
    if (!scope.claimTold(hook))
      return { run: skippedRun(hook, 'ONCE_SPENT', ALREADY_TOLD, phase), start: null };
    if (!scope.claimOnce(hook)) {
      const { cause, reason } = onceSpent(hook);
      return { run: skippedRun(hook, cause, reason, phase), start: null };
    }
    const seen = scope.seenBy(hook, phase, event);
    const request = handlerRequest(scope, planned, phase, seen, hook.argv);
    const start = { hook, name: planned.name, event: seen, timeoutMs: hook.asyncTimeoutMs, request };
    return { run: lateRow(hook), start };
  } catch (error) {
    return { run: crashedRun(hook, phase, error), start: null };
  }
}
