import { isTrace, readEventLog } from '@hookmd/core/event-log';
import { type HookRun, isFailed } from '@hookmd/core/events';
import { durationText } from '@hookmd/ui/words';

/** So many events are read. */
const MAX_RECORDS = 200;
/** Fewer do not show how long a hook usually takes. */
const MIN_RUNS = 5;

/** How long this version of a hook took where it ended in time: `Its last 34 runs that ended in time: p95 12 ms.`; empty = too few such runs. */
export function usualTimeText(eventLogDir: string, { qualifiedName, digest }: HookRun): string {
  const { entries } = readEventLog(eventLogDir, { hook: qualifiedName, last: MAX_RECORDS });
  const times = entries
    .filter(isTrace)
    .flatMap(({ hooks }) => hooks)
    .filter((run) => run.qualifiedName === qualifiedName && run.digest === digest)
    .filter((run) => !isFailed(run) && run.outcome !== 'canceled')
    .flatMap(({ durationMs }) => durationMs ?? []);
  if (times.length < MIN_RUNS) return '';
  return `Its last ${times.length} runs that ended in time: p95 ${durationText(p95Of(times))}.`;
}

/** The time within which 95 % of the runs ended. */
export function p95Of(timesMs: readonly number[]): number {
  return timesMs.toSorted((a, b) => a - b)[Math.ceil(timesMs.length * 0.95) - 1] ?? 0;
}
