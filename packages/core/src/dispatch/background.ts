import type { HookEvent } from '../events/event.ts';
import type { HookRun } from '../events/outcome.ts';
import { handlerRequest } from './environment.ts';
import { findSkipReason } from './invoke.ts';
import { ALREADY_REPORTED, onceSpent, type PlannedHook } from './plan.ts';
import { type BackgroundStart, backgroundRow, crashedRun, skippedRun, unrunnableRun } from './result.ts';
import type { DispatchScope } from './scope.ts';

/**
 * Prepares an asynchronous hook up to its start, or returns the row that says why it does not start. Never throws.
 */
export function prepareBackground(
  scope: DispatchScope,
  planned: PlannedHook,
  event: HookEvent,
): { readonly run: HookRun; readonly start: BackgroundStart | null } {
  const { hook } = planned;
  const phase = 'observe';
  try {
    const skipped = findSkipReason(scope, planned, phase, event);
    if (skipped !== null) return { run: skipped.run, start: null };
    if (hook.argv === null) return { run: unrunnableRun(hook, phase), start: null };
    if (!scope.claimReported(hook))
      return { run: skippedRun(hook, 'ONCE_SPENT', ALREADY_REPORTED, phase), start: null };
    if (!scope.claimOnce(hook)) {
      const { cause, reason } = onceSpent(hook);
      return { run: skippedRun(hook, cause, reason, phase), start: null };
    }
    const seen = scope.seenBy(hook, phase, event);
    const request = handlerRequest(scope, planned, phase, seen, hook.argv);
    const start = { hook, name: planned.name, event: seen, timeoutMs: hook.asyncTimeoutMs, request };
    return { run: backgroundRow(hook), start };
  } catch (error) {
    return { run: crashedRun(hook, phase, error), start: null };
  }
}

/** Starts asynchronous hooks in the background; returns the rows, with a failure if they could not be started. */
export async function startBackground(
  scope: DispatchScope,
  starts: readonly BackgroundStart[],
  rows: readonly HookRun[],
): Promise<readonly HookRun[]> {
  const { rests, request } = scope;
  if (starts.length === 0 && rests.length === 0) return rows;
  const isAborted = request.signal?.aborted === true;
  const problem = isAborted ? 'cancelled' : await start(scope, starts);
  if (problem === null) return rows;
  const aborted = AbortSignal.abort();
  await Promise.all(rests.map((rest) => rest.detached.finish(1, aborted)));
  const lost = [...starts, ...rests].map(({ hook }) => hook);
  for (const hook of lost) scope.releaseOnce(hook);
  const outcome = isAborted
    ? ({ outcome: 'cancelled', cause: 'ABORTED' } as const)
    : ({ outcome: 'non_blocking_error', cause: 'SPAWN' } as const);
  return rows.map((row) =>
    row.cause === 'ASYNC' && lost.some((hook) => hook.qualifiedName === row.qualifiedName)
      ? { ...row, ...outcome, reason: problem }
      : row,
  );
}

async function start(scope: DispatchScope, starts: readonly BackgroundStart[]): Promise<string | null> {
  const { request, rests, removed } = scope;
  const begunMs = Date.now() - scope.elapsedMs();
  const { concurrency } = request.set.settings;
  return (await request.background?.({ begunMs, removed, concurrency, starts, rests })) ?? null;
}
