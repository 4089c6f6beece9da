import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';

/** What a service does with a connection, once it was asked. */
type Behaviour = (socket: Socket) => void;

export interface BadService {
  readonly does: Behaviour;
  /** How it must end: `cause` of a failure, or the body that counts. */
  readonly ends: string | { readonly body: string };
  readonly scheme?: 'https';
  /** Speaks TLS with this; absent = plain TCP. */
  readonly tls?: { readonly key?: string; readonly cert?: string };
}

const ANSWER = '{"decision":"block","reason":"no"}';
const MIB = 1024 * 1024;

const says =
  (...parts: readonly (string | Buffer)[]): Behaviour =>
  (socket) => {
    for (const part of parts) socket.write(part);
  };
const answers = (headers: string, body: string | Buffer, status = '200 OK'): Behaviour =>
  says(`HTTP/1.1 ${status}\r\n${headers}content-length: ${body.length}\r\n\r\n`, body);
const packed = (coding: string, body: Buffer): Behaviour => answers(`content-encoding: ${coding}\r\n`, body);

/** Writes one piece after another as fast as the other side takes them, or one every few milliseconds. */
const goesOn =
  (head: string, piece: string | Buffer, everyMs = 0): Behaviour =>
  (socket) => {
    socket.write(head);
    const next = (): void => {
      if (socket.destroyed) return;
      if (everyMs > 0) socket.write(piece, () => setTimeout(next, everyMs));
      else if (socket.write(piece)) setImmediate(next);
      else socket.once('drain', next);
    };
    next();
  };
const OK = 'HTTP/1.1 200 OK\r\n';
const chunk = (bytes: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);

