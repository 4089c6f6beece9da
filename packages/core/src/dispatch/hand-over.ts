import type { HookRun } from '../events/outcome.ts';
import type { DispatchScope } from './dispatch-scope.ts';
import type { LateStart } from './late-work.ts';

/** Hands over what is left; returns the rows as they are then, because nobody may have taken it. */
export async function handOver(
  scope: DispatchScope,
  starts: readonly LateStart[],
  rows: readonly HookRun[],
): Promise<readonly HookRun[]> {
  const { rests, request } = scope;
  if (starts.length === 0 && rests.length === 0) return rows;
  const calledOff = request.signal?.aborted === true;
  const problem = calledOff ? 'cancelled' : await start(scope, starts);
  if (problem === null) return rows;
  const nobody = AbortSignal.abort();
  await Promise.all(rests.map((rest) => rest.detached.finish(1, nobody)));
  const lost = [...starts, ...rests].map(({ hook }) => hook);
  for (const hook of lost) scope.releaseOnce(hook);
  const outcome = calledOff
    ? ({ outcome: 'cancelled', cause: 'ABORTED' } as const)
    : ({ outcome: 'non_blocking_error', cause: 'SPAWN' } as const);
  return rows.map((row) =>
    row.cause === 'ASYNC' && lost.some((hook) => hook.qualifiedName === row.qualifiedName)
      ? { ...row, ...outcome, reason: problem }
      : row,
  );
}

async function start(scope: DispatchScope, starts: readonly LateStart[]): Promise<string | null> {
  const { request, rests, removed } = scope;
  const begunMs = Date.now() - scope.elapsedMs();
  const { concurrency } = request.set.settings;
  return (await request.background?.({ begunMs, removed, concurrency, starts, rests })) ?? null;
}
