import type { HookEvent } from '../events/event.ts';
import type { HookRun } from '../events/outcome.ts';
import { handlerRequest, openEnvironmentFile } from './environment.ts';
import { findSkipReason } from './invoke.ts';
import type { PlannedHook } from './plan.ts';
import { type BackgroundStart, backgroundRun, crashedRun, unrunnableRun } from './result.ts';
import type { DispatchScope } from './scope.ts';

/** Prepares an asynchronous hook up to its start, or returns the run that explains why it does not start. Never throws. */
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
    const claimed = scope.claim(hook, phase);
    if (claimed !== null) return { run: claimed, start: null };
    const visible = scope.visibleTo(hook, phase, event);
    const file = openEnvironmentFile(scope, planned, visible);
    const request = handlerRequest(scope, planned, phase, visible, hook.argv, file);
    const start = { hook, name: planned.name, event: visible, timeoutMs: hook.asyncTimeoutMs, request };
    return { run: backgroundRun(hook), start };
  } catch (error) {
    return { run: crashedRun(hook, phase, error), start: null };
  }
}

/** Starts asynchronous hooks in the background; returns the runs, as failures if the hooks could not be started. */
export async function startBackground(
  scope: DispatchScope,
  starts: readonly BackgroundStart[],
  runs: readonly HookRun[],
): Promise<readonly HookRun[]> {
  const { detached, request } = scope;
  const isAborted = request.signal?.aborted === true;
  const problem = isAborted ? 'canceled' : await start(scope, starts);
  if (problem === null) return runs;
  const aborted = AbortSignal.abort();
  await Promise.all(detached.map((run) => run.detached.finish(1, aborted)));
  const lost = [...starts, ...detached].map(({ hook }) => hook);
  for (const hook of lost) scope.releaseOnce(hook);
  const outcome = isAborted
    ? ({ outcome: 'canceled', cause: 'ABORTED' } as const)
    : ({ outcome: 'non_blocking_error', cause: 'SPAWN' } as const);
  return runs.map((run) =>
    run.cause === 'ASYNC' && lost.some((hook) => hook.qualifiedName === run.qualifiedName)
      ? { ...run, ...outcome, reason: problem }
      : run,
  );
}

async function start(scope: DispatchScope, starts: readonly BackgroundStart[]): Promise<string | null> {
  const { request, detached, removed } = scope;
  const begunMs = Date.now() - scope.elapsedMs();
  const { concurrency } = request.set.settings;
  return (await request.background?.({ begunMs, removed, concurrency, starts, detached })) ?? null;
}
