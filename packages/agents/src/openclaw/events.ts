import type { AgentEvents } from '../integration.ts';

/**
 * What the plugin in OpenClaw sends and honors. OpenClaw stores the output of a tool before an asynchronous plugin could change it. It
 * denies the call after 15 seconds, so the plugin ends one second earlier.
 *
 * Source: the pages on hooks of OpenClaw 2026.9.6, and that version as it ran.
 */
export const events: AgentEvents = {
  SessionStart: { honours: [] },
  SessionEnd: { honours: [], budgetMs: 5_000 },
  UserPromptSubmit: { honours: ['context'], budgetMs: 14_000 },
  PreToolUse: { honours: ['block', 'input'], budgetMs: 14_000 },
  PostToolUse: { honours: [], budgetMs: 30_000 },
  // OpenClaw ignores a follow-up in a run with a tool call.
  Stop: { honours: [], budgetMs: 14_000 },
};
