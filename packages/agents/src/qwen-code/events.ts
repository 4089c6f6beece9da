import type { AgentEvents } from '../agent-events.ts';

/**
 * What Qwen Code fires and honours.
 *
 * Source: its hooks page of 2026-11, and 0.24.4 as it ran: there a changed input counts at PermissionRequest only, `ask` is a
 * refusal where nobody sits in front of it, and context before a call is read and dropped.
 */
export const events: AgentEvents = {
  SessionStart: { native: 'SessionStart', honours: ['context'] },
  SessionEnd: { native: 'SessionEnd', honours: [] },
  UserPromptSubmit: { native: 'UserPromptSubmit', honours: ['block', 'context'], halts: true },
  PreToolUse: { native: 'PreToolUse', honours: ['block', 'ask', 'preApprove'] },
  PermissionRequest: { native: 'PermissionRequest', honours: ['block', 'preApprove', 'input'] },
  PermissionDenied: { native: 'PermissionDenied', honours: [] },
  PostToolUse: { native: 'PostToolUse', honours: ['feedback', 'context'] },
  PostToolUseFailure: { native: 'PostToolUseFailure', honours: ['context'] },
  Stop: { native: 'Stop', honours: ['followUp'] },
  StopFailure: { native: 'StopFailure', honours: [] },
  SubagentStart: { native: 'SubagentStart', honours: ['context'] },
  SubagentStop: { native: 'SubagentStop', honours: ['followUp'] },
  PreCompact: { native: 'PreCompact', honours: [] },
  PostCompact: { native: 'PostCompact', honours: [] },
  TaskCreated: { native: 'TodoCreated', honours: ['block'] },
  TaskCompleted: { native: 'TodoCompleted', honours: ['block'] },
  Notification: { native: 'Notification', honours: ['context'] },
  InstructionsLoaded: { native: 'InstructionsLoaded', honours: [] },
};
