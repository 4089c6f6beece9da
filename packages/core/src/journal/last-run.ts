import { type HookRun, isFailed } from '../protocol/outcome.ts';
import type { JournalEntry } from './parse-line.ts';

/** What a run came to, worst first: of a hook that was asked twice in one dispatch the worse counts. */
const RUN_WORDS = ['stopped', 'blocked', 'failed', 'cancelled', 'sent back', 'changed', 'ok'] as const;

export type RunWord = (typeof RUN_WORDS)[number];

/** The last time a hook was asked. One that was only skipped did not run. */
export interface LastRun {
  /** When its dispatch, or its late result, was recorded; in ms since 1970. */
  readonly timeMs: number;
  readonly outcome: RunWord;
  readonly event: string;
  readonly traceId: string;
  /** Null where nothing could be started. */
  readonly durationMs: number | null;
}

/** As it is kept: time, outcome, event, trace, duration. Without keys, because `list` reads hundreds of them. */
export type KeptRun = readonly [number, RunWord, string, string, number | null];

/** By qualified name, those of hooks of a project with its folder too: two projects may have a hook of one name. */
export type KeptRuns = Record<string, KeptRun>;

/** Both texts as records hold them. */
export function runKey(qualifiedName: string, projectDir: string): string {
  return isOfProject(qualifiedName) ? `${qualifiedName} ${projectDir}` : qualifiedName;
}

export function isOfProject(qualifiedName: string): boolean {
  return qualifiedName.startsWith('project/');
}

/** Null for what nobody kept. */
export function readRun(kept: KeptRun | undefined): LastRun | null {
  if (!kept || !RUN_WORDS.includes(kept[1])) return null;
  return { timeMs: kept[0], outcome: kept[1], event: kept[2], traceId: kept[3], durationMs: kept[4] };
}

/** Adds what an entry says; what is newer stays. True = something was learnt. */
export function learnRuns(
  runs: KeptRuns,
  { hooks, time, event, traceId, projectDir }: JournalEntry,
): boolean {
  const timeMs = Date.parse(time);
  let hasLearnt = false;
  for (const run of hooks) {
    if (run.outcome === 'skipped') continue;
    const kept: KeptRun = [timeMs, runWord(run), event, traceId, run.durationMs ?? null];
    hasLearnt = learn(runs, runKey(run.qualifiedName, projectDir), kept) || hasLearnt;
  }
  return hasLearnt;
}

/** Adds what another index knows. */
export function mergeRuns(runs: KeptRuns, others: KeptRuns): void {
  for (const [key, kept] of Object.entries(others)) learn(runs, key, kept);
}

function learn(runs: KeptRuns, key: string, kept: KeptRun): boolean {
  const known = Object.hasOwn(runs, key) ? readRun(runs[key]) : null;
  if (known !== null && !isNewer(kept, known)) return false;
  runs[key] = kept;
  return true;
}

function isNewer([timeMs, outcome, , traceId]: KeptRun, known: LastRun): boolean {
  if (timeMs !== known.timeMs || traceId !== known.traceId) return timeMs >= known.timeMs;
  return RUN_WORDS.indexOf(outcome) < RUN_WORDS.indexOf(known.outcome);
}

/** One word for an outcome of a hook that was asked. */
function runWord(run: HookRun): RunWord {
  if (run.outcome === 'blocking') return run.halts ? 'stopped' : 'blocked';
  if (isFailed(run)) return 'failed';
  if (run.outcome === 'cancelled') return 'cancelled';
  if (run.sendsBack) return 'sent back';
  return run.changed.length > 0 ? 'changed' : 'ok';
}
