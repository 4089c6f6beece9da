import type { AgentEvents } from '../integration.ts';

/**
 * What Gemini CLI sends and honors, without BeforeToolSelection, which does not contain the offered tools. Only the newest versions
 * honor `ask`; in older ones the call would proceed. It sends AfterModel for every chunk, so a secret can be in two of them.
 *
 * Source: its hooks reference of 2026-08, and 0.61.0 as it ran.
 */
export const events: AgentEvents = {
  SessionStart: { honours: ['context'] },
  SessionEnd: { honours: [] },
  UserPromptSubmit: { native: 'BeforeAgent', honours: ['block', 'context'], halts: true },
  PreToolUse: { native: 'BeforeTool', honours: ['block', 'input'], halts: true },
  PostToolUse: { native: 'AfterTool', honours: ['feedback', 'output', 'context'], halts: true },
  Stop: { native: 'AfterAgent', honours: ['followUp'], halts: true },
  PreModelCall: { native: 'BeforeModel', honours: ['block'], halts: true },
  PostModelCall: { native: 'AfterModel', honours: [] },
  // It comes before every model call, even without compression.
  PreCompact: { native: 'PreCompress', honours: [] },
  Notification: { honours: [] },
};
