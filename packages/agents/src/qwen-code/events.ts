import type { AgentEvents } from '../integration.ts';

/**
 * What Qwen Code sends and honors. Only PermissionRequest accepts a changed input; without a user `ask` is a denial; context before a
 * call is dropped.
 *
 * Source: its hooks page of 2026-11, and 0.24.4 as it ran.
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
