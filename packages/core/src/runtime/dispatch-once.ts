import { setTimeout as delay } from 'node:timers/promises';
import type { HookEvent } from '../events/event.ts';
import { openSharedCall } from '../sessions/shared-calls.ts';
import type { EventResult } from './runtime.ts';

/** Part of the agent's budget spent waiting; the rest is for a dispatch of its own. */
const MAX_BUDGET_SHARE = 0.5;
const MAX_WAIT_MS = 600_000;
const MAX_PAUSE_MS = 20;

interface SharedEvent {
  readonly stateDir: string;
  readonly event: HookEvent;
  /** The registration through which the agent reported the event. */
  readonly registration: string;
  readonly warnings: readonly string[];
  readonly budgetMs: number | null;
  readonly signal: AbortSignal | undefined;
}

/**
 * Dispatches an event once that an agent reports through several registrations, and returns the same decision to all of them.
 *
 * `dispatch` gets the milliseconds spent waiting. If state cannot be shared, each registration dispatches for itself: a guard
 * that runs twice does no harm, one that does not run is a hole.
 */
export async function dispatchOnce<T extends EventResult>(
  call: SharedEvent,
  dispatch: (waitedMs: number) => Promise<T>,
): Promise<T | EventResult> {
  const { stateDir, event, registration, warnings } = call;
  const arrivedAt = Date.now();
  const shared = openSharedCall(stateDir, event, { registration, arrivedAt });
  const release = await lockWithin(shared.lock, call);
  if (release === null) return dispatch(Date.now() - arrivedAt);
  try {
    const decision = attempt(shared.take) ?? null;
    if (decision !== null) return { decision, event, warnings };
    const result = await dispatch(Date.now() - arrivedAt);
    // A canceled dispatch, or one that could not start its hooks, decides for no other process.
    const isLost = result.decision.hooks.some(({ cause }) => cause === 'SPAWN');
    if (call.signal?.aborted !== true && !isLost) attempt(() => shared.leave(result.decision, Date.now()));
    return result;
  } finally {
    release();
  }
}

/** Null = the lock was not free in time. */
async function lockWithin(
  lock: () => (() => void) | null,
  { budgetMs, signal }: SharedEvent,
): Promise<(() => void) | null> {
  const untilMs = Date.now() + Math.min(MAX_WAIT_MS, (budgetMs ?? MAX_WAIT_MS) * MAX_BUDGET_SHARE);
  for (let pauseMs = 1; ; pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)) {
    const release = attempt(lock);
    if (release === undefined || release !== null) return release ?? null;
    if (Date.now() >= untilMs || signal?.aborted === true) return null;
    await delay(pauseMs);
  }
}

/** Undefined = the state is not writable. */
function attempt<T>(write: () => T): T | undefined {
  try {
    return write();
  } catch {
    return undefined;
  }
}
