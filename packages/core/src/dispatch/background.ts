import type { HookRun } from '../events/outcome.ts';
import type { EventView } from '../matching/files/views.ts';
import { handlerRequest, openEnvironmentFile } from './environment.ts';
import { findSkipReason } from './invoke.ts';
import type { PlannedHook } from './plan.ts';
import { aboutFile, type BackgroundStart, backgroundRun, crashedRun, unrunnableRun } from './result.ts';
import type { DispatchScope } from './scope.ts';

/** Prepares an asynchronous hook up to its start, or returns the run that explains why it does not start. Never throws. */
export function prepareBackground(
  scope: DispatchScope,
  planned: PlannedHook,
  view: EventView,
): { readonly run: HookRun; readonly start: BackgroundStart | null } {
  const { hook } = planned;
  const { event, file } = view;
  const phase = 'observe';
  const notStarted = (run: HookRun): { readonly run: HookRun; readonly start: null } => ({
    run: aboutFile(run, file),
    start: null,
  });
  try {
    const skipped = findSkipReason(scope, planned, phase, view);
    if (skipped !== null) return notStarted(skipped.run);
    if (hook.argv === null) return notStarted(unrunnableRun(hook, phase));
    const claimed = scope.claim(planned, phase);
    if (claimed !== null) return notStarted(claimed);
    const visible = scope.visibleTo(hook, phase, event);
    const environmentFile = openEnvironmentFile(scope, planned, visible);
    const request = handlerRequest(scope, planned, phase, visible, hook.argv, environmentFile);
    const start = { hook, name: planned.name, event: visible, file, timeoutMs: hook.asyncTimeoutMs, request };
    return { run: aboutFile(backgroundRun(hook), file), start };
  } catch (error) {
    return notStarted(crashedRun(hook, phase, error));
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
