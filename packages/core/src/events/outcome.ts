/** What one run of one hook came to. The first four are the seed's; `skipped` = it was not asked. */
export type Outcome = 'success' | 'blocking' | 'non_blocking_error' | 'cancelled' | 'skipped';

export type Phase = 'modify' | 'recheck' | 'guard' | 'observe';

/** Why a run failed or was cancelled. Source: cli.md, JSON shapes. */
export type FailureCause =
  | 'TIMEOUT'
  | 'DEADLINE'
  | 'ABORTED'
  | 'EXIT'
  | 'SIGNAL'
  | 'NOT_RUNNABLE'
  | 'SPAWN'
  | 'ADDRESS_REFUSED'
  | 'NO_CONNECTION'
  | 'STATUS'
  | 'THROWN'
  | 'BAD_OUTPUT'
  | 'OUTPUT_LIMIT'
  | 'MEMORY_LIMIT'
  | 'CONTRACT_VIOLATION'
  | 'RECIPE_UNKNOWN'
  /** A model was asked about too much, could not be asked, or came to no end within its turns or its tokens. */
  | 'PAYLOAD_LIMIT'
  | 'MODEL'
  | 'TURNS'
  | 'TOKENS'
  | 'INTERNAL';

/** Why a hook was not asked; for an invalid package the code of its first error. */
export type SkipCause =
  | 'DISABLED'
  | 'INELIGIBLE'
  | 'HOST_CANNOT'
  | 'HOST_LACKS'
  | 'UNTRUSTED'
  | 'SHADOWED'
  | 'NO_MATCH'
  | 'ONCE_SPENT'
  | 'BREAKER_OPEN'
  | 'BLOCKED_EARLIER'
  | 'RECURSION'
  | 'NO_HOOKS'
  | 'CONTEXT'
  /** Not waited for: a late record says what it came to. */
  | 'ASYNC';

export type Cause = FailureCause | SkipCause | (string & {});

export type OnFailure = 'continue' | 'block';

/** What a run of a model hook cost; counted by the provider, estimated where it does not count. */
export interface ModelCost {
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** How often the model was asked. */
  readonly turns: number;
}

/** One row of a decision and of the journal: a hook that was asked, or why it was not. */
export interface HookRun {
  readonly name: string;
  readonly qualifiedName: string;
  readonly source: string;
  readonly phase: Phase | null;
  readonly mode: string;
  /** What its answer did not do to the event, because a person only wants to watch it. Absent = it was applied. */
  readonly enforcement?: 'warn' | 'shadow';
  readonly outcome: Outcome;
  readonly cause: Cause | null;
  readonly reason: string | null;
  readonly changed: readonly string[];
  /** It wants the agent to go on, and `reason` says with what. Absent = it does not. */
  readonly sendsBack?: true;
  /** It wants the agent to stop altogether. Absent = it does not. */
  readonly halts?: true;
  readonly exitCode: number | null;
  readonly startMs: number | null;
  readonly durationMs: number | null;
  readonly digest: string | null;
  readonly stderrTail: string | null;
  readonly warnings: readonly string[];
  /** Null where no model was asked. */
  readonly cost: ModelCost | null;
}

/** A hook that is asked once has not been asked by such a run: it did not start, or was called off before it could answer. */
export function wasNotInvoked(cause: Cause | null): boolean {
  return cause !== null && asNotInvoked.has(cause);
}

const asNotInvoked: ReadonlySet<string> = new Set(['NOT_RUNNABLE', 'SPAWN', 'ADDRESS_REFUSED', 'ABORTED']);

/** *Failed* = it could not be asked, or gave no valid answer in time. Only this reads `onFailure`. */
export function isFailed(run: Pick<HookRun, 'outcome' | 'cause'>): boolean {
  if (run.outcome === 'non_blocking_error') return true;
  return run.outcome === 'cancelled' && run.cause !== null && cancelledAsFailed.has(run.cause);
}

/** It had its chance and came to no end. Anything else that cancels is not its doing. */
const cancelledAsFailed: ReadonlySet<string> = new Set(['TIMEOUT', 'DEADLINE', 'TURNS', 'TOKENS']);

/**
 * An agent hook that looked around until its turns or tokens were used up. It failed, and `onFailure` holds; the user
 * is not told, only the journal. Source: the pattern page.
 */
export function isSilent({ cause }: Pick<HookRun, 'cause'>): boolean {
  return cause === 'TURNS' || cause === 'TOKENS';
}

/** How a failure with this cause ended: called off, or with an error. */
export function outcomeOfFailure(cause: FailureCause): Outcome {
  return cause === 'ABORTED' || cancelledAsFailed.has(cause) ? 'cancelled' : 'non_blocking_error';
}
