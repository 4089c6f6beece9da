import { appendFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { Json } from './hook-package.ts';

/** What a service answers to a path; a text is sent as it is. */
export interface Served {
  /** Default: 200. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Json;
  /** It never answers. */
  readonly hangs?: true;
}

export interface Serving {
  /** Without a path. */
  readonly url: string;
  stop(): void;
}

/** Answers by path on this machine, and writes every request into a file, a line of JSON for each. */
export async function serve(answers: Readonly<Record<string, Served>>, logPath: string): Promise<Serving> {
  const server: Server = createServer((request, response) => {
    const { method, url = '', headers } = request;
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      appendFileSync(logPath, `${JSON.stringify({ method, url, headers, body: parsed(body) })}\n`);
      const { status = 200, headers: sent = {}, body: output = '', hangs } = answers[url] ?? { status: 404 };
      if (hangs) return;
      response.writeHead(status, sent).end(typeof output === 'string' ? output : JSON.stringify(output));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}
