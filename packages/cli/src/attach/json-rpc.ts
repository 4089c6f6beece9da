import { createInterface } from 'node:readline';
import { isJsonObject, type JsonObject, type JsonValue, parseJson } from '@hookmd/core/events';
import type { Spoken } from '@hookmd/core/system';

const TIMEOUT_MS = 20_000;

/** JSON-RPC with a program, one message per line. */
export interface RpcPeer {
  /** Throws with a reason in words if the program rejects the request, ends, or takes too long. */
  request(request: { readonly method: string; readonly parameters: JsonObject }): Promise<JsonValue>;
  notify(method: string): void;
}

export function openRpc({ stdin, stdout }: Pick<Spoken, 'stdin' | 'stdout'>): RpcPeer {
  const waiting = new Map<number, (response: JsonObject | null) => void>();
  let last = 0;
  let hasEnded = false;
  const lines = createInterface({ input: stdout });
  lines.on('line', (line) => {
    const message = parseJson(line);
    if (isJsonObject(message) && typeof message['id'] === 'number') waiting.get(message['id'])?.(message);
  });
  lines.on('close', () => {
    hasEnded = true;
    for (const end of waiting.values()) end(null);
  });
  const send = (message: JsonObject): void => {
    stdin.write(`${JSON.stringify(message)}\n`);
  };
  return {
    notify: (method) => send({ method }),
    async request({ method, parameters }) {
      last += 1;
      const id = last;
      let timer: NodeJS.Timeout | undefined;
      const response = await new Promise<JsonObject | null | 'late'>((resolve) => {
        waiting.set(id, resolve);
        timer = setTimeout(() => resolve('late'), TIMEOUT_MS);
        if (hasEnded) resolve(null);
        else send({ id, method, params: parameters });
      });
      clearTimeout(timer);
      waiting.delete(id);
      if (response === 'late') throw new Error(`it did not answer ${method} within ${TIMEOUT_MS / 1000} s`);
      if (response === null) throw new Error(`it ended instead of answering ${method}`);
      const { error, result = null } = response;
      if (isJsonObject(error)) throw new Error(`it refused ${method}: ${String(error['message'])}`);
      return result;
    },
  };
}
