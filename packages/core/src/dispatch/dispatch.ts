import { monotonicMs } from '../process/clock.ts';
import { finishDecision, mergeResults } from './merge.ts';
import { planHooks, skipAll } from './plan.ts';
import type { Dispatched, DispatchRequest } from './request.ts';

/** Loaded with the first event that a hook listens to; an `import()` for each event would cost as much as a callback. */
let runPhases: typeof import('./phases.ts')['runPhases'] | null = null;

/**
 * Dispatches one event: plans its hooks, runs the phases (modify, re-check, guard, observe), and merges the results.
 *
 * Never throws because of a hook. The hooks of `request.set` stay the same until the end (H16). An event without hooks
 * loads no code that runs hooks.
 */
export async function dispatch(request: DispatchRequest): Promise<Dispatched> {
  const { event, set, traceId } = request;
  const startedAt = monotonicMs();
  const plan = await planHooks(set, event, request);
  const planned = [...plan.modifiers, ...plan.guards, ...plan.observers, ...plan.late];
  const skipped = await skipAll(planned, set, event, request.environment);
  if (skipped === null) {
    runPhases ??= (await import('./phases.ts')).runPhases;
    return runPhases(request, plan);
  }
  const merged = mergeResults({ original: event, final: event, asked: [] });
  const decision = finishDecision(merged, {
    traceId,
    hooks: [...skipped, ...plan.skipped],
    durationMs: monotonicMs() - startedAt,
  });
  return { decision, event, endProcesses: null };
}
