import { monotonicMs } from '../process/clock.ts';
import { finishDecision, mergeResults } from './merge.ts';
import { planHooks, skipAll } from './plan.ts';
import type { Dispatched, DispatchRequest } from './request.ts';

/** Loaded with the first event that has to be asked about; an `import()` each time would cost as much as a callback. */
let runPhases: typeof import('./phases.ts')['runPhases'] | null = null;

/**
 * Takes one event through its phases: transform, recheck, guard, merge, observe.
 *
 * Never throws because of a hook. The set it is given holds until the end (H16). An event that concerns
 * nobody loads nothing of what runs hooks. Source: architecture.md §3 and §4.
 */
export async function dispatch(request: DispatchRequest): Promise<Dispatched> {
  const { event, set, traceId } = request;
  const startedAt = monotonicMs();
  const plan = await planHooks(set, event, request);
  const planned = [...plan.modifiers, ...plan.guards, ...plan.observers, ...plan.late];
  const turnedAway = await skipAll(planned, set, event, request.environment);
  if (turnedAway === null) {
    runPhases ??= (await import('./phases.ts')).runPhases;
    return runPhases(request, plan);
  }
  const merged = mergeResults({ original: event, final: event, asked: [] });
  const decision = finishDecision(merged, {
    traceId,
    hooks: [...turnedAway, ...plan.skipped],
    durationMs: monotonicMs() - startedAt,
  });
  return { decision, event, endProcesses: null };
}
