import type { AgentEvents } from '../integration.ts';

/**
 * What both runtimes of Cline send and honor: the extension of VS Code and the command line. The names are those of the extension, and of
 * the files; the command line sends others.
 *
 * Source: its hook definitions of 2026-08, and 3.0.65 as it ran. A denial ends the whole run, and only tool calls wait for a decision.
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
