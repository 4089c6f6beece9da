import type { JsonObject, JsonValue, Usage } from '@hookmd/core/events';
import { usageFrom } from '@hookmd/library/adapter';
import { AIMessage } from '@langchain/core/messages';

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
