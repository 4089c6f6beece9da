import type { AgentEvents } from '../agent-events.ts';

/** What our extension in pi sends and does. Source: the declarations of pi 0.87.1, and pi as it ran. */
export const events: AgentEvents = {
  SessionStart: { native: 'SessionStart', honours: ['context'] },
  SessionEnd: { native: 'SessionEnd', honours: [], budgetMs: 5_000 },
  UserPromptSubmit: { native: 'UserPromptSubmit', honours: ['block', 'context'] },
  PreToolUse: { native: 'PreToolUse', honours: ['block', 'input'] },
  PostToolUse: { native: 'PostToolUse', honours: ['feedback', 'output', 'context'] },
  Stop: { native: 'Stop', honours: ['followUp'] },
};
