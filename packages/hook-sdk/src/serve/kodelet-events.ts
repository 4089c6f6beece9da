import type { EventName, JsonObject, JsonValue, ToolKind, ToolView } from '@hookmd/core/events';
import { isPlainObject } from '../plain-json.ts';
import { fromToolOutput } from './kodelet-output.ts';

/** One of Kodelet's events, with its event and its fields in the catalogue. */
interface EventRow {
  readonly nativeEvent: string;
  readonly event: EventName;
  /** Of several rows with the same native event, the first that holds is used. */
  readonly holds?: (payload: JsonObject) => boolean;
  readonly fields: (payload: JsonObject) => JsonObject;
}

const NO_USAGE = { input_tokens: 0, output_tokens: 0, current_context_window: 0, max_context_window: 0 };

/** Source: Kodelet's documentation of its hooks, "Payload Structures". */
const eventRows: readonly EventRow[] = [
  { nativeEvent: 'before_tool_call', event: 'PreToolUse', fields: toolCall },
  {
    nativeEvent: 'after_tool_call',
    event: 'PostToolUseFailure',
    holds: (payload) => objectAt(payload, 'tool_output')['success'] === false,
    fields: (payload) => ({
      ...toolCall(payload),
      error: textOf(objectAt(payload, 'tool_output')['error']),
    }),
  },
  {
    nativeEvent: 'after_tool_call',
    event: 'PostToolUse',
    fields: (payload) => ({
      ...toolCall(payload),
      tool_response: fromToolOutput(objectAt(payload, 'tool_output')),
    }),
  },
  {
    nativeEvent: 'user_message_send',
    event: 'UserPromptSubmit',
    fields: ({ message }) => ({ prompt: textOf(message) }),
  },
  {
    nativeEvent: 'agent_stop',
    event: 'Stop',
    fields: (payload) => ({
      stop_hook_active: false,
      continuations: 0,
      ...pick(
        payload,
        'messages',
        'invoked_recipe',
        'usage',
        'auto_compact_enabled',
        'auto_compact_threshold',
      ),
    }),
  },
  {
    nativeEvent: 'after_turn',
    event: 'TurnEnd',
    fields: (payload) => ({
      turn_number: 0,
      tools_used: false,
      usage: NO_USAGE,
      auto_compact_enabled: false,
      ...pick(
        payload,
        'turn_number',
        'tools_used',
        'usage',
        'auto_compact_enabled',
        'auto_compact_threshold',
      ),
    }),
  },
];

/** Kodelet's name of an event; undefined = it has none. */
export function kodeletEvent(event: EventName): string | undefined {
  return eventRows.find((row) => row.event === event)?.nativeEvent;
}

/** Kodelet's payload as an event of the catalogue. Throws for an unknown event. */
export function readKodeletEvent(payload: JsonObject, env: NodeJS.ProcessEnv): JsonObject {
  const nativeEvent = textOf(payload['event']);
  const row = eventRows.find(
    (candidate) => candidate.nativeEvent === nativeEvent && (candidate.holds?.(payload) ?? true),
  );
  if (row === undefined) throw new Error(`"${nativeEvent}" is no event of Kodelet that has hooks`);
  const cwd = textOf(payload['cwd']) || process.cwd();
  return {
    schema: 'hookmd.event/1',
    hook_event_name: row.event,
    event_id: env['HOOK_TRACE_ID'] ?? '',
    session_id: textOf(payload['conv_id']),
    turn_id: null,
    cwd,
    project_dir: env['HOOK_PROJECT_DIR'] ?? cwd,
    transcript_path: null,
    permission_mode: null,
    invoked_by: payload['invoked_by'] === 'subagent' ? 'subagent' : 'main',
    agent: { name: 'kodelet', version: null, native_event: nativeEvent },
    ...row.fields(payload),
    raw: payload,
  };
}

function toolCall(payload: JsonObject): JsonObject {
  const native = textOf(payload['tool_name']);
  const tool = canonicalTool(native);
  const input = toCanonicalInput(native, objectAt(payload, 'tool_input'));
  return {
    tool: { ...viewTool(tool, native, input) } as unknown as JsonObject,
    tool_name: tool,
    tool_input: input,
    tool_use_id: textOf(payload['tool_user_id']),
  };
}

