import type { JsonValue, Usage } from '@hookmd/core/events';
import { usageFrom } from '@hookmd/library/adapter';
import type { SdkPart, SdkProviderUsage } from './sdk-shapes.ts';

/** The field of a part that hooks read and may change, by the type of the part. */
const fields: Readonly<Record<string, string>> = { text: 'text', reasoning: 'text', 'tool-call': 'input' };

/**
 * An answer as hooks read it: a list of its parts, `{type: 'text', text}`, `{type: 'reasoning', text}` and
 * `{type: 'tool-call', toolName, input}`; of others the type alone.
 */
export function answerAsJson(content: readonly SdkPart[]): readonly JsonValue[] {
  return content.map((part) => {
    const field = fields[part.type];
    const name = part.type === 'tool-call' ? { toolName: String(part.toolName) } : {};
    return field === undefined
      ? { type: part.type }
      : { type: part.type, ...name, [field]: String(part[field]) };
  });
}

/** The answer that hooks left: part by part where it is still such a list, else one text. */
export function answerFrom(content: readonly SdkPart[], left: unknown): readonly SdkPart[] {
  if (!Array.isArray(left) || left.length !== content.length)
    return [{ type: 'text', text: typeof left === 'string' ? left : JSON.stringify(left) }];
  return content.map((part, at) => {
    const field = fields[part.type];
    const value = field === undefined ? undefined : (left[at] as Record<string, unknown> | null)?.[field];
    return field === undefined || typeof value !== 'string' ? part : { ...part, [field]: value };
  });
}

/** Tokens as events tell them; `windowTokens` = what the context of the model holds, 0 = nobody knows. */
export function usageOf(usage: SdkProviderUsage | undefined, windowTokens?: number): Usage {
  return usageFrom(total(usage?.inputTokens), total(usage?.outputTokens), windowTokens);
}

function total(tokens: SdkProviderUsage['inputTokens']): number | undefined {
  return typeof tokens === 'object' ? tokens.total : tokens;
}
