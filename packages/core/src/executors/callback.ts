import { describeThrown } from '../errors/hook-error.ts';
import type { HookEvent } from '../events/event.ts';
import { startTimer } from '../process/clock.ts';
import type { Executor, ExecutorRequest, HandlerResult } from './executor.ts';

const MAX_OUTPUT_BYTES = 1024 * 1024;

/**
 * Calls a function of the embedding program: it gets a copy of the event, its output is serialized at once, and all limits of a
 * process's output apply.
 *
 * It is code of the host: a function that never returns control cannot be stopped.
 */
export const callback: Executor = {
  startsProcess: false,
  async run(request: ExecutorRequest): Promise<HandlerResult> {
    const { signal, timeoutMs } = request;
    if (signal.aborted) return failed('ABORTED', 'canceled');
    const given = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    let onAbort = (): void => {};
    const stopped = new Promise<HandlerResult>((resolve) => {
      const onTimeout = (): void => resolve(failed('TIMEOUT', `no result within ${timeoutMs} ms`));
      timer = startTimer(timeoutMs, onTimeout);
      onAbort = () => resolve(failed('ABORTED', 'canceled'));
      signal.addEventListener('abort', onAbort, { once: true });
    });
    const result = await Promise.race([output(request, given.signal), stopped]);
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
    if (result.kind === 'failed') given.abort(new Error(result.reason));
    return result;
  },
};

async function output(request: ExecutorRequest, signal: AbortSignal): Promise<HandlerResult> {
  const { callback: call, stdin, phase } = request;
  if (call === undefined) return failed('NOT_RUNNABLE', 'it has no function');
  let output: unknown;
  try {
    output = await call(JSON.parse(stdin.toString('utf8')) as HookEvent, { signal, phase });
  } catch (error) {
    return failed('THROWN', `threw ${describeThrown(error)}`);
  }
  try {
    return read(output);
  } catch (error) {
    return failed('BAD_OUTPUT', `its result is not JSON: ${describeThrown(error)}`);
  }
}

function read(output: unknown): HandlerResult {
  if (output === undefined || output === null) return ended('');
  if (typeof output !== 'object') return failed('BAD_OUTPUT', `returned a ${typeof output}, not an object`);
  // Of an object that hides what it is behind toJSON nothing may be left.
  const stdout = Buffer.from(JSON.stringify(output) ?? '');
  if (stdout.length <= MAX_OUTPUT_BYTES) return ended(stdout);
  return failed('OUTPUT_LIMIT', 'returned more than 1 MiB');
}

function ended(stdout: Buffer | string): HandlerResult {
  return { kind: 'ended', exitCode: 0, stdout: Buffer.from(stdout), stderr: '', isFromCode: true };
}

function failed(cause: Extract<HandlerResult, { kind: 'failed' }>['cause'], reason: string): HandlerResult {
  return { kind: 'failed', cause, reason, exitCode: null, stderr: '' };
}
