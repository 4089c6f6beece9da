import { expect, it } from 'vitest';
import { agentVariable } from './context.ts';

/** What the shell tool of each agent had in its environment beside what a person had set: as it was seen, without any sandbox. */
const seen: Readonly<Record<string, readonly string[]>> = {
  'claude-code': ['CLAUDECODE', 'CLAUDE_CODE_ENTRYPOINT'],
  codex: ['CODEX_CI', 'CODEX_SESSION_ID', 'CODEX_THREAD_ID', 'CODEX_TOOL_CALL_ID'],
  copilot: ['COPILOT_AGENT_SESSION_ID', 'COPILOT_CLI', 'COPILOT_CLI_BINARY_VERSION'],
  'gemini-cli': ['GEMINI_CLI', 'GEMINI_CLI_NO_RELAUNCH'],
  'qwen-code': ['QWEN_CODE', 'QWEN_CODE_SESSION_ID'],
  cline: ['CLINE_CONNECTOR_CLI_LAUNCH'],
  opencode: ['AGENT', 'OPENCODE', 'OPENCODE_PID'],
  pi: ['AI_AGENT', 'PI_CODING_AGENT', 'PI_SESSION_ID'],
  openclaw: ['OPENCLAW_CLI', 'OPENCLAW_SHELL'],
};

it.each(Object.entries(seen))('a command that %s started is known to be one', (_, names) => {
  const environment = Object.fromEntries(names.map((name) => [name, '1']));
  expect(agentVariable({ PATH: '/bin', ...environment })).not.toBeNull();
});

it('a command that a person started is none, whatever they have set to configure an agent', () => {
  const configured = ['CODEX_HOME', 'COPILOT_HOME', 'GEMINI_API_KEY', 'QWEN_SANDBOX', 'PI_CODING_AGENT_DIR'];
  const environment = Object.fromEntries(configured.map((name) => [name, '1']));
  expect(agentVariable({ PATH: '/bin', ...environment })).toBeNull();
});
