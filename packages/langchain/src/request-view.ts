import { isSameJson, type JsonObject } from '@hookmd/core/events';
import type { ModelGo } from '@hookmd/library';
import { asJson, isBinary, mergeJson } from '@hookmd/library/adapter';
import { AIMessage, type BaseMessage, type SystemMessage } from '@langchain/core/messages';
import { textsOfHooks, withFields } from './messages.ts';
import type { ModelCall } from './shapes.ts';

const roles: Readonly<Record<string, string>> = { human: 'user', ai: 'assistant' };

/** The fields of a message that a provider may get. */
const sentFields = [
  'content',
  'tool_calls',
  'invalid_tool_calls',
  'additional_kwargs',
  'response_metadata',
] as const;

/** A call of the model as hooks get it. */
interface RequestView {
  readonly messages: readonly JsonObject[];
  readonly tools: readonly { readonly name: string }[];
}

/** Messages as JSON, the system message first, with `null` in place of files. */
export function viewOf(
  { messages, systemMessage, tools }: ModelCall,
  nameOf: (tool: string) => string,
): RequestView {
  return {
    messages: [...systemOf(systemMessage), ...messages].map(messageAsJson),
    tools: tools.map((tool) => {
      const { name, type, description } = tool as { name?: string; type?: string; description?: string };
      return {
        name: nameOf(name ?? type ?? 'unnamed'),
        ...(description === undefined ? {} : { description }),
      };
    }),
  };
}

/** The call of the model that hooks left, with the texts that they added as messages of the user. */
export function requestFor(
  call: ModelCall,
  view: RequestView,
  go: ModelGo<JsonObject, RequestView['tools'][number]>,
  remarks: readonly string[],
): ModelCall {
  const added = [...remarks, ...go.hints, ...go.context];
  const system = systemOf(call.systemMessage);
  const left = [...system, ...call.messages].map((message, at) =>
    restore(message, view.messages[at] ?? {}, go.messages[at] ?? {}),
  );
  const [first] = left;
  return {
    ...call,
    messages: [...left.slice(system.length), ...textsOfHooks(added)],
    ...(system.length > 0 && first !== system[0] ? { systemMessage: first as SystemMessage } : {}),
    tools:
      go.tools === view.tools
        ? call.tools
        : call.tools.filter((_, at) => go.tools.includes(view.tools[at] as never)),
  };
}

function systemOf(message: SystemMessage): readonly BaseMessage[] {
  return message.text === '' ? [] : [message];
}

function messageAsJson(message: BaseMessage): JsonObject {
  const fields = sentFields.flatMap((field) => {
    const value = Reflect.get(message, field) as unknown;
    return isEmpty(value) && field !== 'content' ? [] : [[field, asJson(value, isBinary)] as const];
  });
  const { tool_call_id: call } = message as { tool_call_id?: string };
  return {
    role: roles[message.type] ?? message.type,
    ...(call === undefined ? {} : { tool_call_id: call }),
    ...Object.fromEntries(fields),
  };
}

/** The message as hooks left it: the same object where they left it alone. */
function restore(message: BaseMessage, given: JsonObject, left: JsonObject): BaseMessage {
  const changed = sentFields.flatMap((field) =>
    isSameJson(given[field], left[field])
      ? []
      : [[field, mergeJson(Reflect.get(message, field), given[field], left[field])] as const],
  );
  if (changed.length === 0) return message;
  // The pieces in which the calls arrived have the old ones.
  const pieces =
    AIMessage.isInstance(message) && 'tool_call_chunks' in message ? { tool_call_chunks: [] } : {};
  return withFields(message, { ...Object.fromEntries(changed), ...pieces });
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || Object.keys(value).length === 0;
}
