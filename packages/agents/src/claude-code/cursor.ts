import { type EventName, isJsonObject, type JsonObject } from '@hookmd/core/events';
import { ToolWords } from '@hookmd/core/protocols';
import { parsed } from '../format.ts';
import type { Integration } from '../integration.ts';
import { makeSettingsReader } from './make-claude.ts';

/** Its tools; their arguments have Claude's names. Source: its hooks page of 2026, not seen running. */
const tools = new ToolWords([
  { tool: 'Bash', native: 'Shell' },
  { tool: 'Read', native: 'Read' },
  { tool: 'Write', native: 'Write' },
  { tool: 'Delete', native: 'Delete' },
  { tool: 'Edit', native: 'StrReplace' },
  { tool: 'Grep', native: 'Grep' },
  { tool: 'Task', native: 'Task' },
]);

/** Names of its own for Claude's events. */
const otherNames: Readonly<Record<string, EventName>> = {
  sessionStart: 'SessionStart',
  sessionEnd: 'SessionEnd',
  beforeSubmitPrompt: 'UserPromptSubmit',
  preToolUse: 'PreToolUse',
  postToolUse: 'PostToolUse',
  postToolUseFailure: 'PostToolUseFailure',
  subagentStart: 'SubagentStart',
  subagentStop: 'SubagentStop',
  preCompact: 'PreCompact',
  stop: 'Stop',
};

/** Cursor does not prompt the user before a tool call, so a question is a denial. */
export const cursor: Integration = makeSettingsReader('cursor', {
  withoutPermits: ['ask', 'output'],
  tools,
  fields: {
    conversation_id: 'session_id',
    tool_output: 'tool_response',
    duration: 'duration_ms',
    error_message: 'error',
  },
  mcpName,
  otherNames,
  read,
});

/** `MCP:TOOL`, possibly without the server. */
function mcpName({ tool_name: name, mcp_server_name: server }: JsonObject): string | null {
  if (typeof name !== 'string' || !name.startsWith('MCP:') || name.length === 4) return null;
  return `mcp__${typeof server === 'string' && server !== '' ? server : 'unknown'}__${name.slice(4)}`;
}

/** An output is a string of JSON, and `cwd` may be empty if there are several workspaces. */
function read({ cwd, workspace_roots: roots, tool_output: output, ...native }: JsonObject): JsonObject {
  const root = Array.isArray(roots) && typeof roots[0] === 'string' ? roots[0] : undefined;
  const directory = cwd || root;
  const value = parsed(output);
  return {
    ...native,
    ...(directory === undefined ? {} : { cwd: directory }),
    ...(roots === undefined ? {} : { workspace_roots: roots }),
    ...(output === undefined
      ? {}
      : { tool_output: isJsonObject(value) || Array.isArray(value) ? value : output }),
  };
}
