import type { HookSpec, Json } from '../support/hook-package.ts';

export const oneByOne = { hooks: { concurrency: 1 } } as const;

/** A hook that may change the whole input, and answers with a new one. */
export const rewrites = (name: string, updatedInput: Json, front: HookSpec['front'] = {}): HookSpec => ({
  name,
  front: { modify: { PreToolUse: ['*'] }, ...front },
  prints: { hookSpecificOutput: { updatedInput } },
});

export const secret = 'hunter2hunter2';

export const redacts = (front: HookSpec['front'] = {}): HookSpec => ({
  name: 'a-redactor',
  front: {
    modify: { PostToolUse: 'redact', PostToolUseFailure: 'redact' },
    events: ['PostToolUse', 'PostToolUseFailure'],
    ...front,
  },
  prints: { hookSpecificOutput: { updatedToolOutput: 'key [redacted]' } },
});

export const leak: { readonly [key: string]: Json } = {
  tool_name: 'Bash',
  tool_input: { command: 'env' },
  tool_response: `key ${secret}`,
};
