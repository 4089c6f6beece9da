import { isJsonObject, type JsonObject } from '../../events/json.ts';
import { ToolWords } from '../tool-words.ts';

const directory = [{ key: 'path', native: 'dir_path' }];

/**
 * Gemini CLI's tools. Source: 0.61.0; `search_file_content` is `grep_search` in other versions.
 *
 * `read_many_files` has patterns instead of paths, so that path guards check every such call. It reads no `file_path`: one that a model
 * adds gets another name.
 */
export const geminiTools: ToolWords = new ToolWords(
  [
    { tool: 'Bash', native: 'run_shell_command' },
    { tool: 'Read', native: 'read_many_files', arguments: [{ key: '_file_path', native: 'file_path' }] },
    { tool: 'Read', native: 'read_file' },
    { tool: 'Write', native: 'write_file' },
    { tool: 'Edit', native: 'replace' },
    { tool: 'Grep', native: 'search_file_content', arguments: directory },
    { tool: 'Grep', native: 'grep_search', arguments: directory },
    { tool: 'Glob', native: 'glob', arguments: directory },
    { tool: 'LS', native: 'list_directory', arguments: directory },
    { tool: 'WebFetch', native: 'web_fetch' },
    { tool: 'WebSearch', native: 'google_web_search' },
    { tool: 'Agent', native: 'invoke_agent' },
  ],
  [
    ...[
      'activate_skill',
      'ask_user',
      'complete_task',
      'enter_plan_mode',
      'exit_plan_mode',
      'get_internal_docs',
    ],
    ...['list_mcp_resources', 'read_mcp_resource', 'save_memory', 'update_topic', 'write_todos'],
  ],
);

/** `mcp_SERVER_TOOL`; the payload may have both parts. Otherwise the server ends at the next underscore. */
export function geminiMcpName({ tool_name: name, mcp_context: context }: JsonObject): string | null {
  if (isJsonObject(context)) {
    const { server_name: server, tool_name: tool } = context;
    if (typeof server === 'string' && typeof tool === 'string') return `mcp__${server}__${tool}`;
  }
  const [, server, tool] = /^mcp_([^_]+)_(.+)$/s.exec(typeof name === 'string' ? name : '') ?? [];
  return server === undefined ? null : `mcp__${server}__${tool}`;
}

/** The name of a tool of an MCP server that another agent called. */
export function geminiMcpWord({ server, tool }: { readonly server: string; readonly tool: string }): string {
  return `mcp_${server}_${tool}`;
}
