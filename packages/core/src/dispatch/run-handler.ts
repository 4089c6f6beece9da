import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { issue } from '../errors/issue.ts';
import { cleanText } from '../events/clean-text.ts';
import type { HookEvent } from '../events/event.ts';
import { type FailureCause, isFailed, outcomeOfFailure, type Phase, wasNotAsked } from '../events/outcome.ts';
import { costOf, type ExecutorRequest } from '../executors/executor.ts';
import { executors } from '../executors/index.ts';
import { asyncAnswerOf } from '../process/async-answer.ts';
import { wires } from '../protocols/formats.ts';
import { conventions } from '../protocols/index.ts';
import { readResult } from '../protocols/read-result.ts';
import type { ActiveHook } from '../registry/active-set.ts';
import { isDigest } from '../trust/digest-form.ts';
import { storedPath } from '../trust/stored-path.ts';
import { type Asked, failedToAsk, type Unasked } from './asked.ts';
import type { DispatchScope } from './dispatch-scope.ts';
import { type Following, followSignal } from './follow-signal.ts';
import { handlerRequest } from './handler-request.ts';
import { holdAnswer } from './hold-answer.ts';
import { hookRun, skippedRun, unrunnableRun } from './hook-run.ts';
import { lateRow } from './late-work.ts';
import { ALREADY_TOLD, onceSpent, type PlannedHook } from './plan.ts';

const STDERR_TAIL_BYTES = 1024;
/** Also of what a handler asks for itself; as in a manifest. */
const MAX_ASYNC_TIMEOUT_MS = 3_600_000;

/** Runs its handler within its limits and the deadline of the event, and reads what it answered. */
export async function runHandler(
  scope: DispatchScope,
  planned: PlannedHook,
  phase: Phase,
  event: HookEvent,
  signal: AbortSignal,
): Promise<Asked> {
  const { hook } = planned;
  const convention = conventions[hook.convention];
  const wire = wires[convention.wire];
  const seen = scope.seenBy(hook, phase, event);
  const base: Unasked = { planned, event, answer: {}, dropped: [], removed: [] };
  const startMs = scope.elapsedMs();
  const remainingMs = scope.remainingMs(phase);
  if (remainingMs <= 0) {
    return failedToAsk(
      base,
      hookRun(hook, { phase, outcome: 'cancelled', cause: 'DEADLINE', reason: scope.deadlineReason }),
    );
  }
  if (hook.argv === null) return failedToAsk(base, unrunnableRun(hook, phase));
  if (phase === 'observe' && !signal.aborted && !scope.claimTold(hook)) {
    return { ...base, run: skippedRun(hook, 'ONCE_SPENT', ALREADY_TOLD, phase), failsClosed: false };
  }
  // Last before the start; a run that was called off already would not start.
  if (!signal.aborted && !scope.claimOnce(hook)) {
    const { cause, reason } = onceSpent(hook);
    return { ...base, run: skippedRun(hook, cause, reason, phase), failsClosed: false };
  }
  // At the deadline we answer first and kill behind it, so it cancels instead of shortening the limit.
  const deadline = remainingMs < hook.timeoutMs ? cancelAfter(remainingMs, signal) : null;
  const executor = executors[hook.mode];
  const request: ExecutorRequest = {
    ...handlerRequest(scope, planned, phase, seen, hook.argv),
    timeoutMs: hook.timeoutMs,
    signal: deadline?.signal ?? signal,
  };
  const mayLeave = scope.request.background !== undefined && convention.detaches;
  const result =
    mayLeave && executor.runDetachable !== undefined
      ? await executor.runDetachable(request)
      : await executor.run(request);
  deadline?.release();
  if (result.kind === 'detached') {
    const said = asyncAnswerOf(result.process.printed().stdout)?.timeoutMs ?? hook.asyncTimeoutMs;
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
    cost: costOf(result),
  };
  const reading = readResult({ convention, wire, event: seen, name: planned.name }, result);
  // It had ended before anybody could leave it, or is to be waited for: what it said counts as little.
  const saysAsync = convention.detaches && result.kind === 'ended' && asyncAnswerOf(result.stdout) !== null;
  if ('cause' in reading) {
    if (wasNotAsked(reading.cause)) scope.releaseOnce(hook);
    const hitDeadline = reading.cause === 'ABORTED' && deadline?.signal.aborted === true && !signal.aborted;
    const cause = hitDeadline ? 'DEADLINE' : reading.cause;
    const reason = hitDeadline
      ? scope.deadlineReason
      : (lostCopy(hook, cause, reading.reason) ?? cleanText(reading.reason));
    const run = hookRun(hook, { ...facts, outcome: outcomeOfFailure(cause), cause, reason });
    // That others took the time of the event is no failure of this hook.
    if (!hitDeadline || scope.isMostOfBudget(facts.durationMs)) scope.breakers.settle(hook, isFailed(run));
    return saysAsync ? { ...base, run, failsClosed: false } : failedToAsk(base, run);
  }
  return holdAnswer(scope, base, { ...facts, warnings: reading.warnings }, saysAsync ? {} : reading.answer);
}

/** Where approved bytes are gone, restoring the one file that was missed would be the wrong advice. */
function lostCopy(hook: ActiveHook, cause: FailureCause, missed: string): string | null {
  const { packageDir, qualifiedName: name, digest } = hook;
  if (cause !== 'NOT_RUNNABLE') return null;
  const isCopy = isDigest(digest) && packageDir === storedPath(dirname(packageDir), digest);
  const isOfCopy = isCopy && missed.includes(packageDir);
  if (existsSync(packageDir) && !isOfCopy) return null;
  const { message, remedy } = issue('STORE_DAMAGED', { name });
  return `${message} ${remedy}`;
}

function cancelAfter(ms: number, outer: AbortSignal): Pick<Following, 'signal' | 'release'> {
  const { signal, abort, release } = followSignal(outer);
  const timer = setTimeout(abort, Math.ceil(ms)).unref();
  return {
    signal,
    release: () => {
      clearTimeout(timer);
      release();
    },
  };
}
