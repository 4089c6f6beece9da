import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { APP_DOCUMENT, APP_ICON, APP_STYLE } from '@hookmd/ui/app-document';
import { type Context, eventLogDir, placesOf } from '../../command-line/context.ts';
import { Access, isOwnRequest } from './access.ts';
import { isPageCommand, problem, type Reply, runPageCommand } from './commands.ts';
import { sendEvents } from './event-stream.ts';

const HOST = '127.0.0.1';
const MAX_CONNECTIONS = 64;
const MAX_BODY_BYTES = 1024 * 1024;
const LIMITS = {
  // A page on this machine sends a request at once; a slow one must not keep a connection from others.
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  connectionsCheckingInterval: 1_000,
  // Every server on 127.0.0.1 may set cookies for all of them, and browsers send up to 180 of 4 kB.
  maxHeaderSize: 1024 * 1024,
};
/** A browser opens several at once; each is a process. */
const MAX_COMMANDS = 4;

const HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; '),
  'Cache-Control': 'no-store',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
};

interface File {
  readonly type: string;
  readonly body: string;
}

/** A page server that listens on loopback. */
export interface PageServer {
  /** A link that opens the page once. */
  readonly newLink: () => string;
  /** Resolves when every command of the page has ended. */
  readonly close: () => Promise<void>;
}

/**
 * Serves the page on a free port of 127.0.0.1. The page itself has no data: what it shows needs a session, and a session needs a link that
 * was not used. No request changes anything.
 */
export async function openPageServer(context: Context): Promise<PageServer> {
  const access = new Access();
  const files: Readonly<Record<string, File>> = {
    '/': { type: 'text/html', body: APP_DOCUMENT },
    '/app.js': { type: 'text/javascript', body: readFileSync(join(import.meta.dirname, 'app.js'), 'utf8') },
    '/style.css': { type: 'text/css', body: APP_STYLE },
    '/icon.svg': { type: 'image/svg+xml', body: APP_ICON },
  };
  const commands = new CommandRunner(context);
  const eventLog = eventLogDir(placesOf(context));
  const server = createServer(LIMITS, (request, response) => {
    void respond(request, response).catch(() => response.destroy());
  });
  server.maxConnections = MAX_CONNECTIONS;

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
    if (!isOwnRequest(request.headersDistinct, addressOf(server)))
      return send(response, problem(403, 'The request comes from another page.'));
    // As it was sent: nothing is decoded or resolved, so that a path has one spelling.
    const [, pathname = '', query = ''] = /^([^?]*)\??(.*)$/.exec(request.url ?? '') ?? [];
    const route = `${request.method} ${pathname}`;
    const file = request.method === 'GET' && Object.hasOwn(files, pathname) ? files[pathname] : undefined;
    if (file !== undefined) {
      response.setHeader('Content-Type', `${file.type}; charset=utf-8`);
      response.end(file.body);
      return;
    }
    if (route === 'POST /api/session') return openSession(request, response);
    if (!access.allows(request.headers)) return send(response, problem(401, 'The page has no session.'));
    if (route === 'GET /api/events') {
      response.setHeader('Content-Type', 'text/event-stream; charset=utf-8');
      response.flushHeaders();
      return sendEvents(response, eventLog);
    }
    if (!isPageCommand(route)) return send(response, problem(404, 'There is no such page.'));
    const body = await bodyOf(request);
    if (body === null) return send(response, problem(413, 'The request is too long.'));
    send(response, await commands.run(route, new URLSearchParams(query), body, response));
  }

  async function openSession(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const secret = access.openSession((await bodyOf(request)) ?? '');
    send(
      response,
      secret === null
        ? problem(401, 'The link is wrong, or was used.')
        : { status: 200, body: JSON.stringify({ secret }) },
    );
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, HOST, resolve);
  });
  return {
    newLink: () => `http://${addressOf(server)}/#${access.newToken()}`,
    close: () => {
      server.close();
      server.closeAllConnections();
      return commands.ended();
    },
  };
}

/** Runs at most a few commands at a time; one whose page is gone ends. */
class CommandRunner {
  readonly #context: Context;
  readonly #running = new Set<Promise<Reply>>();
  readonly #waiting: (() => void)[] = [];

  constructor(context: Context) {
    this.#context = context;
  }

  async run(route: string, query: URLSearchParams, body: string, response: ServerResponse): Promise<Reply> {
    const controller = new AbortController();
    response.once('close', () => controller.abort());
    // Its page may be gone since the request was read.
    if (response.destroyed) controller.abort();
    if (this.#running.size >= MAX_COMMANDS)
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
      });
    const reply = runPageCommand(this.#context, route, { query, body, signal: controller.signal });
    this.#running.add(reply);
    try {
      return await reply;
    } finally {
      this.#running.delete(reply);
      this.#waiting.shift()?.();
    }
  }

  /** Resolves when no command runs. A process that ends earlier leaves them running: they are in groups of their own. */
  async ended(): Promise<void> {
    await Promise.allSettled(this.#running);
  }
}

function addressOf(server: Server): string {
  return `${HOST}:${(server.address() as AddressInfo).port}`;
}

function send(response: ServerResponse, { status, body }: Reply): void {
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8' });
  response.end(body);
}

/** Null = it is too long. */
async function bodyOf(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size > MAX_BODY_BYTES) return null;
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}
