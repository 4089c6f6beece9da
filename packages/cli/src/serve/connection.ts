import { Buffer } from 'node:buffer';
import type { Socket } from 'node:net';
import { HEAD_BYTES, MAX_BODY_BYTES, type RequestHead, readHead } from './frames.ts';

/** A launcher has its request at hand: one that takes longer than this is none. */
const REQUEST_MS = 2000;
/** For who was answered to read it, and go. */
const FAREWELL_MS = 2000;

/** What all connections together hold of their requests. */
export class HeldBytes {
  readonly #max: number;
  #held = 0;

  constructor(max: number) {
    this.#max = max;
  }

  /** False = there is no room for them. */
  take(bytes: number): boolean {
    if (this.#held + bytes > this.#max) return false;
    this.#held += bytes;
    return true;
  }

  give(bytes: number): void {
    this.#held -= bytes;
  }
}

export interface Listener {
  /** The whole request. Called once, or never. */
  readonly asked: (head: RequestHead, body: Buffer) => void;
  /** The other side is gone. Called once. */
  readonly gone: () => void;
}

/**
 * One connection, from its first byte to its end: reads one request within its limits of size and time, and writes
 * answers. What is no request of ours ends it, without a word.
 */
export class Connection {
  readonly #socket: Socket;
  readonly #held: HeldBytes;
  readonly #listener: Listener;
  readonly #timer: NodeJS.Timeout;
  #chunks: Buffer[] = [];
  #size = 0;
  #head: RequestHead | null = null;
  #isInvoked = false;

  constructor(socket: Socket, held: HeldBytes, listener: Listener) {
    this.#socket = socket;
    this.#held = held;
    this.#listener = listener;
    this.#timer = setTimeout(() => socket.destroy(), REQUEST_MS);
    socket.on('error', () => {}); // `close` says the rest
    socket.on('data', (chunk) => this.#read(chunk));
    socket.once('close', () => {
      clearTimeout(this.#timer);
      held.give(this.#size);
      listener.gone();
    });
  }

  /** False = the other side is gone. */
  send(bytes: Buffer): Promise<boolean> {
    return new Promise((resolve) => this.#socket.write(bytes, (error) => resolve(!error)));
  }

  /** The last word. False = the other side is gone. */
  finish(bytes: Buffer): Promise<boolean> {
    this.#socket.setTimeout(FAREWELL_MS, () => this.#socket.destroy());
    const sent = this.send(bytes);
    this.#socket.end();
    return sent;
  }

  #read(chunk: Buffer): void {
    if (this.#isInvoked || !this.#held.take(chunk.length)) {
      this.#socket.destroy(); // one request on each connection
      return;
    }
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    if (this.#head === null && this.#size >= HEAD_BYTES) this.#head = readHead(this.#join());
    const head = this.#head;
    if (head === null && this.#size < HEAD_BYTES) return;
    const wholeBytes = HEAD_BYTES + (head?.bodyBytes ?? 0);
    if (head === null || head.bodyBytes > MAX_BODY_BYTES || this.#size > wholeBytes) this.#socket.destroy();
    else if (this.#size === wholeBytes) this.#ask(head);
  }

  #ask(head: RequestHead): void {
    const body = this.#join().subarray(HEAD_BYTES);
    clearTimeout(this.#timer);
    this.#isInvoked = true;
    this.#chunks = [];
    this.#listener.asked(head, body);
  }

  #join(): Buffer {
    const [first = Buffer.alloc(0)] = this.#chunks;
    const bytes = this.#chunks.length === 1 ? first : Buffer.concat(this.#chunks, this.#size);
    this.#chunks = [bytes];
    return bytes;
  }
}
