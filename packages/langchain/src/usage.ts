import type { Usage } from '@hookmd/core/events';
import { usageFrom } from '@hookmd/library/adapter';
import type { AIMessage } from '@langchain/core/messages';

/** Tokens as events tell them; `windowTokens` = what the context of the model holds, 0 = nobody knows. */
export function usageOf({ usage_metadata: usage }: AIMessage, windowTokens: number): Usage {
  const { input_tokens: input = 0, output_tokens: output = 0 } = usage ?? {};
  return usageFrom(input, output, windowTokens);
}
