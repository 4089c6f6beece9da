import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import type { buildConnector, Dispatcher } from 'undici';
import request from 'undici/lib/api/api-request.js';
import connectorOf from 'undici/lib/core/connect.js';
import Client from 'undici/lib/dispatcher/client.js';
import { type JudgedAddress, judgeAddress } from './judge-address.ts';
import { ServiceFailure } from './service-failure.ts';

/** Until a connection stands, TLS included: a service that does not take one in that time will not answer either. */
const CONNECT_LIMIT_MS = 10_000;

/** One request, with everything judged. */
export interface Posting {
  readonly url: URL;
  readonly addresses: readonly JudgedAddress[];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly signal: AbortSignal;
}

export interface Posted {
  readonly status: number;
  readonly header: (name: string) => string;
  readonly body: Readable;
}

/**
 * Posts over a connection of its own, to one of the addresses that were judged and no other, and gives the answer to `read` while
 * the connection stands. Follows nothing, knows no proxy. Once there is a connection it has no limit of time but `signal`.
 */
export async function post<T>(posting: Posting, read: (posted: Posted) => Promise<T>): Promise<T> {
  const { url, headers, body, signal } = posting;
  const client = new Client(url.origin, {
    connect: connectTo(posting.addresses),
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  try {
    const path = `${url.pathname}${url.search}`;
    const answer = await request.call(client, { method: 'POST', path, headers, body, signal, reset: true });
    return await read({
      status: answer.statusCode,
      header: (name) => headerOf(answer.headers, name),
      body: answer.body,
    });
  } finally {
    client.destroy().catch(() => {}); // nobody waits for the rest of it
  }
}

function headerOf(headers: Dispatcher.ResponseData['headers'], name: string): string {
  return [headers[name] ?? ''].flat().join(', ');
}

/** The name goes into the header and the certificate; what it stands for is not looked up again. */
function connectTo(addresses: readonly JudgedAddress[]): buildConnector.connector {
  const connect = connectorOf({
    timeout: CONNECT_LIMIT_MS,
    maxCachedSessions: 0,
    // Also where NODE_TLS_REJECT_UNAUTHORIZED says otherwise: a repository can set it through an agent's settings.
    rejectUnauthorized: true,
    lookup: (_name, options, callback) => {
      const [first] = addresses;
      if (options.all) callback(null, [...addresses]);
      else callback(null, first?.address ?? '', first?.family);
    },
  });
  return (options, callback) => {
    // The declaration leaves out that the connector gives its socket back.
    const socket = connect(options, callback) as unknown as Socket;
    socket.prependOnceListener('connect', () => {
      const why = judgeAddress(socket.remoteAddress ?? '');
      if (why !== null) socket.destroy(new ServiceFailure('ADDRESS_REFUSED', `it was not asked: ${why}`));
    });
  };
}
