import { preflight } from '../launch/preflight.ts';
import { type ProcessRequest, type ProcessResult, runProcess } from '../process/process.ts';
import { MEMORY_REASON } from '../process/supervise.ts';
import type { Executor, ExecutorRequest, HandlerResult } from './executor.ts';

/** Runs a command line. A command that is not runnable is detected before the start, so that it never looks like output. */
export const command: Executor = {
  startsProcess: true,
  async run(request) {
    const rejection = notRunnable(request);
    if (rejection !== null) return rejection;
    const result = await runProcess({ ...toProcess(request), detachesOn: request.detachesOn });
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

/** Runs a command line that is known to be runnable. */
export async function runCommand(
  request: ExecutorRequest,
  limits: Pick<ProcessRequest, 'limitsMemory'> = {},
): Promise<HandlerResult> {
  return describeEnd(await runProcess({ ...toProcess(request), ...limits }), request.timeoutMs);
}

export function notRunnable(request: ExecutorRequest): HandlerResult | null {
  const check = preflight(request.argv, request.cwd, request.environment['PATH'] ?? '');
  if (check.ok) return null;
  const reason = check.message.replace(/\.$/, '');
  return { kind: 'failed', cause: 'NOT_RUNNABLE', reason, exitCode: null, stderr: '' };
}

function toProcess({ environment: env, detachesOn: _, ...request }: ExecutorRequest): ProcessRequest {
  return { ...request, env };
}

function describeEnd(result: ProcessResult, timeoutMs: number): HandlerResult {
  const { end, exitCode, stdout } = result;
  const stderr = result.stderr.toString('utf8');
  if (end === 'exit') return { kind: 'ended', exitCode: exitCode ?? 0, stdout, stderr };
  const [cause, reason] = {
    timeout: ['TIMEOUT', `no result within ${timeoutMs} ms`],
    aborted: ['ABORTED', 'canceled'],
    'stdout-limit': ['OUTPUT_LIMIT', 'printed more than 1 MiB on standard output'],
    'stderr-limit': ['OUTPUT_LIMIT', 'printed more than 64 KiB on standard error'],
    'memory-limit': ['MEMORY_LIMIT', MEMORY_REASON],
    signal: ['SIGNAL', `was ended by ${result.signal ?? 'a signal'}`],
    'spawn-error': ['SPAWN', `could not be started: ${result.errorCode ?? 'unknown error'}`],
  }[end] as [Extract<HandlerResult, { kind: 'failed' }>['cause'], string];
  return { kind: 'failed', cause, reason, exitCode, stderr };
}
