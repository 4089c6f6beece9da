import type { AgentEvents } from '../integration.ts';

/**
 * What Codex sends and honors. A field that it does not support voids a whole decision, and the call proceeds. Whether it
 * honors a block before compaction is unknown.
 *
 * Source: its hooks page of 2026-11, and the messages of 0.169.0 about invalid output.
 */
export const events: AgentEvents = {
  SessionStart: { honours: ['context'], halts: true },
  // One second, or up to three if its entry sets a timeout.
  SessionEnd: { honours: [], budgetMs: 3_000 },
  UserPromptSubmit: { honours: ['block', 'context'], halts: true },
  PreToolUse: { honours: ['block', 'input', 'context'] },
  PermissionRequest: { honours: ['block', 'preApprove'] },
  PostToolUse: { honours: ['feedback', 'output', 'context'], halts: true },
  Stop: { honours: ['followUp'], halts: true },
  SubagentStart: { honours: ['context'] },
  SubagentStop: { honours: ['followUp'] },
  PreCompact: { honours: [] },
  PostCompact: { honours: [] },
};
