import { setTimeout as delay } from 'node:timers/promises';
import { isHookError } from '@hookmd/core/errors';
import { monotonicMs } from '@hookmd/core/system';
import { type Sink, SinkError } from '../sinks/sink.ts';
import { type Link, START } from './chain.ts';
import type { LogLock } from './log-lock.ts';
import type { Spool } from './spool.ts';

/** New lines are sent together. */
const PAUSE_MS = 1_000;
const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 60_000;
/** A receiver that forgot something without closing the connection is noticed after this time. */
const RECHECK_MS = 5 * 60_000;
/** A batch is halved until it has one record: so many attempts follow each other without a pause. */
const MAX_CHANGES = 10;
/** A replica may be behind for a moment. */
const REPLICA_MS = 1_000;

/** What happens to the records of one sink. */
export interface ShipperEvents {
  sent(records: number): void;
  /** It is tried again, after a while. */
  problem(error: SinkError): void;
}

/** Sends what the spool has, batch after batch; the cursor moves after the acknowledgment. */
export class Shipper {
  readonly #sink: Sink;
  readonly #spool: Spool;
  readonly #lock: LogLock;
  readonly #events: ShipperEvents;
  #checkedAt: number | null = null;
  #connections = -1;
  #problem: SinkError | null = null;

  constructor(sink: Sink, spool: Spool, lock: LogLock, events: ShipperEvents) {
    this.#sink = sink;
    this.#spool = spool;
    this.#lock = lock;
    this.#events = events;
  }

  /** Why the last attempt failed; null = it did not. */
  get problem(): SinkError | null {
    return this.#problem;
  }

  /** Sends everything that is there now, until the signal. Rejects with SinkError at the first problem. */
  async once(signal: AbortSignal): Promise<void> {
    let changes = 0;
    while (!signal.aborted) {
      try {
        await this.#checkReceiver();
        const sent = await this.#lock.hold(() => this.#sendBatch());
        if (sent === 0) return;
        changes = 0;
        this.#events.sent(sent);
      } catch (cause) {
        this.#checkedAt = null;
        const error = asSinkError(cause);
        changes += 1;
        if (!error.isChanged || changes > MAX_CHANGES) throw error;
      }
    }
  }

  async #sendBatch(): Promise<number> {
    const batch = this.#spool.next(this.#sink.limit);
    if (batch === null) return 0;
    const { rejected } = await this.#sink.send(this.#spool.cursor.machine, batch);
    this.#spool.commit(batch);
    if (rejected !== null) this.#spool.reject(batch, rejected.records, rejected.detail);
    return batch.records.length;
  }

  /** Continues until the signal; what fails is tried again, after a longer pause each time. */
  async run(signal: AbortSignal): Promise<void> {
    let retryMs = FIRST_RETRY_MS;
    while (!signal.aborted) {
      let pauseMs = PAUSE_MS;
      const before = this.#spool.cursor.last;
      try {
        await this.once(signal);
        this.#problem = null;
        retryMs = FIRST_RETRY_MS;
      } catch (error) {
        if (!(error instanceof SinkError)) throw error;
        if (signal.aborted) return;
        this.#problem = error;
        this.#events.problem(error);
        if (this.#spool.cursor.last !== before) retryMs = FIRST_RETRY_MS;
        pauseMs = Math.max(error.retryAfterMs, retryMs * (0.5 + Math.random() / 2));
        retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS);
      }
      await delay(pauseMs, undefined, { signal }).catch(() => {});
    }
  }

  /** Compares with the receiver, because its acknowledgment may have been lost, or what it acknowledged. */
  async #checkReceiver(): Promise<void> {
    const isSame = this.#connections === this.#sink.connections;
    if (isSame && this.#checkedAt !== null && monotonicMs() - this.#checkedAt < RECHECK_MS) return;
    const { machine, last } = this.#spool.cursor;
    let stored = await this.#sink.stored(machine);
    if (stored !== null && (stored.last?.sequence ?? 0) < last.sequence) {
      await delay(REPLICA_MS);
      stored = await this.#sink.stored(machine);
    }
    if (stored !== null && !(stored.last === null && stored.isTrimmed) && !this.#follow(stored.last ?? START))
      return this.#checkReceiver();
    this.#checkedAt = monotonicMs();
    this.#connections = this.#sink.connections;
  }

  /** Continues behind the last record that the receiver has. False = it has one of another log, so the machine has a new id. */
  #follow(stored: Link): boolean {
    const { last } = this.#spool.cursor;
    if (stored.sequence === last.sequence && stored.hash === last.hash) return true;
    if (!this.#spool.moveTo(stored)) {
      this.#spool.takeNewMachine();
      return false;
    }
    const lost = last.sequence - stored.sequence;
    if (lost > 0)
      this.#spool.note(
        'receiver-lost',
        `the receiver no longer had ${lost} records that it had acknowledged`,
      );
    return true;
  }
}

/** A full disk is as temporary as a receiver that is away. */
function asSinkError(error: unknown): SinkError {
  if (error instanceof SinkError) return error;
  if (!isHookError(error)) throw error;
  return new SinkError(error.message, error.remedy, { cause: error });
}
