import type { Json } from '../support/hook-package.ts';

type Fields = Readonly<Record<string, Json>>;

/** The end of a turn, with a context that is full to so many of 1,000 tokens. */
export function turnAt(tokens: number, more: Fields = {}, usage: Fields = {}): Fields {
  return {
    turn_number: 1,
    tools_used: false,
    usage: {
      input_tokens: tokens,
      output_tokens: 1,
      current_context_window: tokens,
      max_context_window: 1000,
      ...usage,
    },
    auto_compact_enabled: true,
    auto_compact_threshold: 0.8,
    ...more,
  };
}
