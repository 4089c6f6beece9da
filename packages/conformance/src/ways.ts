import { type ModelWay, modelWays, type ToolWay, toolWays } from './driver.ts';
import type { AdapterRow } from './row.ts';

/** One way to run a row. */
export interface Way {
  readonly tools: ToolWay;
  readonly model: ModelWay;
  readonly server: string;
  /** The name of a tool for hooks and models. It differs from the name in the row only for MCP tools. */
  nameOf(tool: string): string;
}

const SERVER = 'desk';

/** Returns the ways in which a row runs. */
export function waysOf(row: AdapterRow): readonly Way[] {
  const given: readonly ToolWay[] = ['given'];
  return (row.isAboutTools === true ? toolWays.filter((tools) => tools !== row.exceptIn) : given).flatMap(
    (tools) =>
      modelWays.map((model) => ({
        tools,
        model,
        server: SERVER,
        nameOf: (tool: string) =>
          tools === 'of MCP' && tool !== 'delegate' ? `mcp__${SERVER}__${tool}` : tool,
      })),
  );
}
