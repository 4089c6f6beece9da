import type { JsonObject } from '@hookmd/core/events';
import { ToolWords } from '@hookmd/core/protocols';
import type { Integration } from '../integration.ts';
import { makeSettingsReader } from './make-claude.ts';

const path = { key: 'file_path', native: 'filePath' };
const texts = [
  { key: 'old_string', native: 'oldString' },
  { key: 'new_string', native: 'newString' },
];

/**
 * Its tools, and those in the examples of its hooks page. `multi_replace_string_in_file` names a file with every edit and reads no
 * `file_path`: one that a model adds gets another name.
 *
 * Source: the names in its sources and its hooks page of 2026, not seen running.
 */
const tools = new ToolWords([
  { tool: 'Bash', native: 'runTerminalCommand' },
  { tool: 'Bash', native: 'send_to_terminal' },
  { tool: 'Bash', native: 'run_in_terminal' },
  { tool: 'Read', native: 'read_file', arguments: [path] },
  { tool: 'Write', native: 'createFile', arguments: [path] },
  { tool: 'Write', native: 'create_file', arguments: [path] },
  { tool: 'Edit', native: 'editFiles', arguments: [{ key: 'file_path', native: 'files' }] },
  {
    tool: 'Edit',
    native: 'insert_edit_into_file',
    arguments: [path, { key: 'new_string', native: 'code' }],
  },
  { tool: 'Edit', native: 'replace_string_in_file', arguments: [path, ...texts] },
  {
    tool: 'MultiEdit',
    native: 'multi_replace_string_in_file',
    arguments: [{ key: '_file_path', native: 'file_path' }],
    edits: { list: 'replacements', keys: [path, ...texts] },
  },
  {
    tool: 'NotebookEdit',
    native: 'edit_notebook_file',
    arguments: [
      { key: 'notebook_path', native: 'filePath' },
      { key: 'new_source', native: 'newCode' },
    ],
  },
  { tool: 'apply_patch', native: 'apply_patch' },
  {
    tool: 'Grep',
    native: 'grep_search',
    arguments: [
      { key: 'pattern', native: 'query' },
      { key: 'glob', native: 'includePattern' },
    ],
  },
  { tool: 'Glob', native: 'file_search', arguments: [{ key: 'pattern', native: 'query' }] },
  { tool: 'LS', native: 'list_dir' },
  { tool: 'WebFetch', native: 'fetch_webpage', arguments: [{ key: 'url', native: 'urls' }] },
  { tool: 'Task', native: 'runSubagent' },
]);

/** VS Code's agent. */
export const vscode: Integration = makeSettingsReader('vscode', {
  withoutPermits: ['output'],
  tools,
  otherEventFields: ['hookEventName'],
  fields: { sessionId: 'session_id', hookEventName: 'hook_event_name' },
  mcpName,
});

/** `mcp_SERVER_TOOL`; the server ends at the next underscore. */
function mcpName({ tool_name: name }: JsonObject): string | null {
  const [, server, tool] = /^mcp_([^_]+)_(.+)$/s.exec(typeof name === 'string' ? name : '') ?? [];
  return server === undefined ? null : `mcp__${server}__${tool}`;
}
