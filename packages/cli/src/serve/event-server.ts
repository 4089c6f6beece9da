import type { Buffer } from 'node:buffer';
import { createServer, type Server, type Socket } from 'node:net';
import { monotonicMs } from '@hookmd/core/system';
import { NotHere } from '../run/dispatch-native.ts';
import { Connection, HeldBytes } from './connection.ts';
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
import { Turns } from './turns.ts';

const MAX_CONNECTIONS = 256;
const MAX_RUNNING = 32;
const MAX_WAITING = 128;
const MAX_HELD_BYTES = 64 * 1024 * 1024;

/** What ends a runtime from outside. */
export type EndReason = 'asked' | 'newer launcher' | 'updated';

export interface ServerOptions {
  readonly judge: DaemonDispatcher;
  /** Whether the program that runs is still the one that is installed. Asked at every event. */
  readonly isCurrent: () => boolean;
  readonly status: () => Readonly<Record<string, unknown>>;
  /** Called once: no more events are taken. */
  readonly ends: (reason: EndReason) => void;
}

/**
 * Answers launchers on a socket. A client that is slow, silent, gone, too many or no launcher at all costs itself, and
 * no other one; what cannot be taken is refused, and then judged by a one shot.
 */
export class EventServer {
  /** How many events were judged. */
  judged = 0;
  refused = 0;
  /** By the monotonic clock. */
  lastEventMs: number = monotonicMs();
  readonly #options: ServerOptions;
  readonly #server: Server;
  readonly #turns = new Turns(MAX_RUNNING, MAX_WAITING);
  readonly #held = new HeldBytes(MAX_HELD_BYTES);
  readonly #open = new Set<AbortController>();
  readonly #sockets = new Set<Socket>();
  #isEnding = false;

  constructor(options: ServerOptions) {
    this.#options = options;
    this.#server = createServer((socket) => this.#connect(socket));
    this.#server.maxConnections = MAX_CONNECTIONS;
  }

  get running(): number {
    return this.#turns.running;
  }

  get waiting(): number {
    return this.#turns.waiting;
  }

  /** Whether something is being judged. */
  get isOpen(): boolean {
    return this.#open.size > 0;
  }

  listen(path: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject).listen(path, resolve);
    });
  }

  /** Takes no more connections; those that are open are answered. Settles when the last event was. */
  async drain(): Promise<void> {
    this.#isEnding = true;
    this.#server.close();
    while (this.#open.size > 0) await new Promise((resolve) => setTimeout(resolve, 20));
  }

  /** Calls everything off that is being judged, and ends all connections. */
  abort(): void {
    for (const controller of this.#open) controller.abort();
    for (const socket of this.#sockets) socket.destroy();
  }

  #connect(socket: Socket): void {
    const controller = new AbortController();
    this.#sockets.add(socket);
    const connection: Connection = new Connection(socket, this.#held, {
      asked: (head, body) => void this.#answer(connection, controller, head, body),
      gone: () => {
        this.#sockets.delete(socket);
        // An error is made for every abort, and nearly all connections end when everything is done.
        if (this.#open.has(controller)) controller.abort();
      },
    });
  }

  async #answer(
    connection: Connection,
    controller: AbortController,
    head: RequestHead,
    body: Buffer,
  ): Promise<void> {
    if (head.protocol !== PROTOCOL) {
      // A launcher that is newer than we are belongs to a newer HookMD.
      if (head.protocol > PROTOCOL) this.#end('newer launcher');
      await this.#refuse(connection, 'another protocol');
    } else if (head.kind === 'event') {
      await this.#take(connection, controller, body);
    } else if (head.kind === null) {
      await this.#refuse(connection, 'unknown request');
    } else {
      if (head.kind === 'stop') this.#end('asked');
      await connection.finish(encodeDocument(this.#options.status()));
    }
  }

  async #take(connection: Connection, controller: AbortController, body: Buffer): Promise<void> {
    const { judge, isCurrent } = this.#options;
    const request = readEvent(body);
    if (request === null) return this.#refuse(connection, 'no event');
    if (!isCurrent()) this.#end('updated');
    const reason =
      (this.#isEnding ? 'ending' : null) ?? (this.#turns.isFull ? 'busy' : null) ?? judge.refuses(request);
    if (reason !== null) return this.#refuse(connection, reason);
    this.#open.add(controller);
    try {
      const takenMs = monotonicMs();
      const accepted = encodeAccepted(judge.timeoutMs(request) ?? NO_LIMIT_MS);
      // Who does not hear it any more has turned to a one shot: nothing may be done here.
      if (await connection.send(accepted)) {
        await this.#turns.run(() => this.#judge(connection, controller.signal, request, takenMs));
      }
    } finally {
      this.#open.delete(controller);
      this.lastEventMs = monotonicMs();
    }
  }

  async #judge(
    connection: Connection,
    signal: AbortSignal,
    request: EventRequest,
    takenMs: number,
  ): Promise<void> {
    if (signal.aborted) return;
    try {
      const { reply, delivered } = await this.#options.judge.judge(request, signal, monotonicMs() - takenMs);
      this.judged += 1;
      if (reply !== null && (await connection.finish(encodeReply(reply)))) delivered();
    } catch (error) {
      // A bug of ours breaks one connection, and its event is judged by a one shot.
      await this.#refuse(connection, error instanceof NotHere ? 'not here' : 'failed');
    }
  }

  async #refuse(connection: Connection, reason: string): Promise<void> {
    this.refused += 1;
    await connection.finish(encodeRejected(reason));
  }

  #end(reason: EndReason): void {
    if (this.#isEnding) return;
    this.#isEnding = true;
    this.#options.ends(reason);
  }
}
