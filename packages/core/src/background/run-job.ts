import { join } from 'node:path';
import { makeRedactor } from '../contracts/redact.ts';
import { runConcurrently } from '../dispatch/dispatch.ts';
import { aboutFile, costOf, hookRun } from '../dispatch/result.ts';
import { describeError } from '../errors/hook-error.ts';
import { appendRecord, backgroundRecord } from '../event-log/record.ts';
import { type HookRun, isFailed, outcomeOfFailure, wasNotInvoked } from '../events/outcome.ts';
import { cleanText } from '../events/text.ts';
import type { HandlerResult } from '../executors/executor.ts';
import { formats } from '../protocols/formats.ts';
import { protocols } from '../protocols/index.ts';
import { readResult } from '../protocols/read-result.ts';
import { breakerName, recordFailure, recordSuccess } from '../sessions/breakers.ts';
import { openOnce, openSession } from '../sessions/sessions.ts';
import type { BackgroundJob, BackgroundRun } from './job.ts';

const STDERR_TAIL_BYTES = 1024;
const EXIT_UNKNOWN = 'its exit code is unknown, because the process that started it ended first';

/**
 * Runs all hooks of a job to their end, with the concurrency of a dispatch, and records each result. The results have no
 * effect. Never rejects.
 */
export async function runBackground(job: BackgroundJob, signal: AbortSignal): Promise<void> {
  const going = job.runs.filter(({ startMs }) => startMs !== null);
  const waiting = job.runs.filter(({ startMs }) => startMs === null);
  await Promise.all([
    ...going.map((run) => finishOne(job, run, signal)),
    runConcurrently(waiting, job.concurrency, (run) => finishOne(job, run, signal)),
  ]);
}

async function finishOne(job: BackgroundJob, run: BackgroundRun, signal: AbortSignal): Promise<void> {
  const startMs = run.startMs ?? Date.now() - job.begunMs;
  let row: HookRun;
  try {
    const result = await run.finish(signal);
    const durationMs = Math.max(0, Date.now() - job.begunMs - startMs);
    row = { ...rowOf(run, result, makeRedactor(job.removed)), startMs, durationMs };
  } catch (error) {
    const facts = { phase: 'observe', outcome: 'non_blocking_error', cause: 'INTERNAL' } as const;
    row = hookRun(run.hook, { ...facts, reason: describeError(error) });
  }
  record(job, run, aboutFile(row, run.file));
}

/** The result of an asynchronous run: an output is described as it would have counted, and has no effect. Pure. */
function rowOf(
  { hook, name, event, isAdopted }: BackgroundRun,
  result: HandlerResult,
  redact: (text: string) => string,
): HookRun {
  const protocol = protocols[hook.protocol];
  const format = formats[protocol.format];
  const clean = (text: string): string => redact(cleanText(text));
  const facts = {
    phase: 'observe' as const,
    exitCode: isAdopted ? null : result.exitCode,
    stderrTail: clean(result.stderr.slice(-STDERR_TAIL_BYTES)) || null,
    cost: costOf(result),
  };
  const reading = readResult({ protocol, format, event, name, handler: hook }, result);
  const unknown = isAdopted && result.kind === 'ended' ? [EXIT_UNKNOWN] : [];
  if ('cause' in reading) {
    const { cause } = reading;
    const outcome = outcomeOfFailure(cause);
    return hookRun(hook, { ...facts, outcome, cause, reason: clean(reading.reason), warnings: unknown });
  }
  const { output } = reading;
  const isBlocking =
    output.decision === 'block' || output.halt !== undefined || output.feedback !== undefined;
  const reason = output.reason ?? output.feedback ?? output.halt?.reason ?? null;
  return hookRun(hook, {
    ...facts,
    outcome: isBlocking ? 'blocking' : 'success',
    reason: reason === null ? null : clean(reason),
    warnings: [...unknown, ...reading.warnings.map(clean)],
  });
}

/** Writes the record, updates the breaker, and releases the claim of a hook that did not run. */
function record(
  { ids, stateDir, projectDir }: BackgroundJob,
  { hook, event }: BackgroundRun,
  row: HookRun,
): void {
  appendRecord(
    join(stateDir, 'event-log'),
    backgroundRecord(event.hook_event_name, [row], ids, projectDir),
    new Date(),
  );
  if (wasNotInvoked(row.cause))
    openOnce(stateDir, openSession(stateDir, event.agent.name, event.session_id)).release(hook);
  if (row.cause === 'ABORTED') return;
  if (isFailed(row)) recordFailure(stateDir, breakerName(hook), Date.now());
  else recordSuccess(stateDir, breakerName(hook));
}
