import type { EventName } from '../../events/events.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../events/json.ts';
import { parsed } from '../renamed-format.ts';
import { type ToolCallWords, ToolWords } from '../tool-words.ts';

const path = { key: 'file_path', native: 'path' };

/** For models of OpenAI; its argument is the text of a patch, without a name. Source: 1.0.102 as it ran. */
const PATCH = 'apply_patch';

/** One tool with the arguments of three, and a `command` that names one of them. The cloud agent has it. */
const EDITOR = 'str_replace_editor';
const COMMANDS: Readonly<Record<string, string>> = {
  view: 'view',
  create: 'create',
  str_replace: 'edit',
  insert: 'edit',
};

/** Copilot CLI's tools. Source: 1.0.102. */
export const copilotTools: ToolWords = new ToolWords(
  [
    { tool: 'Bash', native: 'bash' },
    { tool: 'Read', native: 'view', arguments: [path] },
    { tool: 'Write', native: 'create', arguments: [path, { key: 'content', native: 'file_text' }] },
    {
      tool: 'Edit',
      native: 'edit',
      arguments: [path, { key: 'old_string', native: 'old_str' }, { key: 'new_string', native: 'new_str' }],
    },
    { tool: 'Grep', native: 'grep' },
    { tool: 'Glob', native: 'glob' },
    { tool: 'WebFetch', native: 'web_fetch' },
    { tool: 'WebSearch', native: 'web_search' },
    { tool: 'Task', native: 'task' },
  ],
  [
    ...[
      'ask_user',
      'list_agents',
      'read_agent',
      'read_bash',
      'report_intent',
      'stop_bash',
      EDITOR,
      'write_bash',
    ],
  ],
);

/** The tool whose arguments a call has, as `copilotTools` lists it. */
function toolOf(name: string, { command }: JsonObject): string {
  const isKnown = name === EDITOR && typeof command === 'string' && Object.hasOwn(COMMANDS, command);
  return isKnown ? (COMMANDS[command] ?? name) : name;
}

/** Copilot's arguments as an object: they may be a string of JSON, and those of a patch are its text. Null = they are something else. */
export function copilotArguments(name: string, given: JsonValue | undefined): JsonObject | null {
  const value = parsed(given);
  if (isJsonObject(value)) return value;
  return name === PATCH && typeof value === 'string' ? { input: value } : null;
}

/** Arguments in the form of those that Copilot sent. */
export function likeSent(sent: JsonValue | undefined, input: JsonObject): JsonValue {
  if (typeof sent !== 'string') return input;
  const { input: patch } = input;
  return typeof patch === 'string' && !isJsonObject(parsed(sent)) ? patch : JSON.stringify(input);
}

/** A call of Copilot in canonical words. */
export function canonicalCopilotCall(name: string, input: JsonObject): ToolCallWords {
  return copilotTools.toCanonical(toolOf(name, input), input);
}

/** A canonical input of a call of this name in Copilot's words; null = the name is none of Copilot's. */
export function copilotInput(name: string, input: JsonObject): JsonObject | null {
  const tool = toolOf(name, input);
  return copilotTools.has(tool) ? copilotTools.inputFor(tool, input) : null;
}

/**
 * `SERVER-TOOL`, or already the canonical name through Claude Code's settings. Its own tools have no dash. Of several dashes the last one
 * comes before a tool with underscores, as most have; otherwise the first one does.
 */
export function copilotMcpName(name: string): string | null {
  if (name.startsWith('mcp__')) return null;
  const [, server, tool] = /^(.+)-([^-]*_[^-]*)$/s.exec(name) ?? /^([^-]+)-(.+)$/s.exec(name) ?? [];
  return server === undefined ? null : `mcp__${server}__${tool}`;
}

/** Copilot's names for events. Written in Claude's spelling they are the same events with payloads in Claude's words. */
export const copilotEvents: Readonly<Record<string, EventName>> = {
  sessionStart: 'SessionStart',
  sessionEnd: 'SessionEnd',
  userPromptSubmitted: 'UserPromptSubmit',
  preToolUse: 'PreToolUse',
  permissionRequest: 'PermissionRequest',
  postToolUse: 'PostToolUse',
  postToolUseFailure: 'PostToolUseFailure',
  agentStop: 'Stop',
  subagentStart: 'SubagentStart',
  subagentStop: 'SubagentStop',
  preCompact: 'PreCompact',
  notification: 'Notification',
  errorOccurred: 'StopFailure',
};
