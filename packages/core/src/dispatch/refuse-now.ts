import type { HookEvent } from '../events/event.ts';
import type { Phase } from '../events/outcome.ts';
import { hookDepth, MAX_HOOK_DEPTH } from '../executors/hook-depth.ts';
import { judgeCondition } from '../matching/condition.ts';
import { type Asked, blocksOnFailure } from './asked.ts';
import type { DispatchScope } from './dispatch-scope.ts';
import { describeMismatch, skippedRun } from './hook-run.ts';
import type { PlannedHook } from './plan.ts';
import { toolCallOf } from './tool-call.ts';

/** Why it is not asked now: asked of the event as it is when its turn comes (H18). */
export function refuseNow(
  scope: DispatchScope,
  planned: PlannedHook,
  phase: Phase,
  event: HookEvent,
): Asked | null {
  const { hook } = planned;
  const skip = (cause: string, reason: string, failsClosed = false): Asked => ({
    planned,
    run: skippedRun(hook, cause, reason, phase),
    answer: {},
    event,
    failsClosed,
    dropped: [],
    removed: [],
  });
  const { condition } = hook;
  if (condition !== null && !judgeCondition(condition, toolCallOf(event, scope.request.environment))) {
    return skip('NO_MATCH', describeMismatch(condition));
  }
  const unmet = [...hook.unmet, ...scope.unsetVariables(hook), ...scope.unmetModel(hook)];
  if (unmet.length > 0) {
    return skip('INELIGIBLE', unmet.map((one) => one.message).join('; '), blocksOnFailure(planned));
  }
  const depth = hookDepth(scope.request.environment);
  if (depth >= MAX_HOOK_DEPTH) {
    // Whoever can set a variable must not switch a guard off by it.
    return skip(
      'RECURSION',
      `a hook started the agent that fired this event (depth ${depth})`,
      blocksOnFailure(planned),
    );
  }
  if (scope.breakers.isOpen(hook)) {
    return skip(
      'BREAKER_OPEN',
      'it failed 5 times in a row and rests for up to a minute',
      blocksOnFailure(planned),
    );
  }
  return null;
}
