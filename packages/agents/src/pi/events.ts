import type { AgentEvents } from '../integration.ts';

/** What the extension in pi sends and honors. Source: the declarations of pi 0.87.1, and pi as it ran. */
export const events: AgentEvents = {
  SessionStart: { honours: ['context'] },
  SessionEnd: { honours: [], budgetMs: 5_000 },
  UserPromptSubmit: { honours: ['block', 'context'] },
  PreToolUse: { honours: ['block', 'input', 'context'] },
  PostToolUse: { honours: ['feedback', 'output', 'context'] },
  Stop: { honours: ['followUp'] },
};
