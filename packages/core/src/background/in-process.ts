import { setTimeout as delay } from 'node:timers/promises';
import { killGroupsOf } from '../process/process.ts';
import type { BackgroundJob } from './job.ts';
import { runBackground } from './run-job.ts';

/** How long a host that ends waits for what is left of its dispatches. */
const LAST_WAIT_MS = 2000;
/** TERM, grace, KILL of what did not end in time. */
const KILL_MS = 500;

/** Looks after late runs in the process that dispatches: that of an embedding agent. */
export class InProcessBackground {
  readonly #running = new Set<Promise<void>>();
  readonly #stop = new AbortController();
  readonly #owner: object;

  /** `owner` is the runtime that starts them. */
  constructor(owner: object) {
    this.#owner = owner;
  }

  /** Takes a job over and returns at once. */
  start(job: BackgroundJob): void {
    const run = runBackground(job, this.#stop.signal).finally(() => this.#running.delete(run));
    this.#running.add(run);
  }

  isRunning(): boolean {
    return this.#running.size > 0;
  }

  /** Waits a moment for those that still run, then ends them. */
  async close(): Promise<void> {
    if (this.#running.size === 0) return;
    const all = Promise.all(this.#running);
    const wait = new AbortController();
    const timeout = delay(LAST_WAIT_MS, null, { signal: wait.signal }).catch(() => null);
    await Promise.race([all, timeout]);
    wait.abort();
    if (this.#running.size === 0) return;
    this.#stop.abort();
    await all;
    await delay(KILL_MS);
    killGroupsOf(this.#owner);
  }
}
