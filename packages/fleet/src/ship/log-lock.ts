import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { tryLock } from '@hookmd/core/system';
import { fleetDir } from './cursor.ts';

const POLL_MS = 50;

/** Held while a batch is sent, by all sinks together: meanwhile the sweep of the event log drops no records. */
export class LogLock {
  readonly #path: string;
  #holders = 0;
  #unlock: (() => void) | null = null;

  constructor(stateDir: string) {
    this.#path = join(fleetDir(stateDir), 'lock');
  }

  async hold<T>(work: () => Promise<T>): Promise<T> {
    this.#holders += 1;
    try {
      while (this.#unlock === null) {
        this.#unlock = tryLock(this.#path);
        if (this.#unlock === null) await delay(POLL_MS);
      }
      return await work();
    } finally {
      this.#holders -= 1;
      if (this.#holders === 0) {
        this.#unlock?.();
        this.#unlock = null;
      }
    }
  }
}
