import type { ScriptedTool } from '@hookmd/conformance';
import type { JsonObject, JsonValue } from '@hookmd/core/events';

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: {
    readonly name?: string;
    readonly arguments?: JsonObject;
    readonly protocolVersion?: string;
  };
}

/** What the client of this SDK makes of the tools of an MCP server in this process. */
export async function mcpTools(
  { createMCPClient }: { readonly createMCPClient: (config: never) => Promise<{ tools(): Promise<object> }> },
  tools: readonly ScriptedTool[],
): Promise<object> {
  const answers: Readonly<Record<string, (params: NonNullable<Message['params']>) => Promise<object>>> = {
    initialize: async ({ protocolVersion }) => ({
      protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: 'desk', version: '1' },
    }),
    'tools/list': async () => ({
      tools: tools.map(({ name, mcp, inputSchema }) => ({ name: mcp?.tool ?? name, inputSchema })),
    }),
    'tools/call': async ({ name, arguments: input = {} }) => {
      const tool = tools.find((scriptedTool) => scriptedTool.mcp?.tool === name);
      if (tool === undefined) throw new Error(`there is no tool ${name}`);
      try {
        return { content: [{ type: 'text', text: asText(await lastOf(tool.run(input))) }] };
      } catch (error) {
        return { content: [{ type: 'text', text: String(error) }], isError: true };
      }
    },
  };
  const transport = {
    onmessage: (_: object): void => {},
    async start() {},
    async close() {},
    async send({ id, method = '', params = {} }: Message) {
      const output = answers[method];
      if (id === undefined || output === undefined) return;
      const result = await output(params);
      transport.onmessage({ jsonrpc: '2.0', id, result });
    },
  };
  const client = await createMCPClient({ transport } as never);
  return client.tools();
}

async function lastOf(outputs: AsyncIterable<JsonValue>): Promise<JsonValue> {
  let last: JsonValue = null;
  for await (const output of outputs) last = output;
  return last;
}

function asText(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
