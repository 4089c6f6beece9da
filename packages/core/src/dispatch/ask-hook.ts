import { existsSync } from 'node:fs';
import { applyContract } from '../contracts/contract.ts';
import { conventions } from '../conventions/index.ts';
import { readResult } from '../conventions/read-result.ts';
import { describeError } from '../errors/hook-error.ts';
import { issue } from '../errors/issue.ts';
import { hookDepth, MAX_HOOK_DEPTH } from '../executors/hook-depth.ts';
import { executors } from '../executors/index.ts';
import { judgeCondition } from '../matching/condition.ts';
import type { Answer } from '../protocol/answer.ts';
import { cleanText } from '../protocol/clean-text.ts';
import type { HookEvent } from '../protocol/event.ts';
import type { Permit } from '../protocol/events.ts';
import { type FailureCause, type HookRun, isFailed, type Outcome, type Phase } from '../protocol/outcome.ts';
import type { ActiveHook } from '../registry/active-set.ts';
import { wires } from '../wires/index.ts';
import type { DispatchScope } from './dispatch-scope.ts';
import { holdToMode } from './enforcement.ts';
import { buildEnvironment } from './handler-environment.ts';
import { describeMismatch, hookRun, skippedRun } from './hook-run.ts';
import type { PlannedHook } from './plan.ts';
import { toolCallOf } from './tool-call.ts';

/** One hook, asked or not: the row for people, and what its answer does to the event. */
export interface Asked {
  readonly planned: PlannedHook;
  readonly run: HookRun;
  /** Already held to permits and contract; empty where there is none. */
  readonly answer: Answer;
  /** The event after its change; the same object where it changed nothing. */
  readonly event: HookEvent;
  /** It could not be asked, and its `onFailure` is `block`. */
  readonly failsClosed: boolean;
  /** What it asked for and did not get, and why. */
  readonly dropped: readonly string[];
  /** Values its redaction removed. */
  readonly removed: readonly string[];
}

const STDERR_TAIL_BYTES = 1024;

/**
 * Asks one hook about the event as it is now: condition, requirements, breaker, run, convention,
 * permits, contract. Never throws; a failure is a row.
 */
export async function askHook(
  scope: DispatchScope,
  planned: PlannedHook,
  phase: Phase,
  event: HookEvent,
  signal: AbortSignal,
): Promise<Asked> {
  return holdToMode(await judge(scope, planned, phase, event, signal), event);
}

async function judge(
  scope: DispatchScope,
  planned: PlannedHook,
  phase: Phase,
  event: HookEvent,
  signal: AbortSignal,
): Promise<Asked> {
  try {
    const refused = refuseNow(scope, planned, phase, event);
    if (refused !== null) return refused;
    const { watch } = scope.request;
    watch?.starts(planned.hook, phase);
    const asked = await runHook(scope, planned, phase, event, signal);
    watch?.ends(asked.run);
    return asked;
  } catch (error) {
    const facts = {
      phase,
      outcome: 'non_blocking_error',
      cause: 'INTERNAL',
      reason: describeError(error),
    } as const;
    return failed({ planned, event, answer: {}, dropped: [], removed: [] }, hookRun(planned.hook, facts));
  }
}

