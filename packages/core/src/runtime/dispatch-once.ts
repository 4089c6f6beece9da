import { setTimeout as delay } from 'node:timers/promises';
import type { HookEvent } from '../events/event.ts';
import { openSharedCall } from '../registry/shared-calls.ts';
import type { EventResult } from './runtime.ts';

/** Of the time that the agent waits: the rest is for who judges after all. */
const MOST_OF_BUDGET = 0.5;
const LONGEST_WAIT_MS = 600_000;
const LONGEST_PAUSE_MS = 20;

interface CallOfSeveral {
  readonly stateDir: string;
  readonly event: HookEvent;
  /** By which of its registrations the agent has called. */
  readonly registration: string;
  readonly warnings: readonly string[];
  readonly budgetMs: number | null;
  readonly signal: AbortSignal | undefined;
}

/**
 * Judges a call that an agent tells of by several registrations for the first of them, and gives the others the same decision,
 * whichever process hears of it: the agent obeys one of the answers, or the strictest.
 *
 * `judge` is told how long was waited. What cannot be shared is judged by each: a guard that looks twice is a nuisance, one that
 * was left out is a hole.
 */
export async function dispatchOnce<T extends EventResult>(
  call: CallOfSeveral,
  judge: (waitedMs: number) => Promise<T>,
): Promise<T | EventResult> {
  const { stateDir, event, registration, warnings } = call;
  const arrivedAt = Date.now();
  const shared = openSharedCall(stateDir, event, { registration, arrivedAt });
  const release = await lockWithin(shared.lock, call);
  if (release === null) return judge(Date.now() - arrivedAt);
  try {
    const decision = attempt(shared.take) ?? null;
    if (decision !== null) return { decision, event, warnings };
    const fired = await judge(Date.now() - arrivedAt);
    // Called off, or for want of what another process may have: that is nobody's decision.
    const isLost = fired.decision.hooks.some(({ cause }) => cause === 'SPAWN');
    if (call.signal?.aborted !== true && !isLost) attempt(() => shared.leave(fired.decision, Date.now()));
    return fired;
  } finally {
    release();
  }
}

/** Null = it cannot be had, or not as long as the agent waits. */
async function lockWithin(
  lock: () => (() => void) | null,
  { budgetMs, signal }: CallOfSeveral,
): Promise<(() => void) | null> {
  const untilMs = Date.now() + Math.min(LONGEST_WAIT_MS, (budgetMs ?? LONGEST_WAIT_MS) * MOST_OF_BUDGET);
  for (let pauseMs = 1; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    const release = attempt(lock);
    if (release === undefined || release !== null) return release ?? null;
    if (Date.now() >= untilMs || signal?.aborted === true) return null;
    await delay(pauseMs);
  }
}

/** Undefined = the state cannot be written. */
function attempt<T>(write: () => T): T | undefined {
  try {
    return write();
  } catch {
    return undefined;
  }
}
