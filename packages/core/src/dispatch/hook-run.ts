import { describeError } from '../errors/hook-error.ts';
import { cleanText } from '../events/clean-text.ts';
import type { FailureCause, HookRun, ModelCost, Outcome, Phase } from '../events/outcome.ts';
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
