import type { Link } from '../ship/chain.ts';
import type { Batch } from '../ship/spool.ts';

/** What a receiver has of a machine. */
export interface Stored {
  /** The last record that it has; null = none. */
  readonly last: Link | null;
  /** It removes old records by its own rules, so that it may have had more. */
  readonly isTrimmed: boolean;
}

/** Of a batch that the receiver has. */
export interface Sent {
  /** Records that it rejected for good, with its reason. */
  readonly rejected: { readonly records: number; readonly detail: string } | null;
}

/** Where records go. */
export interface Sink {
  /** Names its cursor. */
  readonly name: 'nats' | 'otlp';
  readonly limit: { readonly records: number; readonly bytes: number };
  /** How often it was connected. After each time the shipper compares. */
  readonly connections: number;
  /** Resolves when the receiver has acknowledged the batch, not before. Rejects with SinkError. */
  send(machine: string, batch: Batch): Promise<Sent>;
  /** What the receiver has; null = it has no query for that. Rejects with SinkError. */
  stored(machine: string): Promise<Stored | null>;
  /** Shows the state of this machine to `hooks fleet status`. Rejects with SinkError. */
  report(machine: string, state: object): Promise<void>;
  close(): Promise<void>;
}

/** Why a receiver did not take a batch. */
export class SinkError extends Error {
  readonly remedy: string;
  /** Not earlier than this, as the receiver demands. */
  readonly retryAfterMs: number;
  /** The next attempt is another one, so it need not wait: a smaller batch, or one behind what the receiver has meanwhile. */
  readonly isChanged: boolean;

  constructor(
    message: string,
    remedy: string,
    {
      retryAfterMs = 0,
      isChanged = false,
      cause,
    }: { retryAfterMs?: number; isChanged?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.name = 'SinkError';
    this.remedy = remedy;
    this.retryAfterMs = retryAfterMs;
    this.isChanged = isChanged;
  }
}
