/**
 * Variables that agents set in what they start. None that a person sets to configure an agent stands here.
 */
const AGENT_VARIABLES: readonly string[] = [
  'HOOK_DEPTH',
  'CLAUDECODE',
  'CLAUDE_CODE_CHILD_SESSION',
  'CODEX_THREAD_ID',
  'CODEX_SANDBOX',
  'CODEX_SANDBOX_NETWORK_DISABLED',
  'COPILOT_AGENT_SESSION_ID',
  'GEMINI_CLI',
  'QWEN_CODE',
  'CURSOR_AGENT',
  'OPENCODE',
  'CLINE_ACTIVE',
  'CLINE_CONNECTOR_CLI_LAUNCH',
  'PI_CODING_AGENT',
  'OPENCLAW_SHELL',
  'AUGMENT_AGENT',
  'GOOSE_TERMINAL',
  'CRUSH',
  'AI_AGENT',
];

/** The variable that tells that an agent is calling, or null. */
export function agentVariable(environment: Readonly<Record<string, string | undefined>>): string | null {
  return AGENT_VARIABLES.find((name) => environment[name]) ?? null;
}
