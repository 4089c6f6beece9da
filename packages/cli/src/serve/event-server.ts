import type { Buffer } from 'node:buffer';
import { createServer, type Server, type Socket } from 'node:net';
import { monotonicMs } from '@hookmd/core/system';
import { NotHere } from '../run/dispatch-native.ts';
import { type ByteBudget, type Connection, openConnection } from './connection.ts';
import type { DaemonDispatcher } from './daemon.ts';
import {
  type EventRequest,
  encodeAccepted,
  encodeDocument,
  encodeRejected,
  encodeReply,
  NO_LIMIT_MS,
  PROTOCOL,
  type RequestHead,
  readEvent,
} from './frames.ts';

const MAX_CONNECTIONS = 256;
const MAX_RUNNING = 32;
const MAX_WAITING = 128;
const MAX_HELD_BYTES = 64 * 1024 * 1024;

/** What ends a daemon from outside. */
export type EndReason = 'stopped' | 'newer launcher' | 'updated';

interface ServerOptions {
  readonly dispatcher: DaemonDispatcher;
  /** Whether the running program is still the installed one. Called for every event. */
  readonly isCurrent: () => boolean;
  readonly status: () => Readonly<Record<string, unknown>>;
  /** Called once: the server accepts no more events. */
  readonly ends: (reason: EndReason) => void;
}

/**
 * Serves launchers on a socket. A client that is slow, silent, gone, too many or no launcher affects no other one. A process of its own
 * handles an event that the daemon rejects.
 */
export class EventServer {
  dispatched = 0;
  rejected = 0;
  /** By the monotonic clock. */
  lastEventMs: number = monotonicMs();
  readonly #options: ServerOptions;
  readonly #server: Server;
  readonly turns: Turns = new Turns();
  readonly #budget: ByteBudget = { freeBytes: MAX_HELD_BYTES };
  readonly #open = new Set<AbortController>();
  readonly #sockets = new Set<Socket>();
  #isEnding = false;

  constructor(options: ServerOptions) {
    this.#options = options;
    this.#server = createServer((socket) => this.#connect(socket));
    this.#server.maxConnections = MAX_CONNECTIONS;
  }

  /** Whether an event is running or waiting. */
  get isOpen(): boolean {
    return this.#open.size > 0;
  }

  listen(path: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject).listen(path, resolve);
    });
  }

  /** Accepts no more connections. Settles when the last event is done. */
  async drain(): Promise<void> {
    this.#isEnding = true;
    this.#server.close();
    while (this.#open.size > 0) await new Promise((resolve) => setTimeout(resolve, 20));
  }

  /** Aborts every event, and ends all connections. */
  abort(): void {
    for (const controller of this.#open) controller.abort();
    for (const socket of this.#sockets) socket.destroy();
  }

  #connect(socket: Socket): void {
    const controller = new AbortController();
    this.#sockets.add(socket);
    const connection: Connection = openConnection(socket, this.#budget, {
      received: (head, body) => void this.#respond(connection, controller, head, body),
      gone: () => {
        this.#sockets.delete(socket);
        // An abort creates an error, and nearly all connections end when their event is done.
        if (this.#open.has(controller)) controller.abort();
      },
    });
  }

  async #respond(
    connection: Connection,
    controller: AbortController,
    head: RequestHead,
    body: Buffer,
  ): Promise<void> {
    if (head.protocol !== PROTOCOL) {
      // A newer launcher belongs to a newer HookMD.
      if (head.protocol > PROTOCOL) this.#end('newer launcher');
      await this.#reject(connection, 'another protocol');
    } else if (head.kind === 'event') {
      await this.#accept(connection, controller, body);
    } else if (head.kind === null) {
      await this.#reject(connection, 'unknown request');
    } else {
      if (head.kind === 'stop') this.#end('stopped');
      await connection.finish(encodeDocument(this.#options.status()));
    }
  }

  async #accept(connection: Connection, controller: AbortController, body: Buffer): Promise<void> {
    const { dispatcher, isCurrent } = this.#options;
    const request = readEvent(body);
    if (request === null) return this.#reject(connection, 'no event');
    if (!isCurrent()) this.#end('updated');
    const reason =
      (this.#isEnding ? 'ending' : null) ??
      (this.turns.isFull ? 'busy' : null) ??
      dispatcher.whyRejected(request);
    if (reason !== null) return this.#reject(connection, reason);
    this.#open.add(controller);
    try {
      const acceptedMs = monotonicMs();
      const accepted = encodeAccepted(dispatcher.timeoutMs(request) ?? NO_LIMIT_MS);
      // A client that is gone has started a process for the event: it must not run twice.
      if (await connection.send(accepted)) {
        await this.turns.run(() => this.#dispatch(connection, controller.signal, request, acceptedMs));
      }
    } finally {
      this.#open.delete(controller);
      this.lastEventMs = monotonicMs();
    }
  }

  async #dispatch(
    connection: Connection,
    signal: AbortSignal,
    request: EventRequest,
    acceptedMs: number,
  ): Promise<void> {
    if (signal.aborted) return;
    try {
      const waitedMs = monotonicMs() - acceptedMs;
      const { reply, delivered } = await this.#options.dispatcher.dispatch(request, signal, waitedMs);
      this.dispatched += 1;
      if (reply !== null && (await connection.finish(encodeReply(reply)))) delivered();
    } catch (error) {
      // A bug breaks one connection, and a process of its own handles the event.
      await this.#reject(connection, error instanceof NotHere ? 'not here' : 'failed');
    }
  }

  async #reject(connection: Connection, reason: string): Promise<void> {
    this.rejected += 1;
    await connection.finish(encodeRejected(reason));
  }

  #end(reason: EndReason): void {
    if (this.#isEnding) return;
    this.#isEnding = true;
    this.#options.ends(reason);
  }
}

/** Runs a limited number of jobs at a time, first come first served, with a limited queue. */
class Turns {
  running = 0;
  readonly waiting: (() => void)[] = [];

  get isFull(): boolean {
    return this.running >= MAX_RUNNING && this.waiting.length >= MAX_WAITING;
  }

  /** Call only if it is not full. Rejects as `work` does. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.running < MAX_RUNNING) this.running += 1;
    // A job that ends passes its turn on, so the count stays.
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next === undefined) this.running -= 1;
      else next();
    }
  }
}
