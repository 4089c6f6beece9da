import type { JsonObject } from '@hookmd/core/events';
import { opencodeTools } from '@hookmd/core/protocols';

/** Its own tools with an underscore, which are of no server. */
const withUnderscore: ReadonlySet<string> = new Set(
  ['apply_patch', ...opencodeTools.names].filter((name) => name.includes('_')),
);

/** `SERVER_TOOL`. */
export function mcpName({ tool_name: name }: JsonObject): string | null {
  if (typeof name !== 'string' || withUnderscore.has(name)) return null;
  const [, server, tool] = /^([^_]+)_(.+)$/s.exec(name) ?? [];
  return server === undefined ? null : `mcp__${server}__${tool}`;
}
