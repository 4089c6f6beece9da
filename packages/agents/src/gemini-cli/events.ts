import type { AgentEvents } from '../integration.ts';

/**
 * What Gemini CLI fires and honours. BeforeToolSelection is left out: it does not say which tools are offered, so that none could
 * be taken away.
 *
 * Source: its hooks reference of 2026-08, and 0.61.0 as it ran. `ask` is a word of its newest versions only; older ones would let the
 * call go on, so it is none here. AfterModel fires for every piece of an answer: a secret that two pieces share is in neither.
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
  // It comes before every call of the model, whether anything is compressed or not.
  PreCompact: { native: 'PreCompress', honours: [] },
  Notification: { honours: [] },
};
