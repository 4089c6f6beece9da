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

/** The responses to a request. Both resolve to false where the client is gone. */
export interface Connection {
  readonly send: (bytes: Buffer) => Promise<boolean>;
  /** Sends the last response. */
  readonly finish: (bytes: Buffer) => Promise<boolean>;
}

/** Reads one request within the limits of size and time. Destroys any other connection. */
export function openConnection(socket: Socket, budget: ByteBudget, listener: Listener): Connection {
  const timer = setTimeout(() => socket.destroy(), REQUEST_MS);
  const chunks: Buffer[] = [];
  let size = 0;
  let head: RequestHead | null = null;
  let isReceived = false;
  socket.on('error', () => {}); // `close` follows
  socket.on('data', (chunk) => {
    if (isReceived || chunk.length > budget.freeBytes) {
      socket.destroy(); // one request on each connection
      return;
    }
    budget.freeBytes -= chunk.length;
    chunks.push(chunk);
    size += chunk.length;
    if (size < HEAD_BYTES) return;
    head ??= readHead(Buffer.concat(chunks));
    const wholeBytes = HEAD_BYTES + (head?.bodyBytes ?? 0);
    if (head === null || head.bodyBytes > MAX_BODY_BYTES || size > wholeBytes) socket.destroy();
    else if (size === wholeBytes) {
      clearTimeout(timer);
      isReceived = true;
      listener.received(head, Buffer.concat(chunks.splice(0)).subarray(HEAD_BYTES));
    }
  });
  socket.once('close', () => {
    clearTimeout(timer);
    budget.freeBytes += size;
    listener.gone();
  });
  const send = (bytes: Buffer): Promise<boolean> =>
    new Promise((resolve) => socket.write(bytes, (error) => resolve(!error)));
  return {
    send,
    finish(bytes) {
      socket.setTimeout(FAREWELL_MS, () => socket.destroy());
      const sent = send(bytes);
      socket.end();
      return sent;
    },
  };
}
