import { ToolWords } from '../tool-words.ts';

/** MicroClaw's tools. Source: its tool descriptions of 2026-08. */
export const microclawTools: ToolWords = new ToolWords([
  { tool: 'Bash', native: 'bash', arguments: [{ key: 'timeout', native: 'timeout_secs', unit: 1000 }] },
  { tool: 'Read', native: 'read_file', arguments: [{ key: 'file_path', native: 'path' }] },
  { tool: 'Write', native: 'write_file', arguments: [{ key: 'file_path', native: 'path' }] },
  { tool: 'Edit', native: 'edit_file', arguments: [{ key: 'file_path', native: 'path' }] },
  { tool: 'Grep', native: 'grep' },
  { tool: 'Glob', native: 'glob' },
  { tool: 'WebFetch', native: 'web_fetch' },
  { tool: 'WebSearch', native: 'web_search' },
]);
