import type { JsonValue } from '@hookmd/core/events';
import { type BaseMessage, ToolMessage } from '@langchain/core/messages';
import { withFields } from './messages.ts';
import type { ToolCallRequest, ToolResult } from './shapes.ts';

type Content = ToolMessage['content'];

/** The message with the output of a call: the result, or in a step of the graph that the tool returned. Null = none. */
export function messageIn(result: ToolResult, callId: string | undefined): ToolMessage | null {
  if (ToolMessage.isInstance(result)) return result;
  return (
    (messagesOf(result).find(
      (item) => ToolMessage.isInstance(item) && item.tool_call_id === callId,
    ) as ToolMessage) ?? null
  );
}

/** The result with another message in place of that one. */
export function replaceIn(result: ToolResult, message: ToolMessage, replacement: ToolMessage): ToolResult {
  if (result === message) return replacement;
  const messages = messagesOf(result).map((item) => (item === message ? replacement : item));
  const { update } = result as { readonly update?: object };
  return Object.assign(Object.create(Object.getPrototypeOf(result)), result, {
    update: { ...update, messages },
  });
}

/** The same message with the content that hooks left, without the artifact, which has the old output. */
export function withOutput(message: ToolMessage, output: unknown): ToolMessage {
  const content = asContent(output as JsonValue | Content);
  return withFields(message, { content, artifact: undefined, metadata: {} } as Partial<ToolMessage>);
}

/** The same message with texts after its content. */
export function withTexts(message: ToolMessage, texts: readonly string[]): ToolMessage {
  if (texts.length === 0) return message;
  const { content } = message;
  const added =
    typeof content === 'string'
      ? [content, ...texts].join('\n\n')
      : [...content, ...texts.map((text) => ({ type: 'text' as const, text }))];
  return withFields(message, { content: added } as Partial<ToolMessage>);
}

/** The message for the model about a call that failed or was blocked. */
export function failure({ toolCall }: ToolCallRequest, texts: readonly string[]): ToolMessage {
  return new ToolMessage({
    content: texts.join('\n\n'),
    tool_call_id: toolCall.id ?? '',
    name: toolCall.name,
    status: 'error',
  });
}

function messagesOf(result: ToolResult): readonly BaseMessage[] {
  const { update } = result as { readonly update?: unknown };
  const { messages } = (update ?? {}) as { readonly messages?: unknown };
  return Array.isArray(messages) ? messages : [];
}

function asContent(output: JsonValue | Content): Content {
  if (typeof output === 'string') return output;
  const isBlocks =
    Array.isArray(output) &&
    output.every((item) => typeof item === 'object' && item !== null && 'type' in item);
  return isBlocks ? (output as Content) : JSON.stringify(output);
}
