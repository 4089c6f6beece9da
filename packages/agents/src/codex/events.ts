import type { AgentEvents } from '../agent-events.ts';

/**
 * What Codex fires and honours.
 *
 * Source: its hooks page of 2026-11, and what 0.169.0 says of answers it refuses. One field it does not support voids a whole
 * answer, and then the call goes on. Whether a block before compaction holds is not known, so none is promised.
 */
export const events: AgentEvents = {
  SessionStart: { native: 'SessionStart', honours: ['context'], halts: true },
  // One second unless its entry asks for more, and never more than three.
  SessionEnd: { native: 'SessionEnd', honours: [], budgetMs: 3_000 },
  UserPromptSubmit: { native: 'UserPromptSubmit', honours: ['block', 'context'], halts: true },
  PreToolUse: { native: 'PreToolUse', honours: ['block', 'input', 'context'] },
  PermissionRequest: { native: 'PermissionRequest', honours: ['block', 'preApprove'] },
  PostToolUse: { native: 'PostToolUse', honours: ['feedback', 'output', 'context'], halts: true },
  Stop: { native: 'Stop', honours: ['followUp'], halts: true },
  SubagentStart: { native: 'SubagentStart', honours: ['context'] },
  SubagentStop: { native: 'SubagentStop', honours: ['followUp'] },
  PreCompact: { native: 'PreCompact', honours: [] },
  PostCompact: { native: 'PostCompact', honours: [] },
};
