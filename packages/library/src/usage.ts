import type { Usage } from '@hookmd/core/internal/protocol/event';

/** Tokens of one call of the model as events tell them. Of all three 0 = nobody knows. */
export function usageFrom(inputTokens = 0, outputTokens = 0, windowTokens = 0): Usage {
  return {
    input_tokens: inputTokens,
    output_tokens: outputTokens,
    current_context_window: inputTokens + outputTokens,
    max_context_window: windowTokens,
  };
}
