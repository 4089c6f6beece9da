import type { EventLogRecord } from '@hookmd/core/event-log';
import { type HookRun, isFailed } from '@hookmd/core/events';
import { isApplied } from '../../words.ts';

/** As many as fit into the picture of a row. */
const RECENT_RUNS = 40;
const SLOW_MS = 1000;
const NEAR_TIMEOUT = 0.5;

/** A run of a hook, and the event that it ran at. */
export interface EventRun {
  readonly run: HookRun;
  readonly event: EventLogRecord;
}

/** The numbers of one hook. */
export interface HookStats {
  readonly runs: number;
  readonly blocked: number;
  readonly failed: number;
  /** Null = no run was timed. */
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
  /** Newest first. */
  readonly recent: readonly EventRun[];
  readonly lastFailure: EventRun | null;
}

/** The hook that the numbers are about, as `hooks list --json` has it. */
interface Counted {
  readonly qualifiedName: string;
  readonly source: string;
  readonly path: string | null;
}

/** The runs of each hook by its qualified name, newest first as the events. What was skipped or canceled from outside is no run. */
export function groupRuns(events: readonly EventLogRecord[]): ReadonlyMap<string, readonly EventRun[]> {
  const groups = new Map<string, EventRun[]>();
  for (const event of events) {
    for (const run of event.hooks) {
      if (run.outcome === 'skipped' || run.cause === 'ABORTED') continue;
      const group = groups.get(run.qualifiedName);
      if (group === undefined) groups.set(run.qualifiedName, [{ run, event }]);
      else group.push({ run, event });
    }
  }
  return groups;
}

/** Two projects may each have a hook of one name: the runs of a project's hook are those in its project. */
export function statsOf(
  { qualifiedName, source, path }: Counted,
  groups: ReadonlyMap<string, readonly EventRun[]>,
): HookStats {
  const all = groups.get(qualifiedName) ?? [];
  const runs =
    source === 'project' ? all.filter(({ event }) => path?.startsWith(`${event.projectDir}/`)) : all;
  const times = runs.flatMap(({ run }) => run.durationMs ?? []).sort((a, b) => a - b);
  return {
    runs: runs.length,
    blocked: runs.filter(({ run }) => run.outcome === 'blocking' && isApplied(run)).length,
    failed: runs.filter(({ run }) => isFailed(run)).length,
    p50Ms: percentile(times, 0.5),
    p95Ms: percentile(times, 0.95),
    recent: runs.slice(0, RECENT_RUNS),
    lastFailure: runs.find(({ run }) => isFailed(run)) ?? null,
  };
}

/** The time within which this share of the runs ended, as `hooks doctor` has it. */
function percentile(sorted: readonly number[], share: number): number | null {
  return sorted[Math.ceil(sorted.length * share) - 1] ?? null;
}

/** Its p95 is more than the user waits for gladly, or near its timeout. */
export function isSlow({ p95Ms }: HookStats, timeoutMs: number | null): boolean {
  return p95Ms !== null && (p95Ms > SLOW_MS || (timeoutMs !== null && p95Ms > NEAR_TIMEOUT * timeoutMs));
}

/** The names of the hooks whose latest run failed; it changes whenever `hooks list` may show another state. */
export function failingNow(groups: ReadonlyMap<string, readonly EventRun[]>): string {
  const failing = [...groups].filter(([, [latest]]) => latest !== undefined && isFailed(latest.run));
  return failing
    .map(([name]) => name)
    .sort()
    .join('\n');
}
