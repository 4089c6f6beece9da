/** The outcome of one run of one hook; `skipped` = it did not run. */
export type Outcome = 'success' | 'blocking' | 'non_blocking_error' | 'canceled' | 'skipped';

/** The phase of a dispatch in which a hook ran. */
export type Phase = 'modify' | 'recheck' | 'guard' | 'observe';

/** Why a run failed or was canceled. */
export type FailureCause =
  | 'TIMEOUT'
  | 'DEADLINE'
  | 'ABORTED'
  | 'EXIT'
  /** The shell of a script reports a mistake in it, and ended it. */
  | 'SCRIPT_ERROR'
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
  /** A model got too large an input, could not be called, or used up its turns or tokens. */
  | 'PAYLOAD_LIMIT'
  | 'MODEL'
  | 'TURNS'
  | 'TOKENS'
  | 'INTERNAL';

/** Why a hook was skipped; for an invalid package the code of its first error. */
export type SkipCause =
  | 'DISABLED'
  | 'INELIGIBLE'
  | 'HOST_CANNOT'
  | 'HOST_LACKS'
  | 'UNAPPROVED'
  | 'NAME_CONFLICT'
  | 'NO_MATCH'
  | 'ONCE_SPENT'
  | 'BREAKER_OPEN'
  | 'BLOCKED_EARLIER'
  /** It ran on an event that an earlier hook changed meanwhile, and ran again. */
  | 'OUTDATED'
  | 'RECURSION'
  | 'NO_HOOKS'
  | 'CONTEXT'
  /** Runs in the background: a later record has the result. */
  | 'ASYNC';

/** Why a run failed, was canceled or was skipped. Later versions may add causes. */
export type Cause = FailureCause | SkipCause | (string & {});

/** The effect of a failed run: the event proceeds, or is blocked. */
export type OnFailure = 'continue' | 'block';

/** What happens to a call that tries by other means what a hook blocked before: it proceeds, or the user is prompted. */
export type OnWorkaround = 'continue' | 'ask';

/** What a run of a model hook cost; counted by the provider, estimated where it does not count. */
export interface ModelCost {
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** How many times the model was called. */
  readonly turns: number;
}

/** One row of a decision and of the event log: a hook that ran, or why it was skipped. */
export interface HookRun {
  readonly name: string;
  readonly qualifiedName: string;
  readonly source: string;
  readonly phase: Phase | null;
  readonly mode: string;
  /** The file that the hook got of a call about files, as the agent wrote it. Absent = it got the whole call. */
  readonly file?: string;
  /** Effects were not applied because the user chose to watch only. Absent = they were applied. */
  readonly enforcement?: 'warn' | 'audit';
  readonly outcome: Outcome;
  readonly cause: Cause | null;
  readonly reason: string | null;
  readonly changed: readonly string[];
  /** The hook prompts the user about the call, or allows it. Absent = neither. */
  readonly decides?: 'ask' | 'allow';
  /** The hook wants the agent to continue, and `reason` has the instruction. Absent = it does not. */
  readonly sendsBack?: true;
  /** It blocks the call or prompts about it, and the user allows exactly this call: without effect. Absent = it is not so. */
  readonly allowed?: true;
  /** The span id of a call that it blocked before in the session, and that this one tries by other means. Absent = of none. */
  readonly workaroundOf?: string;
  /** It wants the agent to stop altogether. Absent = it does not. */
  readonly halts?: true;
  readonly exitCode: number | null;
  readonly startMs: number | null;
  readonly durationMs: number | null;
  readonly digest: string | null;
  readonly stderrTail: string | null;
  /** The beginning of what a run that failed or has warnings printed on standard output. Absent = nothing, or another run. */
  readonly stdoutHead?: string;
  /** The approved version ran, and the directory of the package has another one. Absent = it has the same. */
  readonly hasChanged?: true;
  readonly warnings: readonly string[];
  /** Null if no model was called. */
  readonly cost: ModelCost | null;
}

/** Whether such a run does not count as the one run of a hook with `once`: it did not start, or was canceled. */
export function wasNotInvoked(cause: Cause | null): boolean {
  return cause !== null && asNotInvoked.has(cause);
}

const asNotInvoked: ReadonlySet<string> = new Set(['NOT_RUNNABLE', 'SPAWN', 'ADDRESS_REFUSED', 'ABORTED']);

/** Whether the hook failed: it could not run, or gave no valid output in time. Only this reads `onFailure`. */
export function isFailed(run: Pick<HookRun, 'outcome' | 'cause'>): boolean {
  if (run.outcome === 'non_blocking_error') return true;
  return run.outcome === 'canceled' && run.cause !== null && canceledAsFailed.has(run.cause);
}

/** It had its chance and came to no end. Anything else that cancels is not its doing. */
const canceledAsFailed: ReadonlySet<string> = new Set(['TIMEOUT', 'DEADLINE', 'TURNS', 'TOKENS']);

/**
 * Whether an agent hook used up its turns or tokens. It failed, and `onFailure` applies; only the event log reports it, not the
 * user.
 */
export function isSilent({ cause }: Pick<HookRun, 'cause'>): boolean {
  return cause === 'TURNS' || cause === 'TOKENS';
}

/** How a failure with this cause ended: canceled, or with an error. */
export function outcomeOfFailure(cause: FailureCause): Outcome {
  return cause === 'ABORTED' || canceledAsFailed.has(cause) ? 'canceled' : 'non_blocking_error';
}
