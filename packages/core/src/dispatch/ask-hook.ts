import { existsSync } from 'node:fs';
import { applyContract } from '../contracts/contract.ts';
import { type AsyncAnswer, findAsyncAnswer } from '../conventions/async-answer.ts';
import { conventions } from '../conventions/index.ts';
import { readResult } from '../conventions/read-result.ts';
import { describeError } from '../errors/hook-error.ts';
import { issue } from '../errors/issue.ts';
import type { ExecutorRequest } from '../executors/executor.ts';
import { hookDepth, MAX_HOOK_DEPTH } from '../executors/hook-depth.ts';
import { executors } from '../executors/index.ts';
import type { Argv } from '../executors/launch.ts';
import { judgeCondition } from '../matching/condition.ts';
import type { Answer } from '../protocol/answer.ts';
import { cleanText } from '../protocol/clean-text.ts';
import type { HookEvent } from '../protocol/event.ts';
import { type FailureCause, type HookRun, isFailed, type Outcome, type Phase } from '../protocol/outcome.ts';
import type { ActiveHook } from '../registry/active-set.ts';
import { wires } from '../wires/index.ts';
import type { Asked } from './asked.ts';
import type { DispatchScope } from './dispatch-scope.ts';
import { holdToMode } from './enforcement.ts';
import { buildEnvironment } from './handler-environment.ts';
import { holdToPermits } from './hold-to-permits.ts';
import { describeMismatch, hookRun, skippedRun } from './hook-run.ts';
import { type LateStart, lateRow } from './late-work.ts';
import { onceSpent, type PlannedHook } from './plan.ts';
import { toolCallOf } from './tool-call.ts';

/** After these a hook that is asked once has not been asked: it did not start, or was called off before it could answer. */
const notAsked: ReadonlySet<FailureCause> = new Set(['NOT_RUNNABLE', 'SPAWN', 'ABORTED']);
const STDERR_TAIL_BYTES = 1024;
/** Also of what a handler asks for itself; as in a manifest. */
const MAX_ASYNC_TIMEOUT_MS = 3_600_000;

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
  if (hook.argv === null) {
    const reason = hook.notRunnable ?? 'it has nothing to run';
    return failed(
      base,
      hookRun(hook, { phase, outcome: 'non_blocking_error', cause: 'NOT_RUNNABLE', reason }),
    );
  }
  // Last before the start; a run that was called off already would not start.
  if (!signal.aborted && !scope.claimOnce(hook)) {
    const { cause, reason } = onceSpent(hook);
    return { ...base, run: skippedRun(hook, cause, reason, phase), failsClosed: false };
  }
  // At the deadline we answer first and kill behind it, so it cancels instead of shortening the limit.
  const deadline = remainingMs < hook.timeoutMs ? AbortSignal.timeout(Math.ceil(remainingMs)) : null;
  const executor = executors[hook.mode];
  const request: ExecutorRequest = {
    ...requestOf(scope, planned, phase, seen, hook.argv),
    timeoutMs: hook.timeoutMs,
    signal: deadline === null ? signal : AbortSignal.any([signal, deadline]),
  };
  const mayLeave = scope.request.background !== undefined && convention.detaches;
  const result =
    mayLeave && executor.runDetachable !== undefined
      ? await executor.runDetachable(request, (stdout) => asyncAnswer(stdout) !== null)
      : await executor.run(request);
  if (result.kind === 'detached') {
    const said = asyncAnswer(result.process.printed().stdout)?.timeoutMs ?? hook.asyncTimeoutMs;
    const timeoutMs = Math.min(said, MAX_ASYNC_TIMEOUT_MS);
    scope.rests.push({ hook, name: planned.name, event: seen, timeoutMs, startMs, detached: result });
    const row = lateRow(hook, { startMs, durationMs: scope.elapsedMs() - startMs });
    return { ...base, run: { ...row, phase }, failsClosed: false };
  }
  const facts = {
    phase,
    startMs,
    durationMs: scope.elapsedMs() - startMs,
    exitCode: result.exitCode,
    stderrTail: cleanText(result.stderr.slice(-STDERR_TAIL_BYTES)) || null,
  };
  const reading = readResult({ convention, wire, event: seen, name: planned.name }, result);
  // It had ended before anybody could leave it, or is to be waited for: what it said counts as little.
  const saysAsync = convention.detaches && result.kind === 'ended' && asyncAnswer(result.stdout) !== null;
  if ('cause' in reading) {
    if (notAsked.has(reading.cause)) scope.releaseOnce(hook);
    const hitDeadline = reading.cause === 'ABORTED' && deadline?.aborted === true && !signal.aborted;
    const cause = hitDeadline ? 'DEADLINE' : reading.cause;
    const reason = hitDeadline ? scope.deadlineReason : (lostCopy(hook, cause) ?? cleanText(reading.reason));
    const run = hookRun(hook, { ...facts, outcome: outcomeOf(cause), cause, reason });
    scope.breakers.settle(hook, isFailed(run));
    return saysAsync ? { ...base, run, failsClosed: false } : failed(base, run);
  }
  return settle(scope, base, { ...facts, warnings: reading.warnings }, saysAsync ? {} : reading.answer);
}

