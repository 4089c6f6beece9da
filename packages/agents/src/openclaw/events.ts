import type { AgentEvents } from '../integration.ts';

/**
 * What our plugin in OpenClaw sends and does. What a tool put out is stored before a plugin that has to wait for somebody could
 * change it. It gives up after 15 seconds, and takes that for a refusal of the call: so ours gives up one second before.
 *
 * Source: the pages on hooks of OpenClaw 2026.9.6, and that version as it ran.
 */
export const events: AgentEvents = {
  SessionStart: { honours: [] },
  SessionEnd: { honours: [], budgetMs: 5_000 },
  UserPromptSubmit: { honours: ['context'], budgetMs: 14_000 },
  PreToolUse: { honours: ['block', 'input'], budgetMs: 14_000 },
  PostToolUse: { honours: [], budgetMs: 30_000 },
  // It sends nobody on who has called a tool in this run.
  Stop: { honours: [], budgetMs: 14_000 },
};
