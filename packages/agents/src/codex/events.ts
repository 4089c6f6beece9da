import type { AgentEvents } from '../integration.ts';

/**
 * What Codex fires and honours.
 *
 * Source: its hooks page of 2026-11, and what 0.169.0 says of answers it refuses. One field it does not support voids a whole
 * answer, and then the call goes on. Whether a block before compaction holds is not known, so none is promised.
 */
export const events: AgentEvents = {
  SessionStart: { honours: ['context'], halts: true },
  // One second unless its entry asks for more, and never more than three.
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
