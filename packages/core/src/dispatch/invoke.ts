import { setMaxListeners } from 'node:events';
import { existsSync } from 'node:fs';
import { issue } from '../errors/issue.ts';
import {
  type FailureCause,
  type HookRun,
  isFailed,
  outcomeOfFailure,
  type Phase,
  wasNotInvoked,
} from '../events/outcome.ts';
import { cleanText } from '../events/text.ts';
import { hookDepth, MAX_HOOK_DEPTH } from '../executors/environment.ts';
import type { HandlerResult } from '../executors/executor.ts';
import { executors } from '../executors/index.ts';
import { evaluateCondition } from '../matching/condition.ts';
import type { EventView } from '../matching/files/views.ts';
import { formats } from '../protocols/formats.ts';
import { protocols } from '../protocols/index.ts';
import { asyncOutputOf, readResult } from '../protocols/read-result.ts';
import type { ActiveHook } from '../registry/hook-index/hook-index.ts';
import { enforceContract, enforceMode, liftBlock, noticeWorkaround } from './enforce.ts';
import { handlerRequest, openEnvironmentFile } from './environment.ts';
import { blocksOnFailure, failedResult, type HookResult, type SkippedHook } from './merge.ts';
import { type PlannedHook, toolCallOf } from './plan.ts';
import {
  aboutFile,
  backgroundRun,
  costOf,
  crashedRun,
  hookRun,
  isCopy,
  skippedRun,
  unrunnableRun,
  withoutStore,
} from './result.ts';
import type { DispatchScope } from './scope.ts';

/**
 * Invokes one hook with the event as it is now: condition, requirements, circuit breaker, run, protocol, permits,
 * contract. Never throws; a failure is a row.
 */
export async function invokeHook(
  scope: DispatchScope,
  planned: PlannedHook,
  phase: Phase,
  view: EventView,
  signal: AbortSignal,
): Promise<HookResult> {
  const { watch } = scope.request;
  let result: HookResult | null = null;
  let isStarted = false;
  try {
    result = findSkipReason(scope, planned, phase, view);
    isStarted = result === null;
    if (isStarted) watch?.starts(planned.hook, phase);
    result ??= await runHandler(scope, planned, phase, view, signal);
  } catch (error) {
    result = failedResult(noOutput(planned, view), crashedRun(planned.hook, phase, error));
  }
  if (isStarted) watch?.ends(result.run);
  const noticed = noticeWorkaround(scope, { ...result, run: aboutFile(result.run, view.file) });
  return liftBlock(scope, enforceMode(noticed, view.whole));
}

function noOutput(planned: PlannedHook, { whole }: EventView): SkippedHook {
  return { planned, event: whole, output: {}, dropped: [], removed: [] };
}

/** Returns why a hook is skipped, evaluated on the event as it is when its turn comes (H18); null = it runs. */
export function findSkipReason(
  scope: DispatchScope,
  planned: PlannedHook,
  phase: Phase,
  view: EventView,
): HookResult | null {
  const { hook } = planned;
  const { environment } = scope.request;
  const skip = (cause: string, reason: string, failsClosed: boolean): HookResult => ({
    ...noOutput(planned, view),
    run: skippedRun(hook, cause, reason, phase),
    failsClosed,
  });
  const { condition } = hook;
  if (condition !== null && !evaluateCondition(condition, toolCallOf(view.event, environment)))
    return skip('NO_MATCH', `its condition ${cleanText(condition.text)} does not match`, false);
  // What follows must not disable a guard: with `onFailure: block` it blocks.
  const failsClosed = blocksOnFailure(planned);
  const missing = [
    ...scope.missingRequirements(hook),
    ...scope.unsetVariables(hook),
    ...scope.missingModel(hook),
  ];
  if (missing.length > 0)
    return skip('INELIGIBLE', missing.map(({ message }) => message).join('; '), failsClosed);
  const depth = hookDepth(environment);
  if (depth >= MAX_HOOK_DEPTH)
    return skip('RECURSION', `a hook started the agent that sent this event (depth ${depth})`, failsClosed);
  if (scope.breakers.isOpen(hook))
    return skip('BREAKER_OPEN', 'it failed 5 times in a row and is paused for up to a minute', failsClosed);
  return null;
}

const STDERR_TAIL_BYTES = 1024;
const STDOUT_HEAD_BYTES = 512;
/** Applies to `asyncTimeout` in the output of a handler too, as in a manifest. */
const MAX_ASYNC_TIMEOUT_MS = 3_600_000;