/** Every way to be a bad service that we know of, and some good ones beside it. */
export const badServices: Readonly<Record<string, BadService>> = {
  'says nothing': { does: () => {}, ends: 'TIMEOUT' },
  'sends its header a byte at a time': { does: goesOn(OK, 'x', 20), ends: 'TIMEOUT' },
  'sends its header and no body': { does: says(`${OK}content-length: 5\r\n\r\n`), ends: 'TIMEOUT' },
  'sends its body a byte at a time': {
    does: goesOn(`${OK}content-length: 1000\r\n\r\n`, ' ', 20),
    ends: 'TIMEOUT',
  },
  'gives hints without end': { does: goesOn('', 'HTTP/1.1 103 Early Hints\r\n\r\n', 5), ends: 'TIMEOUT' },
  'says "continue", which nobody asked': {
    does: says('HTTP/1.1 100 Continue\r\n\r\n'),
    ends: 'NO_CONNECTION',
  },
  'sends empty packs without end': {
    does: goesOn(`${OK}content-encoding: gzip\r\ntransfer-encoding: chunked\r\n\r\n`, chunk(gzipSync('')), 5),
    ends: 'TIMEOUT',
  },
  'sends a body without end': {
    does: goesOn(`${OK}transfer-encoding: chunked\r\n\r\n`, chunk(Buffer.alloc(65_536, 0x20))),
    ends: 'OUTPUT_LIMIT',
  },
  'sends a body until it closes, which it never does': {
    does: goesOn(`${OK}\r\n`, Buffer.alloc(65_536)),
    ends: 'OUTPUT_LIMIT',
  },
  'sends a header without end': { does: goesOn(OK, `x-pad: ${'x'.repeat(4000)}\r\n`), ends: 'OUTPUT_LIMIT' },
  'sends a bomb': {
    does: goesOn(
      `${OK}content-encoding: gzip\r\ntransfer-encoding: chunked\r\n\r\n`,
      chunk(gzipSync(Buffer.alloc(64 * MIB))),
    ),
    ends: 'OUTPUT_LIMIT',
  },
  'sends a bomb of brotli': {
    does: packed('br', brotliCompressSync(Buffer.alloc(64 * MIB))),
    ends: 'OUTPUT_LIMIT',
  },
  'sends a byte too much': { does: answers('', Buffer.alloc(MIB + 1, 0x20)), ends: 'OUTPUT_LIMIT' },
  'sends as much as it may': { does: answers('', Buffer.alloc(MIB, 0x20)), ends: { body: ' '.repeat(MIB) } },

  resets: { does: (socket) => socket.resetAndDestroy(), ends: 'NO_CONNECTION' },
  'resets in its body': {
    does: (socket) =>
      socket.write(`${OK}content-length: 100\r\n\r\n{`, () => setTimeout(() => socket.resetAndDestroy(), 20)),
    ends: 'NO_CONNECTION',
  },
  'closes at once': { does: (socket) => socket.end(), ends: 'NO_CONNECTION' },
  'closes in its body': {
    does: (socket) => socket.end(`${OK}content-length: 100\r\n\r\n{`),
    ends: 'NO_CONNECTION',
  },
  'speaks no TLS': { scheme: 'https', does: says('HTTP/1.1 200 OK\r\n\r\n'), ends: 'NO_CONNECTION' },
  'has no certificate': { scheme: 'https', tls: {}, does: () => {}, ends: 'NO_CONNECTION' },
  'speaks no HTTP': { does: says('SSH-2.0-OpenSSH_9.2\r\n'), ends: 'BAD_OUTPUT' },
  'sends two lengths': {
    does: says(`${OK}content-length: 2\r\ncontent-length: 3\r\n\r\n{}`),
    ends: 'BAD_OUTPUT',
  },

  redirects: { does: answers('location: http://10.0.0.1/\r\n', '', '302 Found'), ends: 'STATUS' },
  'redirects, with an answer': {
    does: answers('location: /x\r\n', ANSWER, '308 Permanent Redirect'),
    ends: 'STATUS',
  },
  'has nothing new': { does: answers('', '', '304 Not Modified'), ends: 'STATUS' },
  breaks: { does: answers('', '', '500 Internal Server Error'), ends: 'STATUS' },
  'breaks, with an answer': { does: answers('', ANSWER, '500 Internal Server Error'), ends: 'STATUS' },
  'knows nothing of it': { does: answers('', '', '404 Not Found'), ends: 'STATUS' },
  'wants a password': {
    does: answers('www-authenticate: Basic\r\n', '', '401 Unauthorized'),
    ends: 'STATUS',
  },
  'answers with a page': { does: answers('content-type: text/html\r\n', ANSWER), ends: 'BAD_OUTPUT' },
  'answers with a picture': { does: answers('content-type: image/png\r\n', 'x'), ends: 'BAD_OUTPUT' },
  'packs in its own way': { does: packed('zstd', Buffer.from('x')), ends: 'BAD_OUTPUT' },
  'packs twice': { does: packed('gzip, gzip', gzipSync(gzipSync(ANSWER))), ends: 'BAD_OUTPUT' },
  'says that it packed and did not': { does: packed('gzip', Buffer.from(ANSWER)), ends: 'BAD_OUTPUT' },
  'packs half of it': { does: packed('gzip', gzipSync(ANSWER).subarray(0, 20)), ends: 'BAD_OUTPUT' },

  'says nothing, properly': { does: answers('', '', '204 No Content'), ends: { body: '' } },
  'says nothing in 200': { does: answers('', ''), ends: { body: '' } },
  'says nothing, of a page': { does: answers('content-type: text/html\r\n', ''), ends: { body: '' } },
  'answers without a type': { does: answers('', ANSWER), ends: { body: ANSWER } },
  'answers in JSON': {
    does: answers('content-type: application/json; charset=utf-8\r\n', ANSWER),
    ends: { body: ANSWER },
  },
  'answers in a kind of JSON': {
    does: answers('content-type: application/problem+json\r\n', ANSWER),
    ends: { body: ANSWER },
  },
  'answers in 201': { does: answers('', ANSWER, '201 Created'), ends: { body: ANSWER } },
  'answers in pieces': {
    does: says(
      `${OK}transfer-encoding: chunked\r\n\r\n`,
      chunk(Buffer.from(ANSWER.slice(0, 9))),
      chunk(Buffer.from(ANSWER.slice(9))),
      '0\r\n\r\n',
    ),
    ends: { body: ANSWER },
  },
  'answers and closes': { does: (socket) => socket.end(`${OK}\r\n${ANSWER}`), ends: { body: ANSWER } },
  packs: { does: packed('gzip', gzipSync(ANSWER)), ends: { body: ANSWER } },
  'packs with deflate': { does: packed('deflate', deflateSync(ANSWER)), ends: { body: ANSWER } },
};

/** Starts a service that does this to whoever asks; `url` is where. */
export async function startService({
  does,
  scheme,
  tls,
}: BadService): Promise<{ url: string; stop: () => Promise<void> }> {
  const sockets = new Set<Socket>();
  const serve = (socket: Socket): void => {
    socket.on('error', () => {});
    socket.once('data', () => does(socket));
  };
  const server: Server = tls === undefined ? createServer(serve) : createTlsServer(tls, serve);
  server.on('connection', (socket: Socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return {
    url: `${scheme ?? 'http'}://localhost:${port}/`,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
