import { preflight } from '../launch/preflight.ts';
import { asyncAnswerOf } from '../process/detached.ts';
import { type ProcessRequest, type ProcessResult, runDetachable, runProcess } from '../process/process.ts';
import { MEMORY_REASON } from '../process/supervise.ts';
import type { DetachedResult, Executor, ExecutorRequest, HandlerResult } from './executor.ts';

/** Runs a command line. "Not runnable" is told apart before the start, so that it never looks like an answer. */
export const command: Executor = {
  startsProcess: true,
  async run(request) {
    return notRunnable(request) ?? runCommand(request);
  },
  async runDetachable(request: ExecutorRequest): Promise<HandlerResult | DetachedResult> {
    const refused = notRunnable(request);
    if (refused !== null) return refused;
    const result = await runDetachable(toProcess(request), (stdout) => asyncAnswerOf(stdout) !== null);
    if (result.end !== 'detached') return describeEnd(result, request.timeoutMs);
    return {
      kind: 'detached',
      process: result,
      finish: async (timeoutMs, signal) => describeEnd(await result.finish({ timeoutMs, signal }), timeoutMs),
    };
  },
  async adopt(request) {
    const { adoptProcess } = await import('../process/detached.ts');
    return describeEnd(await adoptProcess(request), request.timeoutMs);
  },
};

/** One that is known to be runnable. */
export async function runCommand(
  request: ExecutorRequest,
  limits: Pick<ProcessRequest, 'limitsMemory'> = {},
): Promise<HandlerResult> {
  return describeEnd(await runProcess({ ...toProcess(request), ...limits }), request.timeoutMs);
}

export function notRunnable(request: ExecutorRequest): HandlerResult | null {
  const check = preflight(request.argv, request.cwd, request.environment['PATH'] ?? '');
  if (check.ok) return null;
  const reason = `${check.message} ${check.remedy}`;
  return { kind: 'failed', cause: 'NOT_RUNNABLE', reason, exitCode: null, stderr: '' };
}

function toProcess({ environment: env, ...request }: ExecutorRequest): ProcessRequest {
  return { ...request, env };
}

function describeEnd(result: ProcessResult, timeoutMs: number): HandlerResult {
  const stderr = result.stderr.toString('utf8');
  const failed = (
    cause: Extract<HandlerResult, { kind: 'failed' }>['cause'],
    reason: string,
  ): HandlerResult => ({
    kind: 'failed',
    cause,
    reason,
    exitCode: result.exitCode,
    stderr,
  });
  switch (result.end) {
    case 'exit':
      return { kind: 'ended', exitCode: result.exitCode ?? 0, stdout: result.stdout, stderr };
    case 'timeout':
      return failed('TIMEOUT', `no answer within ${timeoutMs} ms`);
    case 'aborted':
      return failed('ABORTED', 'cancelled');
    case 'stdout-limit':
      return failed('OUTPUT_LIMIT', 'printed more than 1 MiB on standard output');
    case 'stderr-limit':
      return failed('OUTPUT_LIMIT', 'printed more than 64 KiB on standard error');
    case 'memory-limit':
      return failed('MEMORY_LIMIT', MEMORY_REASON);
    case 'signal':
      return failed('SIGNAL', `was ended by ${result.signal ?? 'a signal'}`);
    case 'spawn-error':
      return failed('SPAWN', `could not be started: ${result.errorCode ?? 'unknown error'}`);
  }
}