/** Runs the handler of a hook within its limits and the deadline of the event, and reads its output. */
async function runHandler(
  scope: DispatchScope,
  planned: PlannedHook,
  phase: Phase,
  view: EventView,
  signal: AbortSignal,
): Promise<HookResult> {
  const { hook } = planned;
  const protocol = protocols[hook.protocol];
  const format = formats[protocol.format];
  const visible = scope.visibleTo(hook, phase, view.event);
  const base = noOutput(planned, view);
  const startMs = scope.elapsedMs();
  const remainingMs = scope.remainingMs(phase);
  if (remainingMs <= 0) {
    const facts = { phase, outcome: 'canceled', cause: 'DEADLINE', reason: scope.deadlineReason } as const;
    return outOfTime(failedResult(base, hookRun(hook, facts)), view);
  }
  if (hook.argv === null) return failedResult(base, unrunnableRun(hook, phase));
  // Claimed last, because an aborted run would not start.
  const claimed = signal.aborted ? null : scope.claim(planned, phase);
  if (claimed !== null) return { ...base, run: claimed, failsClosed: false };
  // At the deadline the event is decided first and the handler killed afterwards, so its timeout stays as it is.
  const deadline = remainingMs < hook.timeoutMs ? cancelAfter(remainingMs, signal) : null;
  const mayDetach = scope.request.background !== undefined && protocol.detaches;
  const environmentFile = openEnvironmentFile(scope, planned, visible);
  const run = executors[hook.mode].run({
    ...handlerRequest(scope, planned, phase, visible, hook.argv, environmentFile),
    timeoutMs: hook.timeoutMs,
    signal: deadline?.signal ?? signal,
    ...(mayDetach ? { detachesOn: (stdout) => asyncOutputOf(stdout) !== null } : {}),
  });
  const result = await run.finally(() => deadline?.release());
  const undelivered = [environmentFile?.deliver() ?? []].flat();
  if (result.kind === 'detached') {
    const requestedMs = asyncOutputOf(result.process.printed().stdout)?.timeoutMs ?? hook.asyncTimeoutMs;
    const timeoutMs = Math.min(requestedMs, MAX_ASYNC_TIMEOUT_MS);
    const { file } = view;
    scope.detached.push({
      hook,
      name: planned.name,
      event: visible,
      file,
      timeoutMs,
      startMs,
      detached: result,
    });
    const run = backgroundRun(hook, { startMs, durationMs: scope.elapsedMs() - startMs });
    return { ...base, run: { ...run, phase }, failsClosed: false };
  }
  const facts = {
    phase,
    startMs,
    durationMs: scope.elapsedMs() - startMs,
    exitCode: result.exitCode,
    stderrTail: cleanText(result.stderr.slice(-STDERR_TAIL_BYTES)) || null,
    cost: costOf(result),
  };
  const reading = readResult({ protocol, format, event: visible, name: planned.name, handler: hook }, result);
  // Output that declares itself asynchronous has no effect, also when the handler ended at once or the caller waits.
  const isAsync = protocol.detaches && result.kind === 'ended' && asyncOutputOf(result.stdout) !== null;
  if ('cause' in reading) {
    if (wasNotInvoked(reading.cause)) scope.releaseOnce(hook);
    const hitDeadline = reading.cause === 'ABORTED' && deadline?.signal.aborted === true && !signal.aborted;
    const cause = hitDeadline ? 'DEADLINE' : reading.cause;
    const reason = hitDeadline
      ? scope.deadlineReason
      : (lostCopy(hook, cause, reading.reason) ?? cleanText(reading.reason));
    const run = withStdout(
      hookRun(hook, { ...facts, outcome: outcomeOfFailure(cause), cause, reason }),
      result,
    );
    // A deadline that other hooks used up does not count against this hook; a canceled run does not count at all.
    if (isFailed(run) && (!hitDeadline || scope.isMostOfBudget(facts.durationMs)))
      scope.breakers.settle(hook, true);
    if (isAsync) return { ...base, run, failsClosed: false };
    return hitDeadline ? outOfTime(failedResult(base, run), view) : failedResult(base, run);
  }
  const warnings = [...reading.warnings, ...undelivered];
  const enforced = enforceContract(scope, base, view, { ...facts, warnings }, isAsync ? {} : reading.output);
  const isConcerned = isFailed(enforced.run) || warnings.length > 0;
  return isConcerned ? { ...enforced, run: withStdout(enforced.run, result) } : enforced;
}

/** With the beginning of what it printed; a run without problems does not read it. */
function withStdout(run: HookRun, result: HandlerResult): HookRun {
  const stdout = result.kind === 'ended' ? result.stdout.toString('utf8', 0, STDOUT_HEAD_BYTES) : '';
  const stdoutHead = withoutStore(cleanText(stdout));
  return stdoutHead === '' ? run : { ...run, stdoutHead };
}

/** How many files a call has is up to the model: those that are out of time do not pass unchecked. */
function outOfTime(failed: HookResult, { file }: EventView): HookResult {
  return file === null || failed.run.phase === 'observe' ? failed : { ...failed, failsClosed: true };
}

/** Returns the error of a damaged store of approved copies, whose fix is not to restore one file; null = the copy is whole. */
function lostCopy(hook: ActiveHook, cause: FailureCause, reason: string): string | null {
  const { packageDir, qualifiedName: name } = hook;
  if (cause !== 'NOT_RUNNABLE') return null;
  const isOfCopy = isCopy(hook) && reason.includes(packageDir);
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

/** A signal with its own `abort`, until it is released. */
export interface Following {
  readonly signal: AbortSignal;
  readonly abort: () => void;
  readonly release: () => void;
}

/** Returns a signal for one event or run that is aborted with `outer` too. */
export function followSignal(outer: AbortSignal | undefined): Following {
  return followAny(outer === undefined ? [] : [outer]);
}

/**
 * Returns a signal that is aborted with the first of several.
 *
 * Not `AbortSignal.any`: in Node 20 a signal that lives as long as its runtime leaks memory for every signal derived
 * from it, which shows after a hundred thousand events.
 */
export function followAny(outers: readonly AbortSignal[]): Following {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  if (outers.some(({ aborted }) => aborted)) abort();
  else {
    for (const outer of outers) {
      setMaxListeners(0, outer); // many events at a time follow one runtime; eleven are no leak
      outer.addEventListener('abort', abort, { once: true });
    }
  }
  const release = (): void => {
    for (const outer of outers) outer.removeEventListener('abort', abort);
  };
  return { signal: controller.signal, abort, release };
}
