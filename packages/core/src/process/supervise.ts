import type { Buffer } from 'node:buffer';
import { setMaxListeners } from 'node:events';
import type { Readable } from 'node:stream';
import { CappedOutput } from './capped-output.ts';
import { Ladder, type StartedChild, type StopReason } from './end-child.ts';
import { watchMemory } from './memory.ts';
import type { ProcessGroup } from './process-group.ts';

/** Longer ones overflow Node's timers and would fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export interface Limits {
  timeoutMs: number;
  maxStdoutBytes: number;
  maxStderrBytes: number;
  signal: AbortSignal | undefined;
  /** Of what the child started: it is a shell between. */
  limitsMemory?: boolean | undefined;
  isIsolated?: boolean | undefined;
  /** Judges standard output as it grows: true = nobody need wait any more. */
  detachesOn?: ((stdout: Buffer) => boolean) | undefined;
}

/** What a supervised child came to. `stopped` is null when it ended by itself. */
export interface Ending {
  stopped: StopReason | null;
  exitCode: number | null;
  signal: NodeJS.Signals | null;
  stdout: Buffer;
  stderr: Buffer;
}

/** A child that goes on though nobody waits for it any more. Nothing limits it until somebody takes it over. */
export interface Unwatched {
  readonly printed: () => { readonly stdout: Buffer; readonly stderr: Buffer };
  /** Waits for it here after all, with a limit from now on. */
  readonly watchOn: (limits: Pick<Limits, 'timeoutMs' | 'signal'>) => Promise<Ending>;
  /** Another process has it from here on: nothing of it is ended by us any more. */
  readonly letGo: () => void;
}

/**
 * Waits for the end of a child, forces it where a limit is reached, and leaves nothing of its group alive.
 *
 * Settles at the exit (plus 100 ms at most for output), at once on abort, and 500 ms after a limit
 * whatever happened; what remains to be killed then is killed behind the answer. Never rejects.
 * Where `detachesOn` says so of a child that still runs, it is returned `Unwatched`.
 */
export async function supervise(
  child: StartedChild,
  group: ProcessGroup,
  limits: Limits,
): Promise<Ending | Unwatched> {
  const ladder = new Ladder(child, group);
  let detach = (): void => {};
  const detached = new Promise<true>((resolve) => {
    detach = () => resolve(true);
  });
  const { detachesOn } = limits;
  const stdout = collect(
    child.stdout,
    limits.maxStdoutBytes,
    () => ladder.cut('stdout-limit'),
    (output) => detachesOn?.(output.bytes()) && detach(),
  );
  const stderr = collect(child.stderr, limits.maxStderrBytes, () => ladder.cut('stderr-limit'));
  const unwatch = limits.limitsMemory
    ? watchMemory(child.pid, () => ladder.cut('memory-limit'), limits.isIsolated)
    : () => {};
  void ladder.finish();
  void ladder.settled.then(unwatch);
  const disarm = arm(child, ladder, limits);
  const isDetached = (await Promise.race([ladder.settled, detached])) === true;
  disarm();
  const ending = async (): Promise<Ending> => {
    await ladder.settled;
    return {
      stopped: ladder.reason,
      exitCode: child.exitCode,
      signal: child.signalCode,
      stdout: stdout.bytes(),
      stderr: stderr.bytes(),
    };
  };
  const goesOn = child.exitCode === null && child.signalCode === null && ladder.reason === null;
  if (!isDetached || !goesOn) return ending();
  return {
    printed: () => ({ stdout: stdout.bytes(), stderr: stderr.bytes() }),
    watchOn: async (later) => {
      const disarmLater = arm(child, ladder, later);
      await ladder.settled;
      disarmLater();
      return ending();
    },
    letGo: () => {
      group.forget();
      child.stdout.destroy();
      child.stderr.destroy();
      child.unref();
    },
  };
}

/** Stops the child at its limit and when it is called off; the answer takes that back. */
function arm(child: StartedChild, ladder: Ladder, limits: Pick<Limits, 'timeoutMs' | 'signal'>): () => void {
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
    if (limits.signal.aborted) onAbort();
    limits.signal.addEventListener('abort', onAbort, { once: true });
  }

  return () => {
    clearTimeout(timer);
    limits.signal?.removeEventListener('abort', onAbort);
  };
}

function collect(
  stream: Readable,
  maxBytes: number,
  onLimit: () => void,
  onGrowth?: (output: CappedOutput) => unknown,
): CappedOutput {
  const output = new CappedOutput(maxBytes);
  stream.on('error', () => {}); // a read error ends the output; the exit says the rest
  stream.on('data', (chunk: Buffer) => {
    if (output.append(chunk)) {
      onGrowth?.(output);
      return;
    }
    onLimit();
    stream.destroy();
  });
  return output;
}
