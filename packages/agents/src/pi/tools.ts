import { ToolWords } from '@hookmd/core/protocols';

const path = { key: 'file_path', native: 'path' };
const texts = [
  { key: 'old_string', native: 'oldText' },
  { key: 'new_string', native: 'newText' },
];
const seconds = { key: 'timeout', native: 'timeout', unit: 1000 };

/** pi's tools. Source: 0.87.1. */
export const tools: ToolWords = new ToolWords([
  { tool: 'Bash', native: 'powershell', arguments: [seconds] },
  { tool: 'Bash', native: 'bash', arguments: [seconds] },
  { tool: 'Read', native: 'read', arguments: [path] },
  { tool: 'Write', native: 'write', arguments: [path] },
  { tool: 'MultiEdit', native: 'edit', arguments: [path, ...texts], edits: { list: 'edits', keys: texts } },
  { tool: 'Grep', native: 'grep' },
  { tool: 'Glob', native: 'find' },
  { tool: 'LS', native: 'ls' },
]);
