import { dirname } from 'node:path';
import { describeError } from '../errors/hook-error.ts';
import type { HookEvent } from '../events/event.ts';
import type { FailureCause, HookRun, ModelCost, Outcome, Phase, SkipCause } from '../events/outcome.ts';
import type { DetachedResult, ExecutorRequest, HandlerResult } from '../executors/executor.ts';
import type { ActiveHook } from '../registry/hook-index/hook-index.ts';
import { isDigest, storedPath } from '../trust/store.ts';

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

/** A hook that did not run. Field by field, because V8 takes a hundred times as long to spread one object into another. */
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

/** The run of a hook that got one file of the call. */
export function aboutFile(run: HookRun, file: string | null): HookRun {
  return file === null ? run : { ...run, file };
}

interface RunFacts {
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

/** A hook that ran, or failed to. */
export function hookRun(hook: ActiveHook, facts: RunFacts): HookRun {
  return {
    name: hook.name,
    qualifiedName: hook.qualifiedName,
    source: hook.source,
    mode: hook.mode,
    cause: facts.cause ?? null,
    reason: facts.reason === undefined || facts.reason === null ? null : withoutStore(facts.reason),
    changed: facts.changed ?? NOTHING.changed,
    exitCode: facts.exitCode ?? null,
    startMs: facts.startMs ?? null,
    durationMs: facts.durationMs ?? null,
    digest: hook.digest,
    stderrTail: facts.stderrTail ? withoutStore(facts.stderrTail) : null,
    ...(hook.hasChanged && hook.argv !== null ? { hasChanged: true } : {}),
    warnings: facts.warnings ?? NOTHING.warnings,
    cost: facts.cost ?? null,
    phase: facts.phase,
    outcome: facts.outcome,
  };
}

/** A run without effect, because of a hook ahead of it. */
export function discardedRun(run: HookRun, cause: SkipCause, reason: string): HookRun {
  const { decides, sendsBack, halts, ...rest } = run;
  return { ...rest, outcome: 'canceled', cause, reason, changed: [] };
}

const IN_STORE = /\/store\/[0-9a-f]{64}\/?/g;
const BEFORE_PATH = /[\s"'`:=([]/;

/** Makes paths in the store of approved copies relative to the package: neither the user nor a model can use them. */
export function withoutStore(text: string): string {
  let output = '';
  let end = 0;
  for (const { 0: part, index } of text.matchAll(IN_STORE)) {
    let start = index;
    while (start > end && !BEFORE_PATH.test(text.charAt(start - 1))) start -= 1;
    output += text.slice(end, start);
    end = index + part.length;
  }
  return output + text.slice(end);
}

/** Whether the package of a hook is an approved copy in the store. */
export function isCopy({ packageDir, digest }: Pick<ActiveHook, 'packageDir' | 'digest'>): boolean {
  return isDigest(digest) && packageDir === storedPath(dirname(packageDir), digest);
}

/** The cost of a run of a model; null = no model was called. */
export function costOf(result: HandlerResult): ModelCost | null {
  return result.kind === 'ended' ? null : (result.cost ?? null);
}

/** A hook with nothing to start, and why. */
export function unrunnableRun(hook: ActiveHook, phase: Phase): HookRun {
  const reason = hook.notRunnable ?? 'it has nothing to run';
  return hookRun(hook, { phase, outcome: 'non_blocking_error', cause: 'NOT_RUNNABLE', reason });
}

/** A hook that did not complete because of an error in HookMD. */
export function crashedRun(hook: ActiveHook, phase: Phase, error: unknown): HookRun {
  const reason = describeError(error);
  return hookRun(hook, { phase, outcome: 'non_blocking_error', cause: 'INTERNAL', reason });
}

/** One asynchronous run. */
export interface BackgroundFacts {
  readonly hook: ActiveHook;
  /** The event by the name that the hook uses, and as the hook gets it. */
  readonly name: string;
  readonly event: HookEvent;
  /** As in `HookRun`; null = the whole call. */
  readonly file: string | null;
  readonly timeoutMs: number;
}

/** A background hook, prepared up to its start. */
export interface BackgroundStart extends BackgroundFacts {
  readonly request: Pick<
    ExecutorRequest,
    | 'argv'
    | 'privateNetworks'
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

/** A hook that runs and has declared itself asynchronous. */
export interface DetachedRun extends BackgroundFacts {
  /** Since the start of the dispatch. */
  readonly startMs: number;
  readonly detached: DetachedResult;
}

/** The runs of a dispatch that continue after its decision. */
export interface BackgroundWork {
  /** When the dispatch started, in ms since 1970. */
  readonly begunMs: number;
  /** Values that redactions removed: never recorded. */
  readonly removed: readonly string[];
  readonly concurrency: number;
  readonly starts: readonly BackgroundStart[];
  readonly detached: readonly DetachedRun[];
}

/** An asynchronous hook; its result is a separate record (`hookmd.late/1`). */
export function backgroundRun(
  hook: ActiveHook,
  times: { startMs?: number; durationMs?: number } = {},
): HookRun {
  const cause = 'ASYNC';
  const reason = 'it runs in the background; its result is recorded later';
  return { ...hookRun(hook, { phase: 'observe', outcome: 'skipped', reason, ...times }), cause };
}
