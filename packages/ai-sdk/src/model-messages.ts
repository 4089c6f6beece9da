import type { JsonValue, Usage } from '@hookmd/core/events';
import { asJson, isBinary, mergeJson, usageFrom } from '@hookmd/library/adapter';
import type { SdkMessage, SdkPart, SdkProviderUsage } from './sdk-shapes.ts';

/** The field that hooks get and may change, by the type of a part. */
const fields: Readonly<Record<string, string>> = { text: 'text', reasoning: 'text', 'tool-call': 'input' };

/**
 * A response as hooks get it: a list of its parts, `{type: 'text', text}`, `{type: 'reasoning', text}` and
 * `{type: 'tool-call', toolName, input}`; other parts have only their type.
 */
export function responseAsJson(content: readonly SdkPart[]): readonly JsonValue[] {
  return content.map((part) => {
    const field = fields[part.type];
    const name = part.type === 'tool-call' ? { toolName: String(part.toolName) } : {};
    return field === undefined
      ? { type: part.type }
      : { type: part.type, ...name, [field]: String(part[field]) };
  });
}

/** The response that hooks left: part by part where it is still such a list, else one text. */
export function responseFrom(content: readonly SdkPart[], left: unknown): readonly SdkPart[] {
  if (!Array.isArray(left) || left.length !== content.length)
    return [{ type: 'text', text: typeof left === 'string' ? left : JSON.stringify(left) }];
  return content.map((part, at) => {
    const field = fields[part.type];
    const value = field === undefined ? undefined : (left[at] as Record<string, unknown> | null)?.[field];
    return field === undefined || typeof value !== 'string' ? part : { ...part, [field]: value };
  });
}

/** Tokens as events have them. `windowTokens`: the size of the model's context; 0 = unknown. */
export function usageOf(usage: SdkProviderUsage | undefined, windowTokens?: number): Usage {
  return usageFrom(total(usage?.inputTokens), total(usage?.outputTokens), windowTokens);
}

function total(tokens: SdkProviderUsage['inputTokens']): number | undefined {
  return typeof tokens === 'object' ? tokens.total : tokens;
}

/** The conversation as hooks get it: JSON, with `null` in place of files. */
export function promptAsJson(prompt: readonly SdkMessage[]): readonly JsonValue[] {
  return prompt.map((message) => asJson(message, isBinary));
}

/** The prompt for the model: what hooks left of `shown`, the JSON of `prompt`; then texts as messages of the user. */
export function promptFor(
  prompt: readonly SdkMessage[],
  shown: readonly JsonValue[],
  left: readonly JsonValue[],
  added: readonly string[],
): readonly SdkMessage[] {
  const messages = prompt.map((message, at) => mergeJson(message, shown[at], left[at]) as SdkMessage);
  return [...messages, ...added.map((text) => ({ role: 'user', content: [{ type: 'text', text }] }))];
}
