import { isJsonObject, isSameJson, type JsonObject, type JsonValue } from '@hookmd/core/events';
import { type ToolCallWords, ToolWords } from '@hookmd/core/protocols';
import { readBlocks } from './blocks.ts';

const path = { key: 'file_path', native: 'path' };

/** Tools whose arguments differ only in their names. Source: the extension of 2026-08, and 3.0.65. */
const words = new ToolWords([
  { tool: 'Bash', native: 'execute_command' },
  { tool: 'Read', native: 'read_file', arguments: [path] },
  { tool: 'Write', native: 'new_rule', arguments: [path] },
  { tool: 'Write', native: 'write_to_file', arguments: [path] },
  { tool: 'Edit', native: 'replace_in_file', arguments: [path] },
  { tool: 'Grep', native: 'search_files', arguments: [{ key: 'pattern', native: 'regex' }] },
  { tool: 'LS', native: 'list_files' },
  { tool: 'WebFetch', native: 'web_fetch' },
  { tool: 'Grep', native: 'search_codebase' },
  { tool: 'WebFetch', native: 'fetch_web_content' },
  { tool: 'Agent', native: 'spawn_agent' },
]);

/** Tools without a canonical name. */
export const otherTools: readonly string[] = [
  ...['access_mcp_resource', 'ask_followup_question', 'ask_question', 'attempt_completion', 'browser_action'],
  ...['list_code_definition_names', 'new_task', 'plan_mode_respond', 'skills', 'use_mcp_tool'],
];

/** A call whose arguments have another shape than those of the canonical tool. */
interface Shape {
  read(input: JsonObject): ToolCallWords;
  /** `sent` is the input from Cline; null = the call is from elsewhere. */
  write(input: JsonObject, sent: JsonObject | null): JsonObject;
}

const replacing = [
  { key: 'file_path', native: 'path' },
  { key: 'old_string', native: 'old_text' },
  { key: 'new_string', native: 'new_text' },
];
const editing = new ToolWords([{ tool: 'Edit', native: 'editor', arguments: replacing }]);
const writing = new ToolWords([
  { tool: 'Write', native: 'editor', arguments: [path, { key: 'content', native: 'new_text' }] },
]);

/** Tools of the command line, and the one of the extension that edits. */
const shapes: Readonly<Record<string, Shape>> = {
  replace_in_file: {
    read(given) {
      const { name, input } = words.toCanonical('replace_in_file', given);
      const { diff, ...rest } = input;
      const edits = typeof diff === 'string' ? readBlocks(diff) : null;
      return edits === null ? { name, input } : { name: 'MultiEdit', input: { ...rest, edits } };
    },
    write: (input) => words.inputFor('replace_in_file', input),
  },
  // Several commands are one script, so that shell guards see each of them.
  run_commands: {
    // It does not run a `command` that a model adds.
    read(input) {
      const { commands, command: _, ...rest } = input;
      const script = scriptOf(commands);
      if (script !== null) return { name: 'Bash', input: { ...rest, command: script } };
      return { name: 'Bash', input: commands === undefined ? input : { ...rest, commands } };
    },
    write({ command, ...rest }, sent) {
      if (command === undefined) return rest;
      const before = sent?.['commands'];
      return { commands: scriptOf(before) === command ? (before ?? null) : [command], ...rest };
    },
  },
  editor: {
    read: (input) => (isEditing(input) ? editing : writing).toCanonical('editor', input),
    write: (input) => (isEditing(input) ? editing : writing).inputFor('editor', input),
  },
  // The paths are added for guards; the tool still reads what was sent.
  read_files: {
    read(given) {
      const { file_path: _, ...input } = given;
      const paths = pathsOf(input);
      return { name: 'Read', input: paths === null ? input : { ...input, file_path: paths } };
    },
    write({ file_path: _, ...input }) {
      return input;
    },
  },
  use_mcp_tool: {
    read(input) {
      const { server_name: server, tool_name: tool, arguments: given } = input;
      if (typeof server !== 'string' || typeof tool !== 'string') return { name: 'use_mcp_tool', input };
      const parsed = parseObject(given);
      return { name: `mcp__${server}__${tool}`, input: parsed ?? input };
    },
    write(input, sent) {
      if (sent === null || parseObject(sent['arguments']) === null) return input;
      const isText = typeof sent['arguments'] === 'string';
      return { ...sent, arguments: isText ? JSON.stringify(input) : input };
    },
  },
};

/** Tools with a canonical name. */
export const nativeTools: readonly string[] = [...words.names, 'run_commands', 'editor', 'read_files'];

export function readCall(name: string, input: JsonObject): ToolCallWords {
  const shape = Object.hasOwn(shapes, name) ? shapes[name] : undefined;
  return shape?.read(input) ?? words.toCanonical(name, input);
}

/** A canonical input as the tool reads it; an unchanged input keeps its bytes. */
export function writeInput(name: string, input: JsonObject, sent: JsonObject | null): JsonObject {
  if (sent !== null && isSameJson(readCall(name, sent).input, input)) return sent;
  const shape = Object.hasOwn(shapes, name) ? shapes[name] : undefined;
  return shape?.write(input, sent) ?? words.inputFor(name, input);
}

/** Cline's name of a canonical tool. */
export function nativeTool(tool: string): string {
  return words.toNative(tool, {}).name;
}

/** It inserts at a line, or replaces a text; else it writes a whole file. */
function isEditing({ old_text: native, old_string: canonical, insert_line: line }: JsonObject): boolean {
  return typeof (native ?? canonical) === 'string' || typeof line === 'number';
}

function scriptOf(commands: JsonValue | undefined): string | null {
  if (typeof commands === 'string') return commands;
  if (!Array.isArray(commands) || commands.length === 0) return null;
  return commands.every((command) => typeof command === 'string') ? commands.join('\n') : null;
}

/** Every path of `files` and `file_paths`; null = one is not a path, so that a guard must check the call. */
function pathsOf({ files = [], file_paths: more = [] }: JsonObject): readonly string[] | null {
  if (!Array.isArray(files) || !Array.isArray(more)) return null;
  const paths = [...files, ...more].map((file: JsonValue) => (isJsonObject(file) ? file['path'] : file));
  return paths.length > 0 && paths.every((path) => typeof path === 'string') ? (paths as string[]) : null;
}

function parseObject(value: JsonValue | undefined): JsonObject | null {
  if (isJsonObject(value)) return value;
  if (typeof value !== 'string') return null;
  try {
    const parsed = JSON.parse(value) as JsonValue;
    return isJsonObject(parsed) ? parsed : null;
  } catch {
    return null;
  }
}
