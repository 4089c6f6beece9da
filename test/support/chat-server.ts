import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Json } from './hook-package.ts';

/** What a scripted model does when it is asked. */
export type ScriptedReply =
  | {
      readonly text?: string;
      /** An input that is a text is sent as it stands: it need not be JSON. */
      readonly calls?: readonly { readonly name: string; readonly input: Json }[];
      /** Default: 100 and 10; null = the server does not count. */
      readonly tokens?: readonly [input: number, output: number] | null;
    }
  | {
      readonly status: number;
      readonly body?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** It never answers; it begins and goes on for ever; it sends this many bytes. */
  | { readonly hangs: true }
  | { readonly drips: true }
  | { readonly floods: number };

/** One call as the server received it. */
export interface ChatRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: {
    readonly model: string;
    readonly messages: readonly { readonly role: string; readonly content: unknown }[];
    readonly tools?: readonly { readonly function: { readonly name: string } }[];
  } & Readonly<Record<string, unknown>>;
}

export interface ChatServer {
  /** What `baseURL` is set to. */
  readonly url: string;
  readonly requests: readonly ChatRequest[];
  close(): Promise<void>;
}

/** A server that speaks OpenAI's chat protocol and answers by a script; its last reply is given again and again. */
export async function startChatServer(script: readonly ScriptedReply[]): Promise<ChatServer> {
  const requests: ChatRequest[] = [];
  const server = createServer((request, response) => {
    // A client that gives up is what some tests are about.
    response.on('error', () => {});
    void readBody(request).then((text) => {
      const { url = '', headers } = request;
      requests.push({ path: url, headers: headers as ChatRequest['headers'], body: JSON.parse(text) });
      const reply = script[Math.min(requests.length, script.length) - 1] ?? { text: '' };
      send(response, reply, requests.length);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function send(response: ServerResponse, reply: ScriptedReply, turn: number): void {
  if ('hangs' in reply) return;
  if ('status' in reply) {
    response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers });
    response.end(reply.body ?? '{}');
    return;
  }
  response.writeHead(200, { 'content-type': 'application/json' });
  if ('drips' in reply) {
    const timer = setInterval(() => response.write(' '), 20);
    response.on('close', () => clearInterval(timer));
  } else if ('floods' in reply) {
    flood(response, reply.floods);
  } else {
    response.end(JSON.stringify(completion(reply, turn)));
  }
}

function flood(response: ServerResponse, bytes: number): void {
  const chunk = Buffer.alloc(64 * 1024, 0x20);
  let left = bytes;
  const more = (): void => {
    while (left > 0 && !response.destroyed) {
      left -= chunk.length;
      if (!response.write(chunk)) {
        response.once('drain', more);
        return;
      }
    }
    response.end();
  };
  more();
}

function completion(
  { text = '', calls = [], tokens = [100, 10] }: Extract<ScriptedReply, { text?: string }>,
  turn: number,
): object {
  const toolCalls = calls.map(({ name, input }, index) => ({
    id: `call-${turn}-${index}`,
    type: 'function',
    function: { name, arguments: typeof input === 'string' ? input : JSON.stringify(input) },
  }));
  return {
    id: `chat-${turn}`,
    object: 'chat.completion',
    created: 0,
    model: 'scripted',
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: text,
          ...(calls.length === 0 ? {} : { tool_calls: toolCalls }),
        },
        finish_reason: calls.length === 0 ? 'stop' : 'tool_calls',
      },
    ],
    ...(tokens === null
      ? {}
      : {
          usage: {
            prompt_tokens: tokens[0],
            completion_tokens: tokens[1],
            total_tokens: tokens[0] + tokens[1],
          },
        }),
  };
}
