import type { Argv } from '../launch/launch.ts';
import { MAX_HEAP_MEGABYTES } from '../process/supervise.ts';
import { notRunnable, runCommand } from './command.ts';
import type { Executor, ExecutorRequest, HandlerResult } from './executor.ts';

/** Between us and the handler: one that kills its parent gets this shell. */
const SHELL: Argv = ['/bin/sh', '-c', '"$@"; exit $?', 'hook'];

/**
 * Runs a built handler: in a process that stays alive for the next event if the runtime does, else in a new one, with the same
 * results.
 */
export const handler: Executor = {
  startsProcess: true,
  run: async (request) => (request.warm === undefined ? runFresh(request) : request.warm.run(request)),
};

async function runFresh(request: ExecutorRequest): Promise<HandlerResult> {
  const rejected = notRunnable(request);
  if (rejected !== null) return rejected;
  const [node, ...rest] = request.argv;
  const argv = [...SHELL, node, `--max-old-space-size=${MAX_HEAP_MEGABYTES}`, ...rest] as const;
  return readFresh(await runCommand({ ...request, argv }, { limitsMemory: true }));
}

/**
 * A built handler prints one document in every case, so one that printed nothing ended before its decision, even with exit code
 * 0.
 */
function readFresh(result: HandlerResult): HandlerResult {
  if (result.kind === 'failed' || (result.exitCode === 0 && result.stdout.length > 0)) return result;
  const { exitCode, stderr } = result;
  const output = exitCode === 1 ? lastMessage(stderr) : '';
  const [cause, reason] =
    output === ''
      ? (['EXIT', `its process exited with code ${exitCode} before it returned a result`] as const)
      : (['THROWN', output] as const);
  return { kind: 'failed', cause, reason, exitCode, stderr };
}

/** The last line on standard error of a failed program that describes the error and not its location; '' = none. */
export function lastMessage(stderr: string): string {
  const lines = stderr.split('\n').filter((line) => /^\S/.test(line) && !line.startsWith('Node.js v'));
  return lines.at(-1) ?? '';
}