/**
 * A hook that nobody will wait for, with everything decided but its start; or the row that says why it is not to be
 * started. Never throws.
 */
export function prepareLate(
  scope: DispatchScope,
  planned: PlannedHook,
  event: HookEvent,
): { readonly run: HookRun; readonly start: LateStart | null } {
  const { hook } = planned;
  const phase = 'observe';
  try {
    const refused = refuseNow(scope, planned, phase, event);
    if (refused !== null) return { run: refused.run, start: null };
    if (hook.argv === null) {
      const reason = hook.notRunnable ?? 'it has nothing to run';
      const facts = { phase, outcome: 'non_blocking_error', cause: 'NOT_RUNNABLE', reason } as const;
      return { run: hookRun(hook, facts), start: null };
    }
    if (!scope.claimOnce(hook)) {
      const { cause, reason } = onceSpent(hook);
      return { run: skippedRun(hook, cause, reason, phase), start: null };
    }
    const seen = scope.seenBy(hook, phase, event);
    const request = requestOf(scope, planned, phase, seen, hook.argv);
    const start = { hook, name: planned.name, event: seen, timeoutMs: hook.asyncTimeoutMs, request };
    return { run: lateRow(hook), start };
  } catch (error) {
    const facts = { phase, outcome: 'non_blocking_error', cause: 'INTERNAL' } as const;
    return { run: hookRun(hook, { ...facts, reason: describeError(error) }), start: null };
  }
}

/** What a handler is started with. */
function requestOf(
  scope: DispatchScope,
  { hook, name }: PlannedHook,
  phase: Phase,
  seen: HookEvent,
  argv: Argv,
): LateStart['request'] {
  const convention = conventions[hook.convention];
  return {
    argv,
    callback: hook.callback,
    phase,
    owner: scope.request.owner,
    stdin: scope.encode(seen, convention.wire ?? 'claude', name),
    environment: executors[hook.mode].startsProcess
      ? buildEnvironment({ hook, name, event: seen, phase, ...scope.environmentFacts(hook) })
      : {},
    cwd: convention.cwd === 'package' ? hook.packageDir : seen.cwd,
  };
}

function asyncAnswer(stdout: Buffer): AsyncAnswer | null {
  return findAsyncAnswer(stdout.toString('utf8', 0, 4096));
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

/** Its convention lets it change what the configuration lists, and there may be nothing of that. */
function isByPolicy({ planned, event }: Base): boolean {
  const part = planned.hook.events.find((one) => one.event === event.hook_event_name);
  return part?.modify?.input === 'policy';
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
  const unknown = unknownRecipe(scope, answer);
  const verdict =
    facts.phase === 'observe'
      ? { event: base.event, changed: [] }
      : applyContract(base.event, answer, base.planned.modify, { ...hook, inputByPolicy: isByPolicy(base) });
  if ('violation' in verdict || unknown !== null) {
    scope.breakers.settle(hook, true);
    const [cause, reason] =
      'violation' in verdict
        ? (['CONTRACT_VIOLATION', verdict.violation] as const)
        : (['RECIPE_UNKNOWN', unknown ?? ''] as const);
    const run = { ...facts, outcome: 'non_blocking_error', cause, reason: cleanText(reason) } as const;
    return failed(base, hookRun(hook, run));
  }
  scope.breakers.settle(hook, false);
  const isBlocking = answer.verdict === 'block' || answer.halt !== undefined || answer.feedback !== undefined;
  const reason = answer.reason ?? answer.feedback ?? answer.halt?.reason ?? describeReplacement(answer);
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

function describeReplacement({ messages, callback }: Answer): string | null {
  if (callback !== undefined) return `calls for the recipe ${callback.name}`;
  return messages === undefined ? null : `replaces the messages by ${messages.length}`;
}

/** What is wrong with the recipe that an answer calls for: the conversation stays as it is (G16). */
function unknownRecipe({ request }: DispatchScope, { callback }: Answer): string | null {
  const { name, recipes } = request.host;
  if (callback === undefined || recipes.includes(callback.name)) return null;
  const known = recipes.length === 0 ? 'none' : recipes.join(', ');
  return `called for the recipe "${callback.name}"; ${name} has ${known}`;
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
