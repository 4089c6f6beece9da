import type { Decision } from '../../events/decision.ts';
import type { HookEvent } from '../../events/event.ts';
import { type EventName, isToolEvent } from '../../events/events.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../events/json.ts';
import { catalogueFields, textOf, toolOutputOf } from '../fields.ts';
import { foreignWord } from '../foreign-names.ts';
import type { Format, PartialEvent } from '../format.ts';
import { outputText } from '../replace-texts.ts';
import { readMicroclawOutput } from './read-output.ts';
import { microclawTools } from './tools.ts';

const PREVIEW_CHARACTERS = 500;

type Fields = (event: HookEvent) => JsonObject;

const toolCall: Fields = (event) => {
  const call = microclawTools.toNative(event.tool_name ?? '', event.tool_input ?? {});
  return { iteration: numberOf(event['iteration'], 1), tool_name: call.name, tool_input: call.input };
};

/** Fields beside the common ones, by event. Source: what MicroClaw 0.5.0 sends. */
const fieldsOf: Readonly<Partial<Record<EventName, Fields>>> = {
  PreModelCall: (event) => ({
    iteration: numberOf(event['iteration'], 1),
    system_prompt: textOf(event['system_prompt']),
    messages_len: lengthOf(event['messages']),
    tools_len: numberOf(event['tool_count'], 0),
  }),
  PreToolUse: toolCall,
  PostToolUse: (event) => ({ ...toolCall(event), result: resultOf(event, false) }),
  PostToolUseFailure: (event) => ({ ...toolCall(event), result: resultOf(event, true) }),
  Stop: turn,
  StopFailure: turn,
};

/** What MicroClaw ships: not its RFC. */
export const microclaw: Format = {
  id: 'microclaw',
  readEvent(native: JsonObject, event: EventName): PartialEvent {
    const { event: _, chat_id, tool_name, tool_input, result, messages_len, tools_len, ...rest } = native;
    const call =
      typeof tool_name === 'string'
        ? microclawTools.toCanonical(tool_name, isJsonObject(tool_input) ? tool_input : {})
        : null;
    const content = isJsonObject(result) ? (result['content'] ?? null) : null;
    return {
      ...rest,
      hook_event_name: event,
      ...(chat_id === undefined ? {} : { session_id: String(chat_id), chat_id }),
      ...(call === null ? {} : { tool_name: call.name, tool_input: call.input }),
      ...(tools_len === undefined ? {} : { tool_count: tools_len }),
      ...(event === 'PostToolUse' ? { tool_response: content } : {}),
      ...(event === 'PostToolUseFailure' ? { error: content } : {}),
    };
  },
  writeEvent(event: HookEvent, name: string): JsonObject {
    return {
      event: name === event.hook_event_name ? (foreignWord('microclaw', name) ?? name) : name,
      chat_id: (event['chat_id'] as JsonValue | undefined) ?? event.session_id,
      caller_channel: textOf(event['caller_channel']) || event.agent.name,
      ...(fieldsOf[event.hook_event_name] ?? otherFields)(event),
    };
  },
  readOutput: readMicroclawOutput,
  writeDecision: writeOutput,
};

function turn(event: HookEvent): JsonObject {
  const tools = event['tools_used'];
  return {
    iterations: numberOf(event['iterations'], 1),
    tools_used: Array.isArray(tools) ? (tools as readonly JsonValue[]) : [],
    response_preview: textOf(event['last_assistant_message']).slice(0, PREVIEW_CHARACTERS),
  };
}

function resultOf(event: HookEvent, isError: boolean): JsonObject {
  const content = outputText(toolOutputOf(event));
  return {
    content,
    is_error: isError,
    status_code: null,
    bytes: Buffer.byteLength(content),
    duration_ms: numberOf(event['duration_ms'], 0),
    error_type: isError ? 'tool_error' : null,
  };
}

/** An event that MicroClaw has no word for has the fields of the catalogue, and the tool in MicroClaw's words. */
function otherFields(event: HookEvent): JsonObject {
  const fields = catalogueFields(event);
  if (!isToolEvent(event.hook_event_name)) return fields;
  const call = microclawTools.toNative(event.tool_name ?? '', event.tool_input ?? {});
  return { ...fields, tool_name: call.name, tool_input: call.input };
}

function writeOutput(decision: Decision, event: HookEvent): JsonObject | null {
  if (decision.decision === 'block' || decision.decision === 'ask') {
    return { action: 'block', reason: decision.reason ?? 'blocked by a hook' };
  }
  const patch: Record<string, JsonValue> = {};
  if (decision.changed.length > 0 && decision.input !== null) {
    patch['tool_input'] = microclawTools.toNative(event.tool_name ?? '', decision.input).input;
  }
  if (decision.output !== null) patch['content'] = outputText(decision.output);
  if (Object.keys(patch).length > 0) return { action: 'modify', patch };
  const [feedback] = decision.feedback;
  return feedback === undefined ? null : { action: 'block', reason: feedback };
}

function lengthOf(value: unknown): number {
  return Array.isArray(value) ? value.length : 0;
}

function numberOf(value: unknown, absent: number): number {
  return typeof value === 'number' ? value : absent;
}