async function runHook(
  scope: DispatchScope,
  planned: PlannedHook,
  phase: Phase,
  event: HookEvent,
  signal: AbortSignal,
): Promise<Asked> {
  const { hook } = planned;
  const convention = conventions[hook.convention];
  const wire = wires[convention.wire ?? 'claude'];
  const seen = scope.seenBy(hook, phase, event);
  const base: Base = { planned, event, answer: {}, dropped: [], removed: [] };
  const startMs = scope.elapsedMs();
  const remainingMs = scope.remainingMs(phase);
  if (remainingMs <= 0) {
    return failed(
      base,
      hookRun(hook, { phase, outcome: 'cancelled', cause: 'DEADLINE', reason: scope.deadlineReason }),
    );
  }
  if (hook.argv === null && hook.callback === undefined) {
    const reason = hook.notRunnable ?? 'it has nothing to run';
    return failed(
      base,
      hookRun(hook, { phase, outcome: 'non_blocking_error', cause: 'NOT_RUNNABLE', reason }),
    );
  }
  // At the deadline we answer first and kill behind it, so it cancels instead of shortening the limit.
  const deadline = remainingMs < hook.timeoutMs ? AbortSignal.timeout(Math.ceil(remainingMs)) : null;
  const result = await executors[hook.mode].run({
    argv: hook.argv,
    callback: hook.callback ?? null,
    phase,
    stdin: scope.encode(seen, wire.id, planned.name),
    environment: () =>
      buildEnvironment({
        hook,
        name: planned.name,
        event: seen,
        phase,
        ...scope.environmentFacts(hook),
      }),
    cwd: convention.cwd === 'package' ? hook.packageDir : event.cwd,
    owner: scope.request.owner,
    timeoutMs: hook.timeoutMs,
    signal: deadline === null ? signal : AbortSignal.any([signal, deadline]),
  });
  const facts = {
    phase,
    startMs,
    durationMs: scope.elapsedMs() - startMs,
    exitCode: result.exitCode,
    stderrTail: cleanText(result.stderr.slice(-STDERR_TAIL_BYTES)) || null,
  };
  const reading = readResult({ convention, wire, event: seen, name: planned.name }, result);
  if ('cause' in reading) {
    const hitDeadline = reading.cause === 'ABORTED' && deadline?.aborted === true && !signal.aborted;
    const cause = hitDeadline ? 'DEADLINE' : reading.cause;
    const reason = hitDeadline ? scope.deadlineReason : (lostCopy(hook, cause) ?? cleanText(reading.reason));
    const run = hookRun(hook, { ...facts, outcome: outcomeOf(cause), cause, reason });
    scope.breakers.settle(hook, isFailed(run));
    return failed(base, run);
  }
  return settle(scope, base, { ...facts, warnings: reading.warnings }, reading.answer);
}

/** Where the approved bytes are gone, restoring the one file that was missed would be the wrong advice. */
function lostCopy({ packageDir, qualifiedName: name }: ActiveHook, cause: FailureCause): string | null {
  if (cause !== 'NOT_RUNNABLE' || existsSync(packageDir)) return null;
  const { message, remedy } = issue('STORE_DAMAGED', { name });
  return `${message} ${remedy}`;
}

/** Why it is not asked now: asked of the event as it is when its turn comes (H18). */
function refuseNow(scope: DispatchScope, planned: PlannedHook, phase: Phase, event: HookEvent): Asked | null {
  const { hook } = planned;
  const skip = (cause: string, reason: string, failsClosed = false): Asked => ({
    planned,
    run: skippedRun(hook, cause, reason, phase),
    answer: {},
    event,
    failsClosed,
    dropped: [],
    removed: [],
  });
  const { condition } = hook;
  if (condition !== null && !judgeCondition(condition, toolCallOf(event, scope.request.environment))) {
    return skip('NO_MATCH', describeMismatch(condition));
  }
  const unmet = [...hook.unmet, ...scope.unsetVariables(hook)];
  if (unmet.length > 0) {
    return skip('INELIGIBLE', unmet.map((one) => one.message).join('; '), blocksOnFailure(planned));
  }
  const depth = hookDepth(scope.request.environment);
  if (depth >= MAX_HOOK_DEPTH) {
    // Whoever can set a variable must not switch a guard off by it.
    return skip(
      'RECURSION',
      `a hook started the agent that fired this event (depth ${depth})`,
      blocksOnFailure(planned),
    );
  }
  if (scope.breakers.isOpen(hook)) {
    return skip(
      'BREAKER_OPEN',
      'it failed 5 times in a row and rests for up to a minute',
      blocksOnFailure(planned),
    );
  }
  return null;
}

type Base = Omit<Asked, 'run' | 'failsClosed'>;

function failed(base: Base, run: HookRun): Asked {
  return { ...base, run, failsClosed: isFailed(run) && blocksOnFailure(base.planned) };
}

/** An observer decides nothing, so its failure does not either. */
function blocksOnFailure({ hook, phase }: PlannedHook): boolean {
  return hook.onFailure === 'block' && phase !== 'observe';
}

function outcomeOf(cause: FailureCause): Outcome {
  return cause === 'TIMEOUT' || cause === 'DEADLINE' || cause === 'ABORTED'
    ? 'cancelled'
    : 'non_blocking_error';
}

