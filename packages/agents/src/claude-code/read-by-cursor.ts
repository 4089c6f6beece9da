import { type EventName, isJsonObject, type JsonObject, type JsonValue } from '@hookmd/core/events';
import { ToolWords } from '@hookmd/core/protocols';
import type { Integration } from '../integration.ts';
import { inClaudesWords } from './in-claudes-words.ts';

/**
 * Cursor's tools as its hooks name them; their arguments have Claude's names. What deletes a file is an edit, as it is in a patch.
 *
 * Source: its hooks page of 2026. It was not seen running.
 */
const tools = new ToolWords([
  { tool: 'Bash', native: 'Shell' },
  { tool: 'Read', native: 'Read' },
  { tool: 'Write', native: 'Write' },
  { tool: 'Edit', native: 'Delete' },
  { tool: 'Edit', native: 'StrReplace' },
  { tool: 'Grep', native: 'Grep' },
  { tool: 'Task', native: 'Task' },
]);

/** Its own words for Claude's events. */
const EVENTS: Readonly<Record<string, EventName>> = {
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

/** Cursor as it fires what it found in Claude Code's settings. It asks nobody before a tool of its own: a question has to be a refusal. */
export function cursorThroughClaude(claudeCode: Integration): Integration {
  return inClaudesWords(claudeCode, {
    name: 'cursor',
    lacks: new Set(['ask', 'output']),
    tools,
    fields: {
      conversation_id: 'session_id',
      tool_output: 'tool_response',
      duration: 'duration_ms',
      error_message: 'error',
    },
    mcpName,
    eventOf: (native) =>
      claudeCode.eventOf(native) ?? (Object.hasOwn(EVENTS, native) ? (EVENTS[native] ?? null) : null),
    read,
  });
}

/** `MCP:TOOL`, where its hooks do not say of which server. */
function mcpName({ tool_name: name, mcp_server_name: server }: JsonObject): string | null {
  if (typeof name !== 'string' || !name.startsWith('MCP:') || name.length === 4) return null;
  return `mcp__${typeof server === 'string' && server !== '' ? server : 'unknown'}__${name.slice(4)}`;
}

/** An output is the text of a JSON document, and the folder may be empty where it has several. */
function read({ cwd, workspace_roots: roots, tool_output: output, ...native }: JsonObject): JsonObject {
  const root = Array.isArray(roots) && typeof roots[0] === 'string' ? roots[0] : undefined;
  const folder = cwd || root;
  return {
    ...native,
    ...(folder === undefined ? {} : { cwd: folder }),
    ...(roots === undefined ? {} : { workspace_roots: roots }),
    ...(output === undefined ? {} : { tool_output: parsed(output) }),
  };
}

function parsed(output: JsonValue): JsonValue {
  if (typeof output !== 'string') return output;
  try {
    const value = JSON.parse(output) as JsonValue;
    return isJsonObject(value) || Array.isArray(value) ? value : output;
  } catch {
    return output;
  }
}
