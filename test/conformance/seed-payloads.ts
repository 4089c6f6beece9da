import { isObject } from './compare.ts';

/** The keys of a payload, as its document has them; `?` = it may be absent. */
type Keys = readonly string[];

interface System {
  /** A key that only payloads of this system have. */
  readonly mark: string | null;
  readonly common: Keys;
  readonly events: Readonly<Record<string, Keys>>;
}

const compaction = ['usage', 'auto_compact_enabled', 'auto_compact_threshold?'];
const call = ['tool_name', 'tool_input'];

const openclawEvents = [
  'agent:bootstrap',
  'command:new',
  'command:reset',
  'command:stop',
  'gateway:startup',
  'message:received',
  'message:sent',
  'session:auto-reset',
  'session:compact:before',
  'session:compact:after',
];

/** Kodelet's documentation, "Payload Structures"; shipped MicroClaw; the event of OpenClaw's hooks; RFC 0002 with the keys of contracts.md §2. */
const systems: readonly System[] = [
  {
    mark: 'conv_id',
    common: ['event', 'conv_id', 'cwd', 'invoked_by', 'recipe_name?'],
    events: {
      before_tool_call: [...call, 'tool_user_id'],
      after_tool_call: [...call, 'tool_user_id', 'tool_output'],
      user_message_send: ['message'],
      agent_stop: ['messages', 'invoked_recipe?', ...compaction],
      after_turn: ['turn_number', 'tools_used', ...compaction],
      turn_end: ['response', 'turn_number'],
    },
  },
  {
    mark: 'chat_id',
    common: ['event', 'chat_id', 'caller_channel'],
    events: {
      BeforeLLMCall: ['iteration', 'system_prompt', 'messages_len', 'tools_len'],
      BeforeToolCall: ['iteration', ...call],
      AfterToolCall: ['iteration', ...call, 'result'],
      AfterTurn: ['iterations', 'tools_used', 'response_preview'],
    },
  },
  {
    mark: 'sessionKey',
    common: ['type', 'action', 'sessionKey', 'timestamp', 'messages', 'context'],
    events: Object.fromEntries(openclawEvents.map((name) => [name, []])),
  },
  {
    mark: null,
    common: ['event'],
    events: {
      BeforeLLMCall: ['provider', 'model', 'iteration', 'tool_count', 'messages'],
      BeforeToolCall: ['tool_name', 'arguments', 'session_key', 'channel'],
      AfterToolCall: ['tool_name', 'arguments', 'session_key', 'channel', 'result?', 'error?'],
    },
  },
];

/** What is wrong with the payload of a seed system; null = it is of none. An event that a system has no word for is free. */
export function seedPayloadProblems(payload: unknown): readonly string[] | null {
  if (!isObject(payload) || 'hook_event_name' in payload) return null;
  const name = 'sessionKey' in payload ? `${payload.type}:${payload.action}` : payload.event;
  if (typeof name !== 'string') return null;
  const system = systems.find(({ mark }) => mark === null || mark in payload);
  const current = system?.events[name];
  if (system === undefined || current === undefined) return [];
  const keys = [...system.common, ...current];
  const known = keys.map((key) => key.replace('?', ''));
  return [
    ...keys.filter((key) => !key.endsWith('?') && !(key in payload)).map((key) => `${key} is missing`),
    ...Object.keys(payload).flatMap((key) => (known.includes(key) ? [] : [`${key} is no key of it`])),
  ];
}
