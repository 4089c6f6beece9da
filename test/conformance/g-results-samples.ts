import type { HookSpec, Json } from '../support/hook-package.ts';

/** A hook that answers with a new tool input. */
export const rewrites = (name: string, updatedInput: Json, front: HookSpec['front'] = {}): HookSpec => ({
  name,
  front,
  prints: { hookSpecificOutput: { hookEventName: 'PreToolUse', updatedInput } },
});

export const refused = 'non_blocking_error CONTRACT_VIOLATION';

/** Hooks of Kodelet that answer the end of the agent, and of a turn. */
export const stops = (name: string, prints: Json): HookSpec => ({
  name,
  front: { events: ['agent_stop'] },
  prints,
});

export const denied = (permissionDecisionReason: string): { readonly [key: string]: Json } => ({
  hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason },
});
