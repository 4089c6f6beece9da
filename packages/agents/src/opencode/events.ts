import type { AgentEvents } from '../agent-events.ts';

/** What our plugin in OpenCode sends and does. Source: @opencode-ai/plugin 1.18.33, and OpenCode 1.18.33 as it ran. */
export const events: AgentEvents = {
  // It tells of a session that began, and of one that is idle, and waits for nobody.
  SessionStart: { native: 'SessionStart', honours: [] },
  UserPromptSubmit: { native: 'UserPromptSubmit', honours: ['context'] },
  PreToolUse: { native: 'PreToolUse', honours: ['block', 'input'] },
  PostToolUse: { native: 'PostToolUse', honours: ['feedback', 'output', 'context'] },
  Stop: { native: 'Stop', honours: [] },
};
