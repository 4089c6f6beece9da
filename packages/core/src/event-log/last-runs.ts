import { join } from 'node:path';
import { type HookRun, isFailed } from '../events/outcome.ts';
import { dayFiles, type EventLogEntry, linesBackwards, parseLine } from './read.ts';
import { asRecorded } from './record.ts';

/** The most that is read for a hook that has no run: some 5,000 events. */
const MAX_READ_BYTES = 4 * 1024 * 1024;
/** In an entry without it every hook was skipped. */
const SOME_RUN = /"outcome":"(?!skipped")/;

/** Outcomes of a run, worst first: if a hook ran twice in one dispatch, the worse one counts. */
const RUN_WORDS = [
  'stopped',
  'blocked',
  'failed',
  'canceled',
  'sent back',
  'warned',
  'changed',
  'ok',
] as const;

/** The outcome of a run in one word. */
export type RunWord = (typeof RUN_WORDS)[number];

/** The last run of a hook. A hook that was only skipped did not run. */
export interface LastRun {
  /** When its dispatch, or its asynchronous result, was recorded; in ms since 1970. */
  readonly timeMs: number;
  readonly outcome: RunWord;
  readonly event: string;
  readonly traceId: string;
  /** Null if nothing could be started. */
  readonly durationMs: number | null;
  /** As it was recorded. */
  readonly run: HookRun;
}

/** Returns the last run of a hook in its project or, for hooks of other scopes, anywhere; null = none was found. */
export type LastRunLookup = (qualifiedName: string) => LastRun | null;

/** Looks up last runs in the newest 4 MB of the event log, and reads no further than needed. Never throws. */
export function readLastRuns(eventLogDir: string, projectDir: string): LastRunLookup {
  const runs = new Map<string, LastRun>();
  const entries = newestEntries(eventLogDir);
  return (qualifiedName) => {
    const key = runKey(asRecorded(qualifiedName), asRecorded(projectDir));
    while (!runs.has(key)) {
      const { value: entry, done } = entries.next();
      if (done) return null;
      for (const [name, run] of runsOf(entry)) if (!runs.has(name)) runs.set(name, run);
    }
    return runs.get(key) ?? null;
  };
}

function* newestEntries(eventLogDir: string): Generator<EventLogEntry, undefined> {
  let readBytes = 0;
  for (const name of dayFiles(eventLogDir).reverse()) {
    for (const line of linesBackwards(join(eventLogDir, name))) {
      readBytes += line?.length ?? 0;
      if (readBytes > MAX_READ_BYTES) return;
      const { entry } = SOME_RUN.test(line ?? '') ? parseLine(line ?? '') : { entry: null };
      if (entry !== null) yield entry;
    }
  }
}

function runsOf({ hooks, time, event, traceId, projectDir }: EventLogEntry): ReadonlyMap<string, LastRun> {
  const runs = new Map<string, LastRun>();
  for (const hook of hooks) {
    if (hook.outcome === 'skipped') continue;
    const key = runKey(hook.qualifiedName, projectDir);
    const outcome = runWord(hook);
    const known = runs.get(key);
    if (known !== undefined && RUN_WORDS.indexOf(known.outcome) <= RUN_WORDS.indexOf(outcome)) continue;
    const durationMs = hook.durationMs ?? null;
    runs.set(key, { timeMs: Date.parse(time), outcome, event, traceId, durationMs, run: hook });
  }
  return runs;
}

/** Two projects may have a hook of one name. */
function runKey(qualifiedName: string, projectDir: string): string {
  return qualifiedName.startsWith('project/') ? `${qualifiedName} ${projectDir}` : qualifiedName;
}

function runWord(run: HookRun): RunWord {
  if (run.outcome === 'blocking') return run.halts ? 'stopped' : 'blocked';
  if (isFailed(run)) return 'failed';
  if (run.outcome === 'canceled') return 'canceled';
  if (run.sendsBack) return 'sent back';
  if ((run.warnings ?? []).length > 0) return 'warned';
  return run.changed.length > 0 ? 'changed' : 'ok';
}
