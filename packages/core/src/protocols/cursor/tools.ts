import type { EventName } from '../../events/events.ts';
import { isJsonObject, type JsonObject } from '../../events/json.ts';
import { parsed } from '../renamed-format.ts';
import { ToolWords } from '../tool-words.ts';

/**
 * Cursor's tools; their arguments have Claude's names, but for the directory of a search. For an
 * edit of another agent Cursor's own name is `Write`.
 *
 * Source: its pages about hooks and third-party hooks of 2026-08, and captured payloads.
 */
export const cursorTools: ToolWords = new ToolWords([
  { tool: 'Bash', native: 'Shell' },
  { tool: 'Read', native: 'Read' },
  { tool: 'Write', native: 'Write' },
  { tool: 'Delete', native: 'Delete' },
  { tool: 'Edit', native: 'StrReplace' },
  { tool: 'Edit', native: 'Write' },
  { tool: 'MultiEdit', native: 'Write' },
  { tool: 'Grep', native: 'Grep', arguments: [{ key: 'path', native: 'file_path' }] },
  { tool: 'Task', native: 'Task' },
  { tool: 'Agent', native: 'Task' },
]);

/** Cursor's names for events. */
export const cursorEvents: Readonly<Record<string, EventName>> = {
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

/** Canonical names of Cursor's fields. */
export const cursorFields: Readonly<Record<string, string>> = {
  conversation_id: 'session_id',
  tool_output: 'tool_response',
  duration: 'duration_ms',
  error_message: 'error',
};

/** The canonical name of `MCP:TOOL`, possibly without the server. */
export function cursorMcpName({ tool_name: name, mcp_server_name: server }: JsonObject): string | null {
  if (typeof name !== 'string' || !name.startsWith('MCP:') || name.length === 4) return null;
  return `mcp__${typeof server === 'string' && server !== '' ? server : 'unknown'}__${name.slice(4)}`;
}

/** A payload of Cursor with an output that is no string of JSON, and with a directory: `cwd` may be empty if there are several workspaces. */
export function readCursorPayload({
  cwd,
  workspace_roots: roots,
  tool_output: output,
  ...native
}: JsonObject): JsonObject {
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
