import type { AgentEvents } from '../integration.ts';

/** What the plugin in OpenCode sends and honors. Source: @opencode-ai/plugin 1.18.33, and OpenCode 1.18.33 as it ran. */
export const events: AgentEvents = {
  // OpenCode does not wait for a plugin at the start and the end of a turn.
  SessionStart: { honours: [] },
  UserPromptSubmit: { honours: ['context'] },
  PreToolUse: { honours: ['block', 'input'] },
  PostToolUse: { honours: ['feedback', 'output', 'context'] },
  Stop: { honours: [] },
};
