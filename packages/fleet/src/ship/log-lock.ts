import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readPlainFile, tryLock, writeFileAtomic } from '@hookmd/core/system';
import { fleetDir } from './cursor.ts';

const POLL_MS = 50;
const MAX_ID_BYTES = 100;
const LOG_LOCK = 'lock';
/** Held while a shipper runs. */
export const SHIPPER_LOCK = 'shipper.lock';

/** Held while a batch is sent, by all sinks together: meanwhile the sweep of the event log drops no records. */
export class LogLock {
  readonly #path: string;
  #holders = 0;
  #unlock: (() => void) | null = null;

  constructor(stateDir: string) {
    this.#path = join(fleetDir(stateDir), LOG_LOCK);
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

/**
 * A copy of a state directory has copies of its locks, whose holder works elsewhere and may never end. Locks of a directory that is
 * not where it was are removed.
 */
export function forgetCopiedLocks(stateDir: string): void {
  const directory = fleetDir(stateDir);
  const path = join(directory, 'directory-id');
  const { dev, ino } = statSync(directory);
  const id = `${dev}:${ino}\n`;
  const former = readId(path);
  if (former === id) return;
  if (former !== null)
    for (const lock of [LOG_LOCK, SHIPPER_LOCK])
      rmSync(join(directory, lock), { recursive: true, force: true });
  writeFileAtomic(path, id);
}

function readId(path: string): string | null {
  try {
    return readPlainFile(path, MAX_ID_BYTES).toString('utf8');
  } catch {
    return null;
  }
}
