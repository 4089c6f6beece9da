import { type ModelWay, modelWays, type ToolWay, toolWays } from './driver.ts';
import type { AdapterRow } from './row.ts';

/** One way to play a row. */
export interface Way {
  readonly tools: ToolWay;
  readonly model: ModelWay;
  readonly server: string;
  /** The name of a tool of the row for hooks and models; only MCP tools have another name. */
  nameOf(tool: string): string;
}

const SERVER = 'desk';

/** The ways in which a row is to be played. */
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
