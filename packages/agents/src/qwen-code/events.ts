import type { AgentEvents } from '../integration.ts';

/**
 * What Qwen Code fires and honours.
 *
 * Source: its hooks page of 2026-11, and 0.24.4 as it ran: there a changed input counts at PermissionRequest only, `ask` is a
 * refusal where nobody sits in front of it, and context before a call is read and dropped.
 */
export const events: AgentEvents = {
  SessionStart: { honours: ['context'] },
  SessionEnd: { honours: [] },
  UserPromptSubmit: { honours: ['block', 'context'], halts: true },
  PreToolUse: { honours: ['block', 'ask', 'preApprove'] },
  PermissionRequest: { honours: ['block', 'preApprove', 'input'] },
  PermissionDenied: { honours: [] },
  PostToolUse: { honours: ['feedback', 'context'] },
  PostToolUseFailure: { honours: ['context'] },
  Stop: { honours: ['followUp'] },
  StopFailure: { honours: [] },
  SubagentStart: { honours: ['context'] },
  SubagentStop: { honours: ['followUp'] },
  PreCompact: { honours: [] },
  PostCompact: { honours: [] },
  TaskCreated: { native: 'TodoCreated', honours: ['block'] },
  TaskCompleted: { native: 'TodoCompleted', honours: ['block'] },
  Notification: { honours: ['context'] },
  InstructionsLoaded: { honours: [] },
};
