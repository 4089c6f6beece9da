import type { Buffer } from 'node:buffer';
import { setMaxListeners } from 'node:events';
import type { Readable } from 'node:stream';
import { CappedOutput } from './capped-output.ts';
import type { ProcessGroup } from './kill.ts';
import { Ladder, type StartedChild, type StopReason } from './ladder.ts';

/** Longer ones overflow Node's timers and would fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export interface Limits {
  timeoutMs: number;
  maxStdoutBytes: number;
  maxStderrBytes: number;
  signal: AbortSignal | undefined;
}

/** What a supervised child came to. `stopped` is null when it ended by itself. */
export interface Ending {
  stopped: StopReason | null;
  exitCode: number | null;
  signal: NodeJS.Signals | null;
  stdout: Buffer;
  stderr: Buffer;
}

/**
 * Waits for the end of a child, forces it where a limit is reached, and leaves nothing of its group alive.
 *
 * Settles at the exit (plus 100 ms at most for output), at once on abort, and 500 ms after a limit
 * whatever happened; what remains to be killed then is killed behind the answer. Never rejects.
 */
export async function supervise(child: StartedChild, group: ProcessGroup, limits: Limits): Promise<Ending> {
  const ladder = new Ladder(child, group);
  const stdout = collect(child.stdout, limits.maxStdoutBytes, () => ladder.cut('stdout-limit'));
  const stderr = collect(child.stderr, limits.maxStderrBytes, () => ladder.cut('stderr-limit'));
  // A busy host sees an old timer before the exit that preceded it: look for exits once more before judging.
  const timer = setTimeout(
    () => setImmediate(() => ladder.timeOut()),
    Math.min(limits.timeoutMs, LONGEST_TIMER_MS),
  );
  child.once('exit', () => clearTimeout(timer));
  const onAbort = (): void => {
    ladder.stop('aborted');
    ladder.settle();
  };
  if (limits.signal !== undefined) {
    setMaxListeners(0, limits.signal); // one signal may stop many runs; eleven are no leak
    limits.signal.addEventListener('abort', onAbort, { once: true });
  }

  void ladder.finish();
  await ladder.settled;

  clearTimeout(timer);
  limits.signal?.removeEventListener('abort', onAbort);
  return {
    stopped: ladder.reason,
    exitCode: child.exitCode,
    signal: child.signalCode,
    stdout: stdout.bytes(),
    stderr: stderr.bytes(),
  };
}

function collect(stream: Readable, maxBytes: number, onLimit: () => void): CappedOutput {
  const output = new CappedOutput(maxBytes);
  stream.on('error', () => {}); // a read error ends the output; the exit says the rest
  stream.on('data', (chunk: Buffer) => {
    if (output.append(chunk)) return;
    onLimit();
    stream.destroy();
  });
  return output;
}
