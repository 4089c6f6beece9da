import type { Buffer } from 'node:buffer';
import { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { monotonicMs } from './clock.ts';
import { MAX_STDERR_BYTES, MAX_STDOUT_BYTES, type ProcessResult } from './process.ts';
import { startTime, sweep } from './process-group.ts';
import { CappedOutput } from './supervise.ts';

const LOOK_EVERY_MS = 100;
/** From TERM to KILL, as for every other run. */
const GRACE_MS = 300;

/** A running program of a hook whose starter has left it to us, with the pipes it writes to. */
export interface Adoption {
  /** Leads its group. */
  readonly pid: number;
  readonly marker: string;
  /** When it was started, in ticks since boot, so that a later process of its number is told apart; null = unknown. */
  readonly begun: number | null;
  /** Descriptors to read from, and what its starter has read. */
  readonly stdout: { readonly fd: number; readonly head: Buffer };
  readonly stderr: { readonly fd: number; readonly head: Buffer };
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/**
 * Watches a program to its end, which is not our child: nobody tells us of its exit, so we look, and its exit status
 * is not known (`exitCode` is null). Limits, and that nothing is left of it, hold as for `runProcess`. Never rejects.
 */
export async function adoptProcess(adoption: Adoption): Promise<ProcessResult> {
  const startedAt = monotonicMs();
  let end: ProcessResult['end'] | null = null;
  const stop = (reason: ProcessResult['end']): void => {
    end ??= reason;
  };
  const stdout = read(adoption.stdout, MAX_STDOUT_BYTES, () => stop('stdout-limit'));
  const stderr = read(adoption.stderr, MAX_STDERR_BYTES, () => stop('stderr-limit'));
  const look = new AbortController();
  const onAbort = (): void => {
    stop('aborted');
    look.abort();
  };
  adoption.signal.addEventListener('abort', onAbort, { once: true });
  if (adoption.signal.aborted) onAbort();
  while (end === null && isRunning(adoption)) {
    const leftMs = adoption.timeoutMs - (monotonicMs() - startedAt);
    if (leftMs <= 0) stop('timeout');
    else await delay(Math.min(LOOK_EVERY_MS, leftMs), null, { signal: look.signal }).catch(() => {});
  }
  adoption.signal.removeEventListener('abort', onAbort);
  await endTree(adoption, end);
  // What it wrote last, where nobody holds the pipe any more.
  await Promise.race([Promise.all([stdout.closed, stderr.closed]), delay(LOOK_EVERY_MS)]);
  for (const { socket } of [stdout, stderr]) socket.destroy();
  return {
    end: end ?? 'exit',
    exitCode: null,
    signal: null,
    errorCode: null,
    stdout: stdout.output.bytes(),
    stderr: stderr.output.bytes(),
    durationMs: monotonicMs() - startedAt,
  };
}

function read(
  { fd, head }: Adoption['stdout'],
  maxBytes: number,
  onLimit: () => void,
): { readonly socket: Socket; readonly output: CappedOutput; readonly closed: Promise<void> } {
  const output = new CappedOutput(maxBytes);
  output.append(head);
  const socket = new Socket({ fd, readable: true, writable: false });
  socket.on('error', () => {}); // a read error ends the output
  socket.on('data', (chunk: Buffer) => {
    if (output.append(chunk)) return;
    onLimit();
    socket.destroy();
  });
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  return { socket, output, closed };
}

/** The one that was started, and no zombie: where nobody reaps, those stay. */
function isRunning({ pid, begun }: Pick<Adoption, 'pid' | 'begun'>): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  return begun === null || startTime(pid) === begun;
}

/** TERM and a grace where it was stopped for its time; then what is left of its group, and what left the group. */
async function endTree(adoption: Adoption, end: ProcessResult['end'] | null): Promise<void> {
  const { pid, marker, begun } = adoption;
  if (end === 'timeout' || end === 'aborted') {
    signalGroup(adoption, 'SIGTERM');
    const giveUpAt = monotonicMs() + GRACE_MS;
    while (isRunning(adoption) && monotonicMs() < giveUpAt) await delay(10);
  }
  signalGroup(adoption, 'SIGKILL');
  await sweep({ marker, leader: pid, begun: begun ?? 0 });
}

/** Only while its leader lives: later its number may be another group's, and the sweep by mark finds the rest. */
function signalGroup(adoption: Adoption, name: 'SIGTERM' | 'SIGKILL'): void {
  if (!isRunning(adoption)) return;
  try {
    process.kill(-adoption.pid, name);
  } catch {
    // ESRCH: gone in this moment. EPERM: none may be signalled.
  }
}
