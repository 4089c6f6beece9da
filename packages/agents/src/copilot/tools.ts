import type { JsonObject } from '@hookmd/core/events';
import { ToolWords } from '@hookmd/core/protocols';

const path = { key: 'file_path', native: 'path' };

/** Copilot CLI's tools. Source: 1.0.102. */
export const tools: ToolWords = new ToolWords([
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

/** For models of OpenAI; its argument is the text of a patch, without a name. Source: 1.0.102 as it ran. */
export const PATCH = 'apply_patch';

/** One tool with the arguments of three, and a `command` that names one of them. The cloud agent has it. */
const EDITOR = 'str_replace_editor';
const COMMANDS: Readonly<Record<string, string>> = {
  view: 'view',
  create: 'create',
  str_replace: 'edit',
  insert: 'edit',
};

/** The tool whose arguments a call has, as `tools` lists it. */
export function toolOf(name: string, { command }: JsonObject): string {
  const isKnown = name === EDITOR && typeof command === 'string' && Object.hasOwn(COMMANDS, command);
  return isKnown ? (COMMANDS[command] ?? name) : name;
}

/** Tools without a canonical name. */
export const otherTools: readonly string[] = [
  ...[
    EDITOR,
    'ask_user',
    'list_agents',
    'read_agent',
    'read_bash',
    'report_intent',
    'stop_bash',
    'write_bash',
  ],
];

/**
 * `SERVER-TOOL`, or already the canonical name through Claude Code's settings. Its own tools have no dash. Of several dashes the last one
 * comes before a tool with underscores, as most have; otherwise the first one does.
 */
export function mcpName(name: string): string | null {
  if (name.startsWith('mcp__')) return null;
  const [, server, tool] = /^(.+)-([^-]*_[^-]*)$/s.exec(name) ?? /^([^-]+)-(.+)$/s.exec(name) ?? [];
  return server === undefined ? null : `mcp__${server}__${tool}`;
}
