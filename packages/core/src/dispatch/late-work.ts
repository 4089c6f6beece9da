import type { HookEvent } from '../events/event.ts';
import type { HookRun } from '../events/outcome.ts';
import type { DetachedResult, ExecutorRequest } from '../executors/executor.ts';
import type { ActiveHook } from '../registry/active-set.ts';
import { hookRun } from './hook-run.ts';

/** One run that nobody waits for. */
export interface LateFacts {
  readonly hook: ActiveHook;
  /** The event in the words of the hook, and as it reads it. */
  readonly name: string;
  readonly event: HookEvent;
  readonly timeoutMs: number;
}

/** A hook of the background, with everything decided but its start. */
export interface LateStart extends LateFacts {
  readonly request: Pick<
    ExecutorRequest,
    | 'argv'
    | 'callback'
    | 'phase'
    | 'traceparent'
    | 'stdin'
    | 'environment'
    | 'cwd'
    | 'isolation'
    | 'owner'
    | 'warm'
    | 'service'
    | 'modelTask'
    | 'models'
  >;
}

/** A hook that was asked and then said that nobody need wait: it runs. */
export interface LateRest extends LateFacts {
  /** Since the beginning of the dispatch. */
  readonly startMs: number;
  readonly detached: DetachedResult;
}

/** What is left of a dispatch when its decision is made. */
export interface LateWork {
  /** When the dispatch began, in ms since 1970. */
  readonly begunMs: number;
  /** Values that redactions removed: they are recorded nowhere. */
  readonly removed: readonly string[];
  readonly concurrency: number;
  readonly starts: readonly LateStart[];
  readonly rests: readonly LateRest[];
}

/** The row of a hook that nobody waits for; what it comes to is in a record of its own (`hookmd.late/1`). */
export function lateRow(hook: ActiveHook, times: { startMs?: number; durationMs?: number } = {}): HookRun {
  const cause = 'ASYNC';
  const reason = 'nobody waits for it, and its result is recorded when it is there';
  return { ...hookRun(hook, { phase: 'observe', outcome: 'skipped', reason, ...times }), cause };
}
