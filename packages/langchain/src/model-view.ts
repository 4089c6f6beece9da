import { isSameJson, type JsonObject, type JsonValue, type Usage } from '@hookmd/core/events';
import type { ModelGo } from '@hookmd/library';
import { asJson, isBinary, mergeJson, usageFrom } from '@hookmd/library/adapter';
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

interface Block {
  readonly type: string;
  readonly id?: unknown;
  readonly text?: unknown;
}
type Call = NonNullable<AIMessage['tool_calls']>[number];

/** The field that hooks get and may change as text, by the type of a block. */
const textFields: Readonly<Record<string, string>> = {
  text: 'text',
  reasoning: 'reasoning',
  thinking: 'thinking',
};

/** The field with the input of a call in the content, by the type of a block. */
const callBlocks: Readonly<Record<string, string>> = { tool_use: 'input', tool_call: 'args' };

/**
 * A response as hooks get it: a list of its parts, `{type: 'text', text}`, `{type: 'reasoning', text}` and
 * `{type: 'tool-call', toolName, input}`; other parts have only their type.
 */
export function responseAsJson(response: AIMessage): readonly JsonObject[] {
  return [
    ...blocksOf(response).map((block): JsonObject => {
      const { type } = block;
      const field = textFields[type];
      if (field === undefined) return { type };
      return { type: type === 'text' ? 'text' : 'reasoning', text: String(Reflect.get(block, field)) };
    }),
    ...callsOf(response).map(({ name, args }) => ({
      type: 'tool-call',
      toolName: name,
      input: JSON.stringify(args),
    })),
  ];
}

/** The response that hooks left: part by part where it is still such a list, else one text. */
export function responseFrom(response: AIMessage, left: unknown): AIMessage {
  const blocks = blocksOf(response);
  const calls = callsOf(response);
  const args = Array.isArray(left) ? left.slice(blocks.length).map(inputIn) : [];
  if (!Array.isArray(left) || left.length !== blocks.length + calls.length || args.includes(null))
    return rebuilt(response, typeof left === 'string' ? left : JSON.stringify(left), []);
  const leftCalls = calls.map((call, at): Call => ({ ...call, args: args[at] as Call['args'] }));
  const content = blocks.map((block, at) => ({ ...block, ...fieldsOf(block, left[at], leftCalls) }));
  const isText = typeof response.content === 'string';
  return rebuilt(response, isText ? String(content[0]?.text ?? '') : content, leftCalls);
}

/** Without the provider's metadata, which has the old response. */
function rebuilt(response: AIMessage, content: unknown, calls: Call[]): AIMessage {
  const { id, usage_metadata: usage, response_metadata: metadata } = response;
  const { output_version: version } = metadata as { output_version?: string };
  return new AIMessage({
    content: content as string,
    tool_calls: calls,
    ...(id === undefined ? {} : { id }),
    ...(usage === undefined ? {} : { usage_metadata: usage }),
    response_metadata: version === undefined ? {} : { output_version: version },
  } as ConstructorParameters<typeof AIMessage>[0]);
}

function fieldsOf(block: Block, left: unknown, calls: readonly Call[]): object {
  const field = textFields[block.type];
  const text = (left as { readonly text?: unknown } | null)?.text;
  if (field !== undefined && typeof text === 'string') return { [field]: text };
  const input = callBlocks[block.type];
  const call = calls.find(({ id }) => id === block.id);
  return input === undefined || call === undefined ? {} : { [input]: call.args };
}

function blocksOf({ content }: AIMessage): readonly Block[] {
  if (typeof content !== 'string') return content as readonly Block[];
  return content === '' ? [] : [{ type: 'text', text: content }];
}

function callsOf({ tool_calls: calls = [] }: AIMessage): readonly Call[] {
  return calls;
}

/** The input of a tool call that hooks left; null where it is not JSON. */
function inputIn(part: JsonValue): unknown {
  try {
    const input: unknown = JSON.parse(String((part as { readonly input?: unknown } | null)?.input));
    return typeof input === 'object' ? input : null;
  } catch {
    return null;
  }
}

/** Tokens as events have them. `windowTokens`: the size of the model's context; 0 = unknown. */
export function usageOf({ usage_metadata: usage }: AIMessage, windowTokens: number): Usage {
  const { input_tokens: input = 0, output_tokens: output = 0 } = usage ?? {};
  return usageFrom(input, output, windowTokens);
}
