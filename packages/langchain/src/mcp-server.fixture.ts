import type { ScriptedTool } from '@hookmd/conformance';
import type { JsonObject, JsonValue } from '@hookmd/core/events';
import { loadMcpTools } from '@langchain/mcp-adapters';

/** What LangChain makes of the tools of an MCP server, whose client is in this process. */
export async function mcpTools(tools: readonly ScriptedTool[]): ReturnType<typeof loadMcpTools> {
  const client = {
    listTools: async () => ({
      tools: tools.map(({ name, mcp, inputSchema }) => ({
        name: mcp?.tool ?? name,
        inputSchema,
      })),
    }),
    async callTool({ name, arguments: input }: { readonly name: string; readonly arguments: JsonObject }) {
      const tool = tools.find((scriptedTool) => scriptedTool.mcp?.tool === name);
      if (tool === undefined) throw new Error(`there is no tool ${name}`);
      try {
        return { content: [{ type: 'text', text: asText(await lastOf(tool.run(input))) }] };
      } catch (error) {
        return { content: [{ type: 'text', text: (error as Error).message }], isError: true };
      }
    },
  };
  const [first] = tools;
  return loadMcpTools(first?.mcp?.server ?? '', client as never);
}

export async function lastOf(outputs: AsyncIterable<JsonValue>): Promise<JsonValue> {
  let last: JsonValue = null;
  for await (const output of outputs) last = output;
  return last;
}

function asText(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
