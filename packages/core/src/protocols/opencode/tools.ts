import { ToolWords } from '../tool-words.ts';

const path = { key: 'file_path', native: 'filePath' };
const texts = [
  { key: 'old_string', native: 'oldString' },
  { key: 'new_string', native: 'newString' },
  { key: 'replace_all', native: 'replaceAll' },
];

/** Tools without a canonical name. */
const otherNames: readonly string[] = [
  ...['codesearch', 'invalid', 'lsp', 'question', 'skill', 'todoread', 'todowrite'],
  ...['list_mcp_resources', 'list_mcp_resource_templates', 'read_mcp_resource'],
];

/** OpenCode's tools. Source: 1.18.33. */
export const opencodeTools: ToolWords = new ToolWords(
  [
    { tool: 'Bash', native: 'bash' },
    { tool: 'Read', native: 'read', arguments: [path] },
    { tool: 'Write', native: 'write', arguments: [path] },
    { tool: 'MultiEdit', native: 'multiedit', arguments: [path], edits: { list: 'edits', keys: texts } },
    { tool: 'Edit', native: 'edit', arguments: [path, ...texts] },
    { tool: 'apply_patch', native: 'patch', arguments: [{ key: 'patch', native: 'patchText' }] },
    { tool: 'apply_patch', native: 'apply_patch', arguments: [{ key: 'patch', native: 'patchText' }] },
    { tool: 'Grep', native: 'grep', arguments: [{ key: 'glob', native: 'include' }] },
    { tool: 'Glob', native: 'glob' },
    { tool: 'LS', native: 'list' },
    { tool: 'WebFetch', native: 'webfetch' },
    { tool: 'WebSearch', native: 'websearch' },
    { tool: 'Task', native: 'task' },
  ],
  otherNames,
);