/** Holds an answer to what the event permits and to the contract. */
function settle(
  scope: DispatchScope,
  base: Base,
  facts: Omit<Parameters<typeof hookRun>[1], 'outcome'>,
  said: Answer,
): Asked {
  const { hook } = base.planned;
  const isRecheck = facts.phase === 'recheck';
  const { answer, dropped } = holdToPermits(base.planned, isRecheck ? verdictOnly(said) : said);
  const verdict =
    facts.phase === 'observe'
      ? { event: base.event, changed: [] }
      : applyContract(base.event, answer, base.planned.modify, hook.merge);
  if ('violation' in verdict) {
    scope.breakers.settle(hook, true);
    const reason = cleanText(verdict.violation);
    return failed(
      base,
      hookRun(hook, { ...facts, outcome: 'non_blocking_error', cause: 'CONTRACT_VIOLATION', reason }),
    );
  }
  scope.breakers.settle(hook, false);
  const isBlocking = answer.verdict === 'block' || answer.halt !== undefined || answer.feedback !== undefined;
  const reason = answer.reason ?? answer.feedback ?? answer.halt?.reason ?? null;
  const run = hookRun(hook, {
    ...facts,
    outcome: isBlocking ? 'blocking' : 'success',
    reason: reason === null ? null : cleanText(reason),
    changed: verdict.changed,
  });
  return {
    ...base,
    run,
    answer,
    event: verdict.event,
    failsClosed: false,
    dropped,
    removed: verdict.removed ?? [],
  };
}

/** On a recheck only block or ask counts. */
function verdictOnly(said: Answer): Answer {
  const { verdict, reason, halt, userMessages } = said;
  return {
    ...(verdict === undefined || verdict === 'allow' ? {} : { verdict }),
    ...(reason === undefined ? {} : { reason }),
    ...(halt === undefined ? {} : { halt }),
    ...(userMessages === undefined ? {} : { userMessages }),
  };
}

/** Parts of an answer that only count where the event permits them. */
const grants = [
  ['feedback', 'feedback', 'feedback'],
  ['followUps', 'followUp', 'follow-up'],
  ['context', 'context', 'context'],
] as const;

interface Held {
  readonly answer: Answer;
  readonly dropped: readonly string[];
}

/** Drops what the event or the host does not permit, and says so; an `ask` with nobody to ask is a block. */
function holdToPermits({ hook, permits, phase, unhonoured }: PlannedHook, said: Answer): Held {
  const answer: { -readonly [K in keyof Answer]: Answer[K] } = { ...said };
  const dropped: string[] = [];
  const drop = (what: string, why: string): void => {
    dropped.push(`${what} by ${hook.qualifiedName}: ${why}`);
  };
  if (phase === 'observe') return { answer: keepObserved(answer, permits, drop), dropped };
  if (answer.verdict === 'ask' && !permits.includes('ask')) {
    drop('ask', 'nobody can be asked here, so it blocks');
    answer.verdict = 'block';
  }
  if (answer.verdict === 'block' && !permits.includes('block')) {
    drop('block', 'this event cannot be blocked');
    delete answer.verdict;
  }
  if (answer.verdict === 'allow' && !(permits.includes('preApprove') && hook.preApprove)) {
    drop('allow', 'only a hook with `preApprove: true` outside a project may approve in advance');
    delete answer.verdict;
  }
  for (const kind of unhonoured) {
    if (kind === 'tools' || answer[kind] === undefined) continue;
    drop(`change of ${kind}`, 'this agent cannot honour it');
    delete answer[kind];
  }
  for (const [key, permit, what] of grants) {
    if (answer[key] === undefined || permits.includes(permit)) continue;
    drop(what, 'this event takes none');
    delete answer[key];
  }
  return { answer, dropped };
}

/** An observer may tell the model or the user something where the event takes it; it decides nothing. */
function keepObserved(
  said: Answer,
  permits: readonly Permit[],
  drop: (what: string, why: string) => void,
): Answer {
  if (said.verdict !== undefined || said.feedback !== undefined)
    drop('decision', 'an observer decides nothing');
  if (said.input !== undefined || said.output !== undefined) drop('change', 'an observer changes nothing');
  const { context, userMessages, suppressOutput, halt } = said;
  return {
    ...(permits.includes('context') && context !== undefined ? { context } : {}),
    ...(userMessages === undefined ? {} : { userMessages }),
    ...(suppressOutput === undefined ? {} : { suppressOutput }),
    ...(halt === undefined ? {} : { halt }),
  };
}
