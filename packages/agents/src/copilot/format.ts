import {
  type HookEvent,
  isJsonObject,
  isSameJson,
  type JsonObject,
  type JsonValue,
} from '@hookmd/core/events';
import {
  canonicalCopilotCall,
  copilot,
  copilotArguments,
  copilotCall,
  copilotFields,
  likeSent,
} from '@hookmd/core/protocols';
import type { Integration } from '../integration.ts';

/** What the agent sent, as it sent it: hooks of Copilot get the arguments as text. `raw` keeps the whole payload. */
export const format: Integration['format'] = {
  ...copilot,
  writeEvent(event): JsonObject {
    const { raw } = event;
    const base = isJsonObject(raw) && raw['sessionId'] !== undefined ? raw : fieldsOf(event);
    const call = copilotCall(event);
    if (call === null) return base;
    const input = base['toolInput'] === undefined ? 'toolArgs' : 'toolInput';
    return {
      ...base,
      toolName: call.name,
      [input]: asSent(base[input], call, event),
      ...(event['tool_response'] === undefined ? {} : { toolResult: event['tool_response'] as JsonValue }),
    };
  },
};

/** An unchanged input keeps its bytes. */
function asSent(
  sent: JsonValue | undefined,
  { name, input: native }: NonNullable<ReturnType<typeof copilotCall>>,
  { tool_input: input = {} }: HookEvent,
): JsonValue {
  const before = copilotArguments(name, sent);
  const isSame = before !== null && isSameJson(canonicalCopilotCall(name, before).input, input);
  return isSame ? (sent as JsonValue) : likeSent(sent, native);
}

/** The fields of an event from elsewhere. */
function fieldsOf(event: HookEvent): JsonObject {
  const { toolInput, ...rest } = copilotFields(event);
  return toolInput === undefined ? rest : { ...rest, toolArgs: toolInput };
}
