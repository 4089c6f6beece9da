import { Buffer } from 'node:buffer';
import type { ChildProcess } from 'node:child_process';
import { setMaxListeners } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { startTimer } from './clock.ts';
import { firstChild, type ProcessGroup, startTime } from './process-group.ts';

export interface Limits {
  timeoutMs: number;
  maxStdoutBytes: number;
  maxStderrBytes: number;
  signal: AbortSignal | undefined;
  /** Of what the child started: it is a shell between. */
  limitsMemory?: boolean | undefined;
  isIsolated?: boolean | undefined;
  /** Evaluates standard output as it grows: true = continue in the background. */
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

/** A child that continues in the background, without limits until it is taken over. */
export interface Unwatched {
  readonly printed: () => { readonly stdout: Buffer; readonly stderr: Buffer };
  /** Waits for it here after all, with a limit from now on. */
  readonly watchOn: (limits: Pick<Limits, 'timeoutMs' | 'signal'>) => Promise<Ending>;
  /** Another process has it from here on: nothing of it is ended by us any more. */
  readonly letGo: () => void;
}

/**
 * Waits for the end of a child, forces it at a limit, and leaves nothing of its group alive.
 *
 * Settles at the exit (plus 100 ms at most for output), at once on abort, and 500 ms after a limit in every case; what remains
 * is killed after the result. Never rejects. If `detachesOn` matches the output of a running child, the child is returned as
 * `Unwatched`.
 */
export async function supervise(
  child: StartedChild,
  group: ProcessGroup,
  limits: Limits,
): Promise<Ending | Unwatched> {
  const escalation = new Escalation(child, group);
  let detach = (): void => {};
  const detached = new Promise<true>((resolve) => {
    detach = () => resolve(true);
  });
  const { detachesOn } = limits;
  const stdout = collect(
    child.stdout,
    limits.maxStdoutBytes,
    () => escalation.cut('stdout-limit'),
    (output) => detachesOn?.(output.bytes()) && detach(),
  );
  const stderr = collect(child.stderr, limits.maxStderrBytes, () => escalation.cut('stderr-limit'));
  const unwatch = limits.limitsMemory
    ? watchMemory(child.pid, () => escalation.cut('memory-limit'), limits.isIsolated)
    : () => {};
  void escalation.finish();
  void escalation.settled.then(unwatch);
  const disarm = arm(child, escalation, limits);
  const isDetached = (await Promise.race([escalation.settled, detached])) === true;
  disarm();
  const ending = async (): Promise<Ending> => {
    await escalation.settled;
    return {
      stopped: escalation.reason,
      exitCode: child.exitCode,
      signal: child.signalCode,
      stdout: stdout.bytes(),
      stderr: stderr.bytes(),
    };
  };
  const proceeds = child.exitCode === null && child.signalCode === null && escalation.reason === null;
  if (!isDetached || !proceeds) return ending();
  return {
    printed: () => ({ stdout: stdout.bytes(), stderr: stderr.bytes() }),
    watchOn: async (later) => {
      const disarmLater = arm(child, escalation, later);
      await escalation.settled;
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

/** Stops the child at its timeout and when it is canceled; returns how to undo that. */
function arm(
  child: StartedChild,
  escalation: Escalation,
  limits: Pick<Limits, 'timeoutMs' | 'signal'>,
): () => void {
  // A busy host sees an old timer before the exit that preceded it: process exits once more before deciding.
  const timer = startTimer(limits.timeoutMs, () => setImmediate(() => escalation.timeOut()));
  child.once('exit', () => clearTimeout(timer));
  const onAbort = (): void => {
    escalation.stop('aborted');
    escalation.settle();
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
  stream.on('error', () => {}); // a read error ends the output; the exit reports the rest
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

/** How long output may still arrive after the exit, held open by a process in the background. */
const DRAIN_MS = 100;
/** From TERM to KILL. */
const GRACE_MS = 300;
/** From the reason to stop to the result, whatever the kernel reports. */
const HARD_MS = 500;
/** How long the kernel gets to close the pipes of what it killed. */
const REAP_MS = 20;

/** Why we ended a run that did not end by itself. */
export type StopReason = 'timeout' | 'aborted' | 'stdout-limit' | 'stderr-limit' | 'memory-limit';

/** A child that was started; what is used of Node's `ChildProcess`. */
export interface StartedChild {
  readonly pid: number;
  readonly exitCode: number | null;
  readonly signalCode: NodeJS.Signals | null;
  readonly stdin: Pick<Writable, 'destroy'> | null;
  readonly stdout: Readable;
  readonly stderr: Readable;
  readonly stdio: ChildProcess['stdio'] | readonly never[];
  /** `close` comes after `exit`, and when both outputs are over. */
  once(event: 'exit' | 'close', listener: () => void): unknown;
  ref(): void;
  unref(): void;
}

/**
 * The way of one child to its end: exit, output drained, group killed. Where there is a reason to
 * stop it: TERM, grace, KILL, and on Linux a search for what left the group.
 */
export class Escalation {
  readonly settled: Promise<void>;
  reason: StopReason | null = null;
  settle: () => void = () => {};

  readonly #child: StartedChild;
  readonly #group: ProcessGroup;
  readonly #exited: Promise<void>;
  readonly #closed: Promise<void>;
  readonly #stopped: Promise<void>;
  #announceStop: () => void = () => {};
  #hardLimit: NodeJS.Timeout | undefined;

  constructor(child: StartedChild, group: ProcessGroup) {
    this.#child = child;
    this.#group = group;
    this.#exited = new Promise((resolve) => child.once('exit', () => resolve()));
    this.#closed = new Promise((resolve) => child.once('close', () => resolve()));
    this.#stopped = new Promise((resolve) => {
      this.#announceStop = resolve;
    });
    this.settled = new Promise((resolve) => {
      this.settle = resolve;
    });
  }

  /** The first reason counts. */
  stop(reason: StopReason): void {
    if (this.reason !== null) return;
    this.reason = reason;
    this.#hardLimit = setTimeout(() => this.#giveUp(), HARD_MS);
    this.#announceStop();
  }

  /** A flood gets no time to tidy up, nor to notice the closed pipe. */
  cut(reason: StopReason): void {
    this.#group.signal('SIGKILL');
    this.stop(reason);
  }

  timeOut(): void {
    if (this.#child.exitCode === null && this.#child.signalCode === null) this.stop('timeout');
  }

  /** Follows the child to its end, with escalation if there is a reason to stop it, and settles. */
  async finish(): Promise<void> {
    await Promise.race([this.#exited, this.#stopped]);
    const isClosed = this.reason === null && (await within(DRAIN_MS, this.#closed, this.#stopped));
    if (!isClosed || this.reason !== null) await this.#killTree();
    else this.#group.signal('SIGKILL'); // children in the background that hold no pipe
    this.#closePipes();
    await this.#exited;
    clearTimeout(this.#hardLimit);
    this.#group.forget();
    this.settle();
    this.#group.endOlderBehind();
  }

  async #killTree(): Promise<void> {
    // Its pid is its own until its exit is reported.
    const isThere = this.#child.exitCode === null && this.#child.signalCode === null;
    const begun = isThere ? (startTime(this.#child.pid) ?? 0) : 0;
    if (this.reason === 'timeout' || this.reason === 'aborted') {
      this.#group.signal('SIGTERM');
      await within(GRACE_MS, this.#closed);
    }
    this.#group.signal('SIGKILL');
    const isClosed = await within(REAP_MS, this.#closed);
    if (isClosed && this.reason === null) return;
    await this.#group.endYounger(begun);
  }

  /** The kernel holds the process (D state) or denies the signal: settle, and let the host exit without it. */
  #giveUp(): void {
    this.#closePipes();
    this.#child.unref();
    this.settle();
  }

  #closePipes(): void {
    this.#child.stdin?.destroy();
    this.#child.stdout.destroy();
    this.#child.stderr.destroy();
  }
}

/** Waits for any of `events`, `ms` at most. True when one of them came first. */
async function within(ms: number, ...events: Promise<void>[]): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, ms, false);
  });
  const came = await Promise.race([expired, ...events.map((event) => event.then(() => true))]);
  clearTimeout(timer);
  return came;
}

/**
 * The first `maxBytes` bytes of a stream.
 *
 * Grows by doubling instead of keeping chunks: a process that writes byte by byte would cost
 * two hundred bytes of Buffer object for each byte kept.
 */
export class CappedOutput {
  readonly #maxBytes: number;
  #held: Buffer = Buffer.alloc(0);
  #length = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Keeps what still fits. False when some of `chunk` did not. */
  append(chunk: Buffer): boolean {
    const accepted = Math.min(chunk.length, this.#maxBytes - this.#length);
    if (this.#length === 0) {
      this.#held = chunk.subarray(0, accepted);
    } else {
      this.#reserve(this.#length + accepted);
      chunk.copy(this.#held, this.#length, 0, accepted);
    }
    this.#length += accepted;
    return accepted === chunk.length;
  }

  /** What was kept so far; a view, not a copy. */
  bytes(): Buffer {
    return this.#held.subarray(0, this.#length);
  }

  #reserve(bytes: number): void {
    if (bytes <= this.#held.length) return;
    const capacity = Math.min(this.#maxBytes, Math.max(bytes, this.#held.length * 2));
    const grown = Buffer.allocUnsafeSlow(capacity);
    this.#held.copy(grown, 0, 0, this.#length);
    this.#held = grown;
  }
}

/** What a handler module may use: of V8's heap, which Node itself holds it to, and of everything. */
export const MAX_HEAP_MEGABYTES = 256;
const MAX_DAEMON_BYTES = 512 * 1024 * 1024;
const BETWEEN_LOOKS_MS = 100;

/**
 * Looks again and again at how much memory the program has that `shell` started, and calls `onLimit` where that is too
 * much. Does not hold its host open. Returns how to end it.
 */
export function watchMemory(shell: number, onLimit: () => void, isIsolated = false): () => void {
  const looks = setInterval(() => {
    if ((daemonBytes(shell, isIsolated) ?? 0) > MAX_DAEMON_BYTES) onLimit();
  }, BETWEEN_LOOKS_MS).unref();
  return () => clearInterval(looks);
}

/** The reason for exceeding the memory limit. */
export const MEMORY_REASON: string = `used more than ${MAX_DAEMON_BYTES / 1024 / 1024} MiB of memory`;

/**
 * The memory of the program that `shell` started, in bytes; null if not available, as on macOS.
 *
 * Read from outside, because a process could report anything about itself.
 */
export function daemonBytes(shell: number, isIsolated = false): number | null {
  // Isolated, the shell is below bubblewrap and the first process of its namespace.
  const top = isIsolated ? firstChild(firstChild(shell) ?? shell) : shell;
  if (top === null) return null;
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(read(`/proc/${firstChild(top) ?? top}/status`))?.[1];
  return kilobytes === undefined ? null : Number(kilobytes) * 1024;
}

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return ''; // ended meanwhile, or another system
  }
}
