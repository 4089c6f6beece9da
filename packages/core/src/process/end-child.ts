import type { ChildProcess } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import type { ProcessGroup } from './process-group.ts';
import { startTime } from './process-stat.ts';

/** How long output may still arrive after the exit, held open by a process in the background. */
const DRAIN_MS = 100;
/** From TERM to KILL. */
const GRACE_MS = 300;
/** From the reason to stop to the answer, whatever the kernel says. */
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
export class Ladder {
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

  /** Follows the child to its end, through the ladder where there is a reason, and settles. */
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
    // Its number is its own until we hear of its end.
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

  /** The kernel holds the process (D state) or we may not kill it: answer, and let the host exit without it. */
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
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, ms, false);
  });
  const came = await Promise.race([late, ...events.map((event) => event.then(() => true))]);
  clearTimeout(timer);
  return came;
}
