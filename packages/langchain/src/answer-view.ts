import type { JsonObject, JsonValue } from '@hookmd/core/events';
import { AIMessage } from '@langchain/core/messages';

interface Block {
  readonly type: string;
  readonly id?: unknown;
  readonly text?: unknown;
}
type Call = NonNullable<AIMessage['tool_calls']>[number];

/** The field of a block that hooks read and may change as text, by the type of the block. */
const textFields: Readonly<Record<string, string>> = {
  text: 'text',
  reasoning: 'reasoning',
  thinking: 'thinking',
};

/** Calls stand in the content too, in what providers make of them. */
const callBlocks: Readonly<Record<string, string>> = { tool_use: 'input', tool_call: 'args' };

/**
 * An answer as hooks read it: a list of its parts, `{type: 'text', text}`, `{type: 'reasoning', text}` and
 * `{type: 'tool-call', toolName, input}`; of others the type alone.
 */
export function answerAsJson(answer: AIMessage): readonly JsonObject[] {
  return [
    ...blocksOf(answer).map((block): JsonObject => {
      const { type } = block;
      const field = textFields[type];
      if (field === undefined) return { type };
      return { type: type === 'text' ? 'text' : 'reasoning', text: String(Reflect.get(block, field)) };
    }),
    ...callsOf(answer).map(({ name, args }) => ({
      type: 'tool-call',
      toolName: name,
      input: JSON.stringify(args),
    })),
  ];
}

/** The answer that hooks left: part by part where it is still such a list, else one text. */
export function answerFrom(answer: AIMessage, left: unknown): AIMessage {
  const blocks = blocksOf(answer);
  const calls = callsOf(answer);
  const args = Array.isArray(left) ? left.slice(blocks.length).map(inputIn) : [];
  if (!Array.isArray(left) || left.length !== blocks.length + calls.length || args.includes(null))
    return rebuilt(answer, typeof left === 'string' ? left : JSON.stringify(left), []);
  const leftCalls = calls.map((call, at): Call => ({ ...call, args: args[at] as Call['args'] }));
  const content = blocks.map((block, at) => ({ ...block, ...fieldsOf(block, left[at], leftCalls) }));
  const isText = typeof answer.content === 'string';
  return rebuilt(answer, isText ? String(content[0]?.text ?? '') : content, leftCalls);
}

/** Nothing is kept of what the provider said beside the content: there the answer stands again. */
function rebuilt(answer: AIMessage, content: unknown, calls: Call[]): AIMessage {
  const { id, usage_metadata: usage, response_metadata: said } = answer;
  const { output_version: version } = said as { output_version?: string };
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

/** Null where it is none. */
function inputIn(part: JsonValue): unknown {
  try {
    const input: unknown = JSON.parse(String((part as { readonly input?: unknown } | null)?.input));
    return typeof input === 'object' ? input : null;
  } catch {
    return null;
  }
}
