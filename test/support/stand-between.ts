import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server before another one, which it passes on to unless `steps` says otherwise. */
export interface Between {
  /** Ends with `/`. */
  readonly url: string;
  /** Path and authorization of every request. */
  readonly asked: readonly { readonly path: string; readonly authorization: string | undefined }[];
  stop(): Promise<void>;
}

/** True: it has answered. */
export type Step = (incoming: IncomingMessage, response: ServerResponse) => boolean;

export async function standBetween(behind: string, step: Step): Promise<Between> {
  const requested: { path: string; authorization: string | undefined }[] = [];
  const server = createServer((incoming, response) => {
    const path = incoming.url ?? '/';
    requested.push({ path, authorization: incoming.headers.authorization });
    if (step(incoming, response)) return;
    // With the name of this server, so that what it says of itself is said of this one.
    const passed = request(new URL(path, behind), { headers: incoming.headers }, (output) => {
      response.writeHead(output.statusCode ?? 500, output.headers);
      output.pipe(response);
    });
    passed.on('error', () => response.destroy());
    passed.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    asked: requested,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
