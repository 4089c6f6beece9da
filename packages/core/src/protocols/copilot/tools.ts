import type { EventName } from '../../events/events.ts';
import { ToolWords } from '../tool-words.ts';

const path = { key: 'file_path', native: 'path' };

/** Copilot CLI's tools. Source: 1.0.102. */
export const copilotTools: ToolWords = new ToolWords([
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
]);

/** Copilot CLI's tools without a canonical name. */
export const otherCopilotTools: readonly string[] = [
  ...['ask_user', 'list_agents', 'read_agent', 'read_bash', 'report_intent', 'stop_bash', 'write_bash'],
];

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
