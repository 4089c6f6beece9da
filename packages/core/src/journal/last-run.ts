import { type HookRun, isFailed } from '../protocol/outcome.ts';
import type { JournalEntry } from './parse-line.ts';

/** What a run came to, worst first: of a hook that was asked twice in one dispatch the worse counts. */
const RUN_WORDS = ['blocked', 'failed', 'cancelled', 'changed', 'ok'] as const;

export type RunWord = (typeof RUN_WORDS)[number];

/** The last time a hook was asked. One that was only skipped did not run. */
export interface LastRun {
  /** ISO time at which its dispatch, or its late result, was recorded. */
  readonly time: string;
  readonly outcome: RunWord;
  readonly event: string;
  readonly traceId: string;
  /** Null where nothing could be started. */
  readonly durationMs: number | null;
}

/**
 * By qualified name, those of hooks of a project with its folder too: two projects may have a hook of one name.
 * Each is one text, `TIME OUTCOME EVENT TRACE MS`, because `list` reads hundreds of them and shows two words.
 */
export type RunTexts = Record<string, string>;

/** Both texts as records hold them. */
export function runKey(qualifiedName: string, projectDir: string): string {
  return qualifiedName.startsWith('project/') ? `${qualifiedName} ${projectDir}` : qualifiedName;
}

/** Null for what is no such text. */
export function readRun(text: string): LastRun | null {
  const parts = text.split(' ');
  const outcome = parts[1] as RunWord;
  if (parts.length !== 5 || !RUN_WORDS.includes(outcome)) return null;
  const durationMs = parts[4] === '' ? null : Number(parts[4]);
  return { time: parts[0] ?? '', outcome, event: parts[2] ?? '', traceId: parts[3] ?? '', durationMs };
}

/** Adds what an entry says; what is newer stays. True = something was learnt. */
export function learnRuns(
  runs: RunTexts,
  { hooks, time, event, traceId, projectDir }: JournalEntry,
): boolean {
  let hasLearnt = false;
  for (const run of hooks) {
    if (run.outcome === 'skipped') continue;
    const text = [time, runWord(run), event, traceId, run.durationMs ?? ''].join(' ');
    hasLearnt = learn(runs, runKey(run.qualifiedName, projectDir), text) || hasLearnt;
  }
  return hasLearnt;
}

/** Adds what another index knows. */
export function mergeRuns(runs: RunTexts, others: RunTexts): void {
  for (const [key, text] of Object.entries(others)) learn(runs, key, text);
}

function learn(runs: RunTexts, key: string, text: string): boolean {
  const known = Object.hasOwn(runs, key) ? runs[key] : undefined;
  if (known !== undefined && !isNewer(text, known)) return false;
  runs[key] = text;
  return true;
}

function isNewer(text: string, known: string): boolean {
  const [one, other] = [readRun(text), readRun(known)];
  if (one === null || other === null) return one !== null;
  if (one.time !== other.time || one.traceId !== other.traceId) return one.time >= other.time;
  return RUN_WORDS.indexOf(one.outcome) < RUN_WORDS.indexOf(other.outcome);
}

/** One word for an outcome of a hook that was asked. */
function runWord(run: HookRun): RunWord {
  if (run.outcome === 'blocking') return 'blocked';
  if (isFailed(run)) return 'failed';
  if (run.outcome === 'cancelled') return 'cancelled';
  return run.changed.length > 0 ? 'changed' : 'ok';
}
