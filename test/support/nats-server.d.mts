import type { JetStreamClient, JetStreamManager } from '@nats-io/jetstream';

export interface NatsProcess {
  readonly url: string;
  readonly pid: number;
  readonly storeDir: string;
  start(): Promise<void>;
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/** A record as it is in the stream. */
export interface StreamRecord {
  readonly schema: string;
  readonly machine: string;
  readonly sequence: number;
  readonly previous: string;
  readonly hash: string;
  readonly entry: Readonly<Record<string, unknown>>;
}

export function startNats(
  dir: string,
  options?: { readonly extra?: string; readonly storeDir?: string },
): Promise<NatsProcess>;
export function prepareStream(url: string): Promise<void>;
export function withNats<T>(
  url: string,
  use: (manager: JetStreamManager, client: JetStreamClient) => Promise<T>,
): Promise<T>;
export function readRecords(url: string, stream?: string): Promise<readonly StreamRecord[]>;
export function readLines(
  manager: JetStreamManager,
  client: JetStreamClient,
  stream?: string,
): AsyncGenerator<string>;
export function until(
  what: string,
  isTrue: () => boolean | Promise<boolean>,
  limitMs?: number,
): Promise<void>;
