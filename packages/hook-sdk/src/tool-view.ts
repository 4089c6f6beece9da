import type { JsonObject, ToolKind, ToolView } from '@hookmd/core/events';

/** The kind of each of Claude's tools, and the argument with its path. */
const rows: Readonly<Record<string, readonly [kind: ToolKind, path?: string]>> = {
  Bash: ['shell'],
  Read: ['read', 'file_path'],
  NotebookRead: ['read', 'notebook_path'],
  Edit: ['edit', 'file_path'],
  MultiEdit: ['edit', 'file_path'],
  NotebookEdit: ['edit', 'notebook_path'],
  Write: ['write', 'file_path'],
  Grep: ['search', 'path'],
  Glob: ['search', 'path'],
  LS: ['search', 'path'],
  WebFetch: ['web'],
  WebSearch: ['web'],
  Task: ['agent'],
  Agent: ['agent'],
};

/** The view of a tool call that the runtime adds to events, for tests and Kodelet, where there is no runtime. */
export function viewTool(name: string, nativeName: string, input: JsonObject): ToolView {
  const [kind = 'other', path] = (Object.hasOwn(rows, name) ? rows[name] : undefined) ?? [];
  const mcp = /^mcp__(.+?)__(.+)$/s.exec(name);
  const command = kind === 'shell' ? textAt(input, 'command') : null;
  const value = path === undefined ? null : textAt(input, path);
  return {
    kind: mcp === null ? kind : 'mcp',
    native_name: nativeName,
    command,
    paths: value === null || value === '' ? [] : [value],
    mcp: mcp === null ? null : { server: mcp[1] ?? '', tool: mcp[2] ?? '' },
  };
}

function textAt(input: JsonObject, key: string): string | null {
  const value = Object.hasOwn(input, key) ? input[key] : undefined;
  return typeof value === 'string' ? value : null;
}