function pick(payload: JsonObject, ...names: readonly string[]): JsonObject {
  const there = names.filter((name) => payload[name] !== undefined && payload[name] !== null);
  return Object.fromEntries(there.map((name) => [name, payload[name]]));
}

export function objectAt(payload: JsonObject, key: string): JsonObject {
  const value = payload[key];
  return isPlainObject(value) ? (value as JsonObject) : {};
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** The kind of each of Claude's tools, and the argument with its path. */
const claudeTools: Readonly<Record<string, readonly [kind: ToolKind, path?: string]>> = {
  Bash: ['shell'],
  Read: ['read', 'file_path'],
  NotebookRead: ['read', 'notebook_path'],
  Edit: ['edit', 'file_path'],
  MultiEdit: ['edit', 'file_path'],
  Delete: ['edit', 'file_path'],
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
  const [kind = 'other', path] = (Object.hasOwn(claudeTools, name) ? claudeTools[name] : undefined) ?? [];
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

const { stringify } = JSON;

/** An argument with another name; `unit`: how many canonical units one native unit is. */
type Rename = readonly [key: string, native: string, unit?: number];

interface ToolRow {
  readonly tool: string;
  readonly native: string;
  readonly renames?: readonly Rename[];
}

/** Source: Kodelet's tool descriptions. A test compares the table with core's Kodelet protocol. */
const toolRows: readonly ToolRow[] = [
  { tool: 'Bash', native: 'bash', renames: [['timeout', 'timeout', 1000]] },
  { tool: 'Read', native: 'file_read', renames: [['limit', 'line_limit']] },
  { tool: 'Write', native: 'file_write', renames: [['content', 'text']] },
  {
    tool: 'Edit',
    native: 'file_edit',
    renames: [
      ['old_string', 'old_text'],
      ['new_string', 'new_text'],
    ],
  },
  { tool: 'Grep', native: 'grep_tool', renames: [['glob', 'include']] },
  { tool: 'Glob', native: 'glob_tool' },
  { tool: 'WebFetch', native: 'web_fetch' },
  { tool: 'Agent', native: 'subagent', renames: [['prompt', 'question']] },
];

const rowOf = (native: string): ToolRow | undefined => toolRows.find((row) => row.native === native);

/** A tool that is not in the table keeps its name. */
export function canonicalTool(native: string): string {
  return rowOf(native)?.tool ?? native;
}

/** Arguments with canonical names. An argument whose name is taken swaps names with the other one, so that no value gets lost. */
export function toCanonicalInput(native: string, input: JsonObject): JsonObject {
  const renames = renamesOf(native);
  return mapEntries(input, (name, value) => {
    const rename = renames.find(([, from]) => from === name);
    if (rename !== undefined) return [rename[0], times(value, rename[2] ?? 1)];
    const taken = renames.find(([key, from]) => key === name && Object.hasOwn(input, from));
    return [taken?.[1] ?? name, value];
  });
}

/** The input that a hook made of `before`, with Kodelet's names. Untouched arguments are exactly as before. */
export function toNativeInput(native: string, before: JsonObject, input: JsonObject): JsonObject {
  // An argument that Kodelet sent with the canonical name keeps it.
  const renames = renamesOf(native).filter(
    ([key, name]) => Object.hasOwn(before, name) || !Object.hasOwn(before, key),
  );
  const shown = toCanonicalInput(native, before);
  return mapEntries(input, (key, value) => {
    const taken = renames.find(([canonical, name]) => name === key && Object.hasOwn(input, canonical))?.[0];
    const [, name, unit = 1] = renames.find(([canonical]) => canonical === key) ?? [key, taken ?? key];
    const isUntouched = Object.hasOwn(before, name) && stringify(shown[key]) === stringify(value);
    return [name, isUntouched ? before[name] : times(value, 1 / unit)];
  });
}

function renamesOf(native: string): readonly Rename[] {
  return rowOf(native)?.renames ?? [];
}

function mapEntries(
  input: JsonObject,
  map: (key: string, value: JsonValue | undefined) => readonly [string, JsonValue | undefined],
): JsonObject {
  return Object.fromEntries(Object.entries(input).map(([key, value]) => map(key, value)));
}

function times(value: JsonValue | undefined, factor: number): JsonValue | undefined {
  if (typeof value !== 'number' || factor === 1) return value;
  // Seconds may have a fraction; milliseconds have none.
  return factor > 1 ? Math.round(value * factor) : value * factor;
}
