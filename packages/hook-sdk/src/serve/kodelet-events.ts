import type { EventName, JsonObject, JsonValue } from '@hookmd/core/events';
import { isPlainObject } from '../plain-json.ts';
import { viewTool } from '../tool-view.ts';
import { fromToolOutput } from './kodelet-output.ts';
import { canonicalTool, toCanonicalInput } from './kodelet-tools.ts';

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
const rows: readonly EventRow[] = [
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
  return rows.find((row) => row.event === event)?.nativeEvent;
}

/** Kodelet's payload as an event of the catalogue. Throws for an unknown event. */
export function readKodeletEvent(payload: JsonObject, env: NodeJS.ProcessEnv): JsonObject {
  const nativeEvent = textOf(payload['event']);
  const row = rows.find(
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
