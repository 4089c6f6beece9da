import { readFileSync } from 'node:fs';
import { describeError, HookError, isHookError } from '@hookmd/core/errors';
import {
  JetStreamApiCodes,
  JetStreamApiError,
  type JetStreamManager,
  jetstream,
  jetstreamManager,
} from '@nats-io/jetstream';
import { Kvm } from '@nats-io/kv';
import { connect, credsAuthenticator, headers, type NatsConnection } from '@nats-io/transport-node';
import { parseRecord } from '../mappings/shipped-record.ts';
import type { Link } from '../ship/chain.ts';
import type { Batch } from '../ship/spool.ts';
import { type Sent, type Sink, SinkError, type Stored } from './sink.ts';

export const DEFAULT_STREAM = 'HOOKMD';
const SUBJECTS = 'hookmd.events';
const BUCKET = 'HOOKMD_MACHINES';
const RELEASES = 'hookmd.releases';
const REQUEST_MS = 5_000;
/** What a server takes in one message unless it is configured otherwise. */
const NORMAL_PAYLOAD = 1024 * 1024;
/**
 * Messages on the way at a time, of up to 600 KB: a server closes the connection of a reader for whom more than 64 MB wait. A limit
 * in bytes stops NATS 2.9 for good at a message that is larger than what is left of it.
 */
const READ_MESSAGES = 50;
const DEFAULT_KEEP_DAYS = 90;
const DAY_NS = 86_400_000_000_000;

const FOREIGN: Link = { sequence: Number.MAX_SAFE_INTEGER, hash: '' };

/** How a NATS server is reached. */
export interface NatsServer {
  readonly servers: readonly string[];
  /** A file as `nsc` writes it; null = none. */
  readonly credentials: string | null;
  readonly stream: string;
}

/** Connects; again and again where `lasts`. Throws NATS_UNREACHABLE, also for credentials that cannot be read. */
export async function connectNats(server: NatsServer, lasts = false): Promise<NatsConnection> {
  const { servers, credentials } = server;
  try {
    return await connect({
      servers: [...servers],
      name: 'hookmd',
      timeout: REQUEST_MS,
      reconnect: lasts,
      maxReconnectAttempts: -1,
      reconnectTimeWait: 1_000,
      ...(credentials === null ? {} : { authenticator: credsAuthenticator(readFileSync(credentials)) }),
    });
  } catch (cause) {
    const detail = describeError(cause);
    throw new HookError('NATS_UNREACHABLE', { server: servers.join(', '), detail }, { cause });
  }
}

/**
 * The sink for NATS JetStream. One message has one batch, as JSON lines, and names the message of this machine that must be
 * the last before it: so the server takes each batch once and in order, however often it is sent and whichever side is killed meanwhile.
 */
export class NatsSink implements Sink {
  readonly name = 'nats';
  readonly #server: NatsServer;
  connections = 0;
  #connecting: Promise<NatsConnection> | null = null;
  #connection: NatsConnection | null = null;
  #isOver = false;
  /** The stream sequence of the last message of this machine. */
  #last = 0;

  constructor(server: NatsServer) {
    this.#server = server;
  }

  /** In bytes of lines. A message is up to two and a half times as long, and some servers take smaller ones than usual. */
  get limit(): Sink['limit'] {
    const most = this.#connection?.info?.max_payload ?? NORMAL_PAYLOAD;
    return { records: 256, bytes: Math.min(NORMAL_PAYLOAD, most) / 4 };
  }

