import type { AgentEvents } from '../integration.ts';

/** What the plugin in OpenCode sends and honors. Source: @opencode-ai/plugin 1.18.33, and OpenCode 1.18.33 as it ran. */
export const events: AgentEvents = {
  SessionStart: { honours: ['context'] },
  UserPromptSubmit: { honours: ['block', 'context'] },
  PreToolUse: { honours: ['block', 'input', 'context'] },
  PostToolUse: { honours: ['feedback', 'output', 'context'] },
  // OpenCode does not wait for a plugin at the end of a turn.
  Stop: { honours: [] },
};
