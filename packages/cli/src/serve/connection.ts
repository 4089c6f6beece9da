import { Buffer } from 'node:buffer';
import type { Socket } from 'node:net';
import { HEAD_BYTES, MAX_BODY_BYTES, type RequestHead, readHead } from './frames.ts';

/** A launcher has its whole request when it connects: more time than this means that it is no launcher. */
const REQUEST_MS = 2000;
/** Time for the client to read the last response. */
const FAREWELL_MS = 2000;

/** How many bytes all connections together may still receive. */
export interface ByteBudget {
  freeBytes: number;
}

export interface Listener {
  /** The whole request. Called at most once. */
  readonly received: (head: RequestHead, body: Buffer) => void;
  /** The client is gone. Called once. */
  readonly gone: () => void;
}

/** One connection: reads one request within the limits of size and time, and sends responses. Destroys any other connection. */
export class Connection {
  readonly #socket: Socket;
  readonly #budget: ByteBudget;
  readonly #listener: Listener;
  readonly #timer: NodeJS.Timeout;
  #chunks: Buffer[] = [];
  #size = 0;
  #head: RequestHead | null = null;
  #isReceived = false;

  constructor(socket: Socket, budget: ByteBudget, listener: Listener) {
    this.#socket = socket;
    this.#budget = budget;
    this.#listener = listener;
    this.#timer = setTimeout(() => socket.destroy(), REQUEST_MS);
    socket.on('error', () => {}); // `close` follows
    socket.on('data', (chunk) => this.#read(chunk));
    socket.once('close', () => {
      clearTimeout(this.#timer);
      budget.freeBytes += this.#size;
      listener.gone();
    });
  }

  /** False = the client is gone. */
  send(bytes: Buffer): Promise<boolean> {
    return new Promise((resolve) => this.#socket.write(bytes, (error) => resolve(!error)));
  }

  /** Sends the last response. False = the client is gone. */
  finish(bytes: Buffer): Promise<boolean> {
    this.#socket.setTimeout(FAREWELL_MS, () => this.#socket.destroy());
    const sent = this.send(bytes);
    this.#socket.end();
    return sent;
  }

  #read(chunk: Buffer): void {
    if (this.#isReceived || chunk.length > this.#budget.freeBytes) {
      this.#socket.destroy(); // one request on each connection
      return;
    }
    this.#budget.freeBytes -= chunk.length;
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    if (this.#head === null && this.#size >= HEAD_BYTES) this.#head = readHead(this.#join());
    const head = this.#head;
    if (head === null && this.#size < HEAD_BYTES) return;
    const wholeBytes = HEAD_BYTES + (head?.bodyBytes ?? 0);
    if (head === null || head.bodyBytes > MAX_BODY_BYTES || this.#size > wholeBytes) this.#socket.destroy();
    else if (this.#size === wholeBytes) this.#receive(head);
  }

  #receive(head: RequestHead): void {
    const body = this.#join().subarray(HEAD_BYTES);
    clearTimeout(this.#timer);
    this.#isReceived = true;
    this.#chunks = [];
    this.#listener.received(head, body);
  }

  #join(): Buffer {
    const [first = Buffer.alloc(0)] = this.#chunks;
    const bytes = this.#chunks.length === 1 ? first : Buffer.concat(this.#chunks, this.#size);
    this.#chunks = [bytes];
    return bytes;
  }
}
