import type { AgentEvents } from '../integration.ts';

/**
 * What GitHub's Copilot CLI sends and honors. The spelling of the names in the settings selects one of its two payload formats.
 *
 * Source: its hooks reference of 2026-11, and 1.0.102 as it ran.
 */
export const events: AgentEvents = {
  SessionStart: { native: 'sessionStart', honours: ['context'] },
  SessionEnd: { native: 'sessionEnd', honours: [] },
  UserPromptSubmit: { native: 'userPromptSubmitted', honours: ['block', 'context'] },
  PreToolUse: { native: 'preToolUse', honours: ['block', 'ask', 'preApprove', 'input'] },
  PermissionRequest: { native: 'permissionRequest', honours: ['block', 'preApprove'] },
  PostToolUse: { native: 'postToolUse', honours: ['output', 'feedback', 'context'] },
  PostToolUseFailure: { native: 'postToolUseFailure', honours: ['context'] },
  Stop: { native: 'agentStop', honours: ['followUp'] },
  SubagentStart: { native: 'subagentStart', honours: ['context'] },
  SubagentStop: { native: 'subagentStop', honours: ['followUp'] },
  PreCompact: { native: 'preCompact', honours: [] },
  Notification: { native: 'notification', honours: ['context'] },
};
