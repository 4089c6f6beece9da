import type { Executor, ExecutorRequest, HandlerResult } from './executor.ts';
import { preflight } from './preflight.ts';
import { type ProcessResult, runProcess } from './process.ts';

/** Runs a command line. "Not runnable" is told apart before the start, so that it never looks like an answer. */
export const command: Executor = {
  async run(request: ExecutorRequest): Promise<HandlerResult> {
    const { argv } = request;
    if (argv === null) return notRunnable('it has no command line');
    const env = request.environment();
    const check = preflight(argv, request.cwd, env['PATH'] ?? '');
    if (!check.ok) return notRunnable(`${check.message} ${check.remedy}`);
    const result = await runProcess({
      argv,
      cwd: request.cwd,
      env,
      stdin: request.stdin,
      timeoutMs: request.timeoutMs,
      signal: request.signal,
      owner: request.owner,
    });
    return describeEnd(result, request.timeoutMs);
  },
};

function notRunnable(reason: string): HandlerResult {
  return { kind: 'failed', cause: 'NOT_RUNNABLE', reason, exitCode: null, stderr: '' };
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
    case 'signal':
      return failed('SIGNAL', `was ended by ${result.signal ?? 'a signal'}`);
    case 'spawn-error':
      return failed('SPAWN', `could not be started: ${result.errorCode ?? 'unknown error'}`);
  }
}
