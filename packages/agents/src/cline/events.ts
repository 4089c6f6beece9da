import type { AgentEvents } from '../integration.ts';

/**
 * What Cline fires and honours: what both of its runtimes do, the extension of VS Code and the command line. Its files have the
 * names of the extension, what the command line sends in them has others.
 *
 * Source: its hook definitions of 2026-08, and 3.0.65 as it ran. There a refusal ends the whole run, so the model never reads why;
 * and nobody waits for an answer but at tool calls, so nothing is promised elsewhere.
 */
export const events: AgentEvents = {
  SessionStart: {
    native: 'TaskStart',
    alsoCalled: ['agent_start', 'TaskResume', 'agent_resume'],
    honours: [],
  },
  SessionEnd: { native: 'SessionShutdown', alsoCalled: ['session_shutdown'], honours: [] },
  UserPromptSubmit: { alsoCalled: ['prompt_submit'], honours: [] },
  PreToolUse: {
    alsoCalled: ['tool_call'],
    honours: ['block', 'input', 'context'],
    halts: true,
  },
  PostToolUse: {
    alsoCalled: ['tool_result'],
    honours: ['feedback', 'context'],
    halts: true,
  },
  Stop: { native: 'TaskComplete', alsoCalled: ['agent_end'], honours: [] },
  StopFailure: { native: 'TaskError', alsoCalled: ['agent_error'], honours: [] },
  PreCompact: { alsoCalled: ['pre_compact'], honours: [] },
  Notification: { honours: [] },
};
