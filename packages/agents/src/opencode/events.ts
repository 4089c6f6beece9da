import type { AgentEvents } from '../integration.ts';

/** What our plugin in OpenCode sends and does. Source: @opencode-ai/plugin 1.18.33, and OpenCode 1.18.33 as it ran. */
export const events: AgentEvents = {
  // It tells of a session that began, and of one that is idle, and waits for nobody.
  SessionStart: { honours: [] },
  UserPromptSubmit: { honours: ['context'] },
  PreToolUse: { honours: ['block', 'input'] },
  PostToolUse: { honours: ['feedback', 'output', 'context'] },
  Stop: { honours: [] },
};
