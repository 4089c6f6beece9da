import { Buffer } from 'node:buffer';
import { setMaxListeners } from 'node:events';
import { monotonicMs } from '../clock.ts';
import type { Frame } from '../frames.ts';
import type { DetachedProcess, ProcessRequest, ProcessResult } from '../process.ts';
import { ProcessGroup } from '../process-group.ts';
import type { AskedRun, RemoteEnd } from './link.ts';
import { type FromSpawner, splitOutputs, type ToSpawner } from './messages.ts';

/** From the limit to the answer, as of every run. */
const HARD_MS = 500;
/** A spawner that has not begun a run by then is stopped, or as good as that. */
const START_MS = 2000;
/** Longer ones overflow Node's timers and would fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
/** Of a run whose leader is not known yet: nothing is signalled by it. */
const UNKNOWN = 0;

/**
 * One run that a spawner looks after, as its host sees it. The host keeps what it needs to end the run without the
 * spawner (its mark, its group), and a clock of its own.
 */
export class RemoteRun implements AskedRun {
  readonly id: number;
  readonly result: Promise<RemoteEnd>;
  readonly marker: string;
  isStarted = false;

  readonly #request: ProcessRequest;
  readonly #tell: (message: ToSpawner) => void;
  readonly #silence: NodeJS.Timeout;
  readonly #startedAt = monotonicMs();
  #settle: (end: RemoteEnd) => void = () => {};
  #group: ProcessGroup;
  #disarm: () => void = () => {};
  #isLost = false;
  #overdue: NodeJS.Timeout | undefined;

  /** `onSilence` is called where the spawner does not begin. */
  constructor(
    id: number,
    marker: string,
    request: ProcessRequest,
    tell: (message: ToSpawner) => void,
    onSilence: () => void,
  ) {
    this.id = id;
    this.marker = marker;
    this.#request = request;
    this.#tell = tell;
    this.#silence = setTimeout(() => setImmediate(() => this.isStarted || onSilence()), START_MS);
    this.result = new Promise((resolve) => {
      this.#settle = resolve;
    });
    this.#group = this.#groupOf(UNKNOWN);
    this.#arm(request.timeoutMs, request.signal);
  }

  /** True = it is over. */
  hear(message: Exclude<FromSpawner, { is: 'ready' }>, frame: Frame): boolean {
    this.isStarted = true;
    clearTimeout(this.#silence);
    if (message.is === 'started') {
      this.#group.forget();
      this.#group = this.#groupOf(message.leader);
      return false;
    }
    this.#disarm();
    clearTimeout(this.#overdue);
    const outputs = splitOutputs(frame, message.stdoutBytes);
    if (message.is === 'left') {
      this.#settle(this.#detached(outputs));
      return false;
    }
    this.#group.forget();
    this.#settle({ ...message.result, ...outputs, durationMs: monotonicMs() - this.#startedAt });
    return true;
  }

  /** Its spawner is gone: nobody but us ends what it had started. */
  async lose(): Promise<void> {
    this.#isLost = true;
    this.#disarm();
    clearTimeout(this.#overdue);
    clearTimeout(this.#silence);
    this.#group.signal('SIGKILL');
    const swept = this.#group.endEscaped();
    this.#settle('lost');
    await swept;
    this.#group.forget();
  }

  #detached(printed: ReturnType<DetachedProcess['printed']>): DetachedProcess {
    return {
      end: 'detached',
      pid: this.#group.leader,
      marker: this.marker,
      pipes: null,
      printed: () => printed,
      finish: async ({ timeoutMs, signal }) => {
        if (this.#isLost) return this.killed();
        const result = new Promise<RemoteEnd>((resolve) => {
          this.#settle = resolve;
        });
        this.#tell({ watch: this.id, timeoutMs });
        this.#arm(timeoutMs, signal);
        return result.then((end) => (end === 'lost' || end.end === 'detached' ? this.killed() : end));
      },
    };
  }

  killed(): ProcessResult {
    return this.#over('signal', 'SIGKILL');
  }

  /** Settles at once when it is called off, and 500 ms after its limit whatever the spawner does. */
  #arm(timeoutMs: number, signal: AbortSignal | undefined): void {
    const onAbort = (): void => {
      this.#disarm();
      this.#tell({ stop: this.id });
      this.#settle(this.#over('aborted'));
      // A handler can stop its spawner, which then hears nothing.
      this.#overdue = setTimeout(() => this.#kill(), HARD_MS).unref();
    };
    const onLate = (): void => {
      this.#disarm();
      this.#kill();
      this.#settle(this.#over('timeout'));
    };
    let isOver = false;
    const judge = (): void => {
      if (!isOver) onLate();
    };
    // What came meanwhile to a host that was busy is read before it is judged.
    const timer = setTimeout(() => setImmediate(judge), Math.min(timeoutMs + HARD_MS, LONGEST_TIMER_MS));
    this.#disarm = () => {
      isOver = true;
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    };
    if (signal === undefined) return;
    setMaxListeners(0, signal); // one signal may stop many runs; eleven are no leak
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  }

  #kill(): void {
    this.#group.signal('SIGKILL');
    void this.#group.endEscaped();
  }

  #groupOf(leader: number): ProcessGroup {
    return new ProcessGroup(leader, this.marker, this.#request.owner, this.#request.isolation !== undefined);
  }

  #over(end: ProcessResult['end'], signal: NodeJS.Signals | null = null): ProcessResult {
    const nothing = Buffer.alloc(0);
    const durationMs = monotonicMs() - this.#startedAt;
    return { end, signal, exitCode: null, errorCode: null, stdout: nothing, stderr: nothing, durationMs };
  }
}
