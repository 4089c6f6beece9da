import { describeError } from '../errors/hook-error.ts';
import type { HookEvent } from '../events/event.ts';
import type { FailureCause, HookRun, ModelCost, Outcome, Phase } from '../events/outcome.ts';
import { cleanText } from '../events/text.ts';
import type { DetachedResult, ExecutorRequest } from '../executors/executor.ts';
import type { CompiledCondition } from '../matching/condition.ts';
import type { ActiveHook } from '../registry/active-set.ts';

type Identity = Pick<ActiveHook, 'name' | 'qualifiedName' | 'source' | 'mode'> | Omit<HookIdentity, 'digest'>;

interface HookIdentity {
  readonly name: string;
  readonly qualifiedName: string;
  readonly source: string;
  readonly mode: string;
  readonly digest?: string;
}

const NOTHING = {
  cause: null,
  reason: null,
  changed: [],
  exitCode: null,
  startMs: null,
  durationMs: null,
  digest: null,
  stderrTail: null,
  warnings: [],
  cost: null,
} as const;

/**
 * A row for a hook that was not asked.
 *
 * Field by field: most hooks of an event are turned away, and V8 takes a hundred times as long to spread one object behind another.
 */
export function skippedRun(
  hook: Identity,
  cause: string,
  reason: string,
  phase: Phase | null = null,
): HookRun {
  return {
    name: hook.name,
    qualifiedName: hook.qualifiedName,
    source: hook.source,
    mode: hook.mode,
    cause,
    reason,
    changed: NOTHING.changed,
    exitCode: null,
    startMs: null,
    durationMs: null,
    digest: null,
    stderrTail: null,
    warnings: NOTHING.warnings,
    cost: null,
    phase,
    outcome: 'skipped',
  };
}

/** Why a hook is not asked whose `if` says no. */
export function describeMismatch({ text }: CompiledCondition): string {
  return `its condition ${cleanText(text)} does not match`;
}

export interface RunFacts {
  readonly phase: Phase;
  readonly outcome: Outcome;
  readonly cause?: FailureCause | null;
  readonly reason?: string | null;
  readonly changed?: readonly string[];
  readonly exitCode?: number | null;
  readonly startMs?: number;
  readonly durationMs?: number;
  readonly stderrTail?: string | null;
  readonly warnings?: readonly string[];
  readonly cost?: ModelCost | null;
}

/** A row for a hook that was asked, or should have been. Field by field, as above. */
export function hookRun(hook: ActiveHook, facts: RunFacts): HookRun {
  return {
    name: hook.name,
    qualifiedName: hook.qualifiedName,
    source: hook.source,
    mode: hook.mode,
    cause: facts.cause ?? null,
    reason: facts.reason ?? null,
    changed: facts.changed ?? NOTHING.changed,
    exitCode: facts.exitCode ?? null,
    startMs: facts.startMs ?? null,
    durationMs: facts.durationMs ?? null,
    digest: hook.digest,
    stderrTail: facts.stderrTail ?? null,
    warnings: facts.warnings ?? NOTHING.warnings,
    cost: facts.cost ?? null,
    phase: facts.phase,
    outcome: facts.outcome,
  };
}

/** A row for a hook that has nothing to start here, and why. */
export function unrunnableRun(hook: ActiveHook, phase: Phase): HookRun {
  const reason = hook.notRunnable ?? 'it has nothing to run';
  return hookRun(hook, { phase, outcome: 'non_blocking_error', cause: 'NOT_RUNNABLE', reason });
}

/** A row for a hook at which we ourselves failed. */
export function crashedRun(hook: ActiveHook, phase: Phase, error: unknown): HookRun {
  const reason = describeError(error);
  return hookRun(hook, { phase, outcome: 'non_blocking_error', cause: 'INTERNAL', reason });
}

/** One run that nobody waits for. */
export interface BackgroundFacts {
  readonly hook: ActiveHook;
  /** The event in the words of the hook, and as it reads it. */
  readonly name: string;
  readonly event: HookEvent;
  readonly timeoutMs: number;
}

/** A hook of the background, with everything decided but its start. */
export interface BackgroundStart extends BackgroundFacts {
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
export interface DetachedRun extends BackgroundFacts {
  /** Since the beginning of the dispatch. */
  readonly startMs: number;
  readonly detached: DetachedResult;
}

/** What is left of a dispatch when its decision is made. */
export interface BackgroundWork {
  /** When the dispatch began, in ms since 1970. */
  readonly begunMs: number;
  /** Values that redactions removed: they are recorded nowhere. */
  readonly removed: readonly string[];
  readonly concurrency: number;
  readonly starts: readonly BackgroundStart[];
  readonly rests: readonly DetachedRun[];
}

/** The row of a hook that nobody waits for; what it comes to is in a record of its own (`hookmd.late/1`). */
export function backgroundRow(
  hook: ActiveHook,
  times: { startMs?: number; durationMs?: number } = {},
): HookRun {
  const cause = 'ASYNC';
  const reason = 'nobody waits for it, and its result is recorded when it is there';
  return { ...hookRun(hook, { phase: 'observe', outcome: 'skipped', reason, ...times }), cause };
}
