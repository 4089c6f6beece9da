import { ToolWords } from '../tool-words.ts';

/** Kodelet's tools. Source: its tool descriptions of 2026-05, the last version with executable hooks. */
export const kodeletTools: ToolWords = new ToolWords([
  { tool: 'Bash', native: 'bash', arguments: [{ key: 'timeout', native: 'timeout', unit: 1000 }] },
  { tool: 'Read', native: 'file_read', arguments: [{ key: 'limit', native: 'line_limit' }] },
  { tool: 'Write', native: 'file_write', arguments: [{ key: 'content', native: 'text' }] },
  {
    tool: 'Edit',
    native: 'file_edit',
    arguments: [
      { key: 'old_string', native: 'old_text' },
      { key: 'new_string', native: 'new_text' },
    ],
  },
  { tool: 'Grep', native: 'grep_tool', arguments: [{ key: 'glob', native: 'include' }] },
  { tool: 'Glob', native: 'glob_tool' },
  { tool: 'WebFetch', native: 'web_fetch' },
  { tool: 'Agent', native: 'subagent', arguments: [{ key: 'prompt', native: 'question' }] },
  { tool: 'Task', native: 'subagent', arguments: [{ key: 'prompt', native: 'question' }] },
]);