  async send(machine: string, { records }: Batch): Promise<Sent> {
    const connection = await this.#connect();
    const options = headers();
    options.set('Nats-Expected-Stream', this.#server.stream);
    options.set('Nats-Expected-Last-Subject-Sequence', String(this.#last));
    options.set('Nats-Msg-Id', `${machine}.${records.at(-1)?.hash}`);
    try {
      const payload = `${records.map((record) => JSON.stringify(record)).join('\n')}\n`;
      const settings = { headers: options, timeout: REQUEST_MS };
      const { seq } = await jetstream(connection).publish(subjectOf(machine), payload, settings);
      this.#last = seq;
      return { rejected: null };
    } catch (error) {
      throw this.#problem(error);
    }
  }

  async stored(machine: string): Promise<Stored> {
    const connection = await this.#connect();
    const { stream } = this.#server;
    try {
      const manager = await jetstreamManager(connection, { checkAPI: false, timeout: REQUEST_MS });
      // First, because a direct request for a stream that is not there has no response.
      const { state } = await manager.streams.info(stream);
      const message = await manager.direct.getMessage(stream, { last_by_subj: subjectOf(machine) });
      this.#last = message?.seq ?? 0;
      if (message !== null) return { last: lastOf(message.string()), isTrimmed: false };
      return { last: null, isTrimmed: state.first_seq > 1 };
    } catch (error) {
      throw this.#problem(error);
    }
  }

  async report(machine: string, state: object): Promise<void> {
    try {
      const bucket = await new Kvm(await this.#connect()).open(BUCKET);
      await bucket.put(machine, JSON.stringify(state));
    } catch (error) {
      throw this.#problem(error);
    }
  }

  async close(): Promise<void> {
    this.#isOver = true;
    await this.#connection?.close();
  }

  /** Concurrent calls share one connection. */
  #connect(): Promise<NatsConnection> {
    if (this.#connection?.isClosed() === true) this.#connecting = null;
    this.#connecting ??= this.#open().catch((error: unknown) => {
      this.#connecting = null;
      throw isHookError(error) ? new SinkError(error.message, error.remedy, { cause: error }) : error;
    });
    return this.#connecting;
  }

  async #open(): Promise<NatsConnection> {
    const connection = await connectNats(this.#server, true);
    this.#connection = connection;
    if (this.#isOver) await connection.close();
    this.connections += 1;
    void this.#countReconnects(connection);
    return connection;
  }

  async #countReconnects(connection: NatsConnection): Promise<void> {
    for await (const { type } of connection.status()) if (type === 'reconnect') this.connections += 1;
  }

  #problem(error: unknown): SinkError {
    if (error instanceof SinkError) return error;
    const { servers, stream } = this.#server;
    const where = `NATS server ${servers.join(', ')}`;
    const code = error instanceof JetStreamApiError ? error.code : null;
    if (code === JetStreamApiCodes.StreamNotFound)
      return new SinkError(
        `On the ${where} there is no stream ${stream}.`,
        `Run \`hooks fleet init --nats ${servers[0]} --stream ${stream}\` once.`,
        {
          cause: error,
        },
      );
    const isChanged = code === JetStreamApiCodes.StreamWrongLastSequence;
    return new SinkError(
      `The ${where} did not take the records: ${describeError(error)}.`,
      'They stay in the event log and are sent again.',
      { isChanged, cause: error },
    );
  }
}

function subjectOf(machine: string): string {
  return `${SUBJECTS}.${machine}`;
}

/** What is no record was written by another client with the same rights: no log has made it. */
function lastOf(payload: string): Link {
  const record = parseRecord(payload.trimEnd().split('\n').at(-1) ?? '');
  return record === null ? FOREIGN : { sequence: record.sequence, hash: record.hash };
}

/** Creates the stream and the bucket where they are missing, and changes how long the stream keeps events where that is given. Throws
 * NATS_UNREACHABLE and STREAM_NOT_MADE. */
export async function prepareNats(
  server: NatsServer,
  { keepDays, replicas }: { readonly keepDays: number | null; readonly replicas: number },
): Promise<{ readonly isNew: boolean; readonly keepDays: number }> {
  const connection = await connectNats(server);
  try {
    const manager = await jetstreamManager(connection, { timeout: REQUEST_MS });
    const existing = await manager.streams.info(server.stream).catch(() => null);
    const max_age = (keepDays ?? DEFAULT_KEEP_DAYS) * DAY_NS;
    if (existing === null)
      await manager.streams.add({
        name: server.stream,
        subjects: [`${SUBJECTS}.*`],
        allow_direct: true,
        deny_delete: true,
        max_age,
        num_replicas: replicas,
      });
    else if (keepDays !== null) await manager.streams.update(server.stream, { max_age });
    await new Kvm(connection).create(BUCKET, { history: 1, replicas });
    const { config } = await manager.streams.info(server.stream);
    return { isNew: existing === null, keepDays: Math.round(config.max_age / DAY_NS) };
  } catch (cause) {
    const detail = describeError(cause);
    throw new HookError('STREAM_NOT_MADE', { stream: server.stream, detail }, { cause });
  } finally {
    await connection.close();
  }
}

/** Wakes the machines that wait for releases. Throws NATS_UNREACHABLE. */
export async function announceRelease(server: NatsServer): Promise<void> {
  const connection = await connectNats(server);
  connection.publish(RELEASES);
  await connection.drain();
}

/** One value for each release that is announced, until the connection is closed. */
export async function* waitForReleases(connection: NatsConnection): AsyncGenerator<void> {
  for await (const _ of connection.subscribe(RELEASES)) yield;
}

/** What one machine reported last. */
export interface MachineReport {
  /** The id of the machine, which the server has, whatever is in its state. */
  readonly machine: string;
  readonly state: unknown;
  /** By the clock of the server. */
  readonly received: Date;
}

/** The last report of every machine, by its id. */
export async function readMachines(connection: NatsConnection): Promise<readonly MachineReport[]> {
  const bucket = await new Kvm(connection).open(BUCKET);
  const keys: string[] = [];
  for await (const key of await bucket.keys()) keys.push(key);
  const entries = await Promise.all(keys.sort().map((key) => bucket.get(key)));
  return entries.flatMap((entry) =>
    entry === null ? [] : { machine: entry.key, state: parse(entry.string()), received: entry.created },
  );
}

/** Removes the last report of a machine, until its next one. Its events stay in the stream. */
export async function forgetMachine(connection: NatsConnection, machine: string): Promise<void> {
  const bucket = await new Kvm(connection).open(BUCKET);
  await bucket.purge(machine);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * Every line of a stream, in its order; null where it has been read to its end. Then it waits for new ones, where it
 * `follows`, until the connection is closed. Rejects with NO_STREAM or NATS_UNREACHABLE.
 */
export async function* readStream(
  connection: NatsConnection,
  stream: string,
  {
    machine = '*',
    follows = false,
  }: { readonly machine?: string | undefined; readonly follows?: boolean } = {},
): AsyncGenerator<string | null> {
  const manager = await jetstreamManager(connection, { checkAPI: false, timeout: REQUEST_MS });
  const subject = `${SUBJECTS}.${machine}`;
  const { state } = await manager.streams.info(stream).catch((cause: unknown) => {
    const server = connection.getServer();
    throw new HookError('NO_STREAM', { server, stream, detail: describeError(cause) }, { cause });
  });
  const end = machine === '*' ? state.last_seq : await lastSequence(manager, stream, subject);
  let isRead = end === 0 || state.messages === 0;
  if (isRead) yield null;
  if (isRead && !follows) return;
  const consumer = await jetstream(connection).consumers.get(stream, { filter_subjects: subject });
  for await (const message of await consumer.consume({ max_messages: READ_MESSAGES })) {
    yield* message.string().trimEnd().split('\n');
    if (isRead) continue;
    // The last sequence of a stream can be that of a message which is not there any more.
    isRead = message.seq >= end || message.info.pending === 0;
    if (isRead) yield null;
    if (isRead && !follows) return;
  }
  if (follows) return;
  const detail = `it went away while its stream ${stream} was read`;
  throw new HookError('NATS_UNREACHABLE', { server: connection.getServer(), detail });
}

async function lastSequence(manager: JetStreamManager, stream: string, subject: string): Promise<number> {
  return (await manager.direct.getMessage(stream, { last_by_subj: subject }))?.seq ?? 0;
}
