import type { Decision } from '../../events/decision.ts';
import type { HookEvent } from '../../events/event.ts';
import { type EventName, eventRow, fieldNames, isToolEvent } from '../../events/events.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../events/json.ts';
import { pick, textOf } from '../fields.ts';
import { foreignWord } from '../foreign-names.ts';
import type { Format, PartialEvent } from '../format.ts';
import { readKodeletOutput } from './read-output.ts';
import { fromMetadata, kodeletTools, writeToolOutput } from './tools.ts';

const NO_USAGE = { input_tokens: 0, output_tokens: 0, current_context_window: 0, max_context_window: 0 };

/** The fields of one of Kodelet's events, both ways. */
interface Shape {
  readonly write: (event: HookEvent) => JsonObject;
  readonly read: (native: JsonObject) => PartialEvent;
}

const toolWords: Shape = {
  write(event) {
    const { name, input } = kodeletTools.toNative(event.tool_name ?? '', event.tool_input ?? {});
    return { tool_name: name, tool_input: input };
  },
  read(native) {
    const input = isJsonObject(native['tool_input']) ? native['tool_input'] : {};
    const call = kodeletTools.toCanonical(textOf(native['tool_name']), input);
    return { tool_name: call.name, tool_input: call.input };
  },
};

const toolCall: Shape = {
  write: (event) => ({ ...toolWords.write(event), tool_user_id: textOf(event['tool_use_id']) }),
  read: (native) => ({ ...toolWords.read(native), tool_use_id: textOf(native['tool_user_id']) }),
};

const toolResult: Shape = {
  write(event) {
    const call = toolCall.write(event);
    const { tool_user_id, ...rest } = call;
    return { ...rest, tool_output: writeToolOutput(event, textOf(call['tool_name'])), tool_user_id };
  },
  read(native) {
    const output = isJsonObject(native['tool_output']) ? native['tool_output'] : {};
    const result =
      output['success'] === false
        ? { error: textOf(output['error']) }
        : { tool_response: fromMetadata(output['metadata']) };
    return { ...toolCall.read(native), ...result };
  },
};

/** Fields that have the same name in both languages. */
function same(...names: readonly string[]): Shape {
  const copy = (from: Readonly<Record<string, unknown>>): JsonObject => pick(from, names);
  return { write: copy, read: copy };
}

function withDefaults(shape: Shape, defaults: JsonObject): Shape {
  return { write: (event) => ({ ...defaults, ...shape.write(event) }), read: shape.read };
}

const compaction = ['usage', 'auto_compact_enabled', 'auto_compact_threshold'];

/** Source: Kodelet's documentation of its hooks, "Payload Structures"; `turn_end` as its code has it. */
const shapes: Readonly<Record<string, Shape>> = {
  before_tool_call: toolCall,
  after_tool_call: toolResult,
  user_message_send: {
    write: (event) => ({ message: textOf(event['prompt']) }),
    read: (native) => ({ prompt: textOf(native['message']) }),
  },
  agent_stop: withDefaults(same('messages', 'invoked_recipe', ...compaction), {
    messages: [],
    usage: NO_USAGE,
    auto_compact_enabled: false,
  }),
  after_turn: same('turn_number', 'tools_used', ...compaction),
  turn_end: withDefaults(same('response', 'turn_number'), { response: '' }),
};

/** Kodelet's executable hooks. */
export const kodelet: Format = {
  id: 'kodelet',
  readEvent(native: JsonObject, event: EventName): PartialEvent {
    const name = textOf(native['event']) || (foreignWord('kodelet', event) ?? event);
    return {
      hook_event_name: event,
      ...(native['conv_id'] === undefined ? {} : { session_id: textOf(native['conv_id']) }),
      ...same('cwd', 'invoked_by', 'recipe_name').read(native),
      ...shapeOf(name, event).read(native),
    };
  },
  writeEvent(event: HookEvent, name: string): JsonObject {
    const word = wordFor(event, name);
    const hostAction = textOf(event['recipe_name']);
    return {
      event: word,
      conv_id: event.session_id,
      ...shapeOf(word, event.hook_event_name).write(event),
      cwd: event.cwd,
      invoked_by: event.invoked_by,
      ...(hostAction === '' ? {} : { recipe_name: hostAction }),
    };
  },
  readOutput: (document: JsonValue, event: HookEvent, name: string) =>
    readKodeletOutput(document, event, wordFor(event, name)),
  writeDecision: writeOutput,
};

/** An event that Kodelet has no word for has the fields of the catalogue, and the tool in Kodelet's words. */
function shapeOf(word: string, event: EventName): Shape {
  const shape = Object.hasOwn(shapes, word) ? shapes[word] : undefined;
  if (shape !== undefined) return shape;
  const fields = same(...fieldNames(event));
  if (!isToolEvent(event)) return fields;
  return {
    write: (whole) => ({ ...fields.write(whole), ...toolWords.write(whole) }),
    read: (native) => ({ ...fields.read(native), ...toolWords.read(native) }),
  };
}

/** Its own word, also for a hook whose manifest uses a canonical name. */
function wordFor(event: HookEvent, name: string): string {
  return Object.hasOwn(shapes, name) ? name : (foreignWord('kodelet', event.hook_event_name) ?? name);
}

function writeOutput(decision: Decision, event: HookEvent): JsonObject | null {
  const output: Record<string, JsonValue> = {};
  if (decision.decision === 'block' || decision.decision === 'ask') {
    output['blocked'] = true;
    output['reason'] = decision.reason ?? 'blocked by a hook';
  } else if (decision.changed.length > 0 && decision.input !== null) {
    output['blocked'] = false;
    output['input'] = kodeletTools.toNative(event.tool_name ?? '', decision.input).input;
  }
  if (decision.output !== null) {
    const field = eventRow(event.hook_event_name).output ?? '';
    const changed = { ...event, [field]: decision.output };
    output['output'] = toolResult.write(changed)['tool_output'] ?? null;
  }
  if (decision.messages !== null) Object.assign(output, { result: 'mutate', messages: decision.messages });
  if (decision.callback !== null) {
    const { name, args } = decision.callback;
    Object.assign(output, { result: 'callback', callback: name, callback_args: args });
  }
  if (decision.followUps.length > 0) output['follow_up_messages'] = decision.followUps;
  return Object.keys(output).length > 0 ? output : null;
}
