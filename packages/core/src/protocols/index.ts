import { eventNames } from '../events/events.ts';
import { foreignWord } from './foreign-names.ts';
import type { Protocol, ProtocolFacts, ProtocolId } from './protocol.ts';

/** What a row leaves out. */
const usual = {
  usesShell: false,
  cwd: 'session',
  conditions: 'hookmd',
  wordMatchersOn: [],
  argument: null,
  blockingExit: null,
  ignoresBlockingExitOn: [],
  failureBlocksOn: [],
  plainText: 'failed',
  hasProgress: false,
  readsOutputAtAnyExit: false,
  detaches: false,
  runsConcurrently: false,
  defaultTimeoutMs: 30_000,
  variables: {},
  inheritsEnvironment: false,
  longestTimeoutMs: 120_000,
  agentVariables: [],
  environmentFile: null,
  modify: null,
} satisfies Partial<Protocol>;

/** Hooks of a coding agent, which have its environment, and as much time as they ask for. */
const ofAgent = { inheritsEnvironment: true, longestTimeoutMs: 3_600_000 } satisfies Partial<Protocol>;

/** GitHub Copilot: any end but exit 0 denies a call, and exit 2 denies a permission. */
const copilotExits = {
  ...ofAgent,
  usesShell: true,
  blockingExit: 2,
  ignoresBlockingExitOn: eventNames.filter(
    (name) => !['PreToolUse', 'PermissionRequest', 'PostToolUseFailure'].includes(name),
  ),
  failureBlocksOn: ['PreToolUse'],
  blocksBy: 'before a call, any exit code but 0 blocks, and so does JSON with `"permissionDecision": "deny"`',
  blockingOutput({ event, reason, stdout, printed }) {
    const text = reason === '' ? {} : { message: reason, permissionDecisionReason: reason };
    if (event.hook_event_name === 'PostToolUseFailure') return { additionalContext: stdout };
    const { message, ...before } = { ...text, ...printed, permissionDecision: 'deny' };
    return event.hook_event_name === 'PreToolUse'
      ? before
      : { ...(message === undefined ? {} : { message }), behavior: 'deny' };
  },
  plainText: { failedOn: [] },
  pluginVariables: { COPILOT_PLUGIN_ROOT: 'dir', PLUGIN_ROOT: 'dir', CLAUDE_PLUGIN_ROOT: 'dir' },
  hasProgress: true,
  modify: { input: ['*'], output: 'replace' },
} satisfies Partial<Protocol>;

/** Where Codex reads exit code 2. */
const codexBlocksOn: readonly string[] = [
  ...['PreToolUse', 'PermissionRequest', 'PostToolUse', 'UserPromptSubmit', 'Stop', 'SubagentStop'],
];

const projectDir = ({ event }: ProtocolFacts): string => event.project_dir;

/** Every protocol, as rows. */
export const protocols: Readonly<Record<ProtocolId, Protocol>> = {
  hookmd: {
    ...usual,
    id: 'hookmd',
    vocabulary: 'canonical',
    format: 'hookmd',
    blockingExit: 2,
    blocksBy: 'exit 2 with a reason on stderr, or JSON, blocks',
    detaches: true,
  },
  claude: {
    ...usual,
    ...ofAgent,
    runsConcurrently: true,
    id: 'claude',
    vocabulary: 'canonical',
    format: 'claude',
    usesShell: true,
    conditions: 'claude',
    wordMatchersOn: ['FileChanged', 'StopFailure'],
    blockingExit: 2,
    blocksBy: 'exit 2 with a reason on stderr, or JSON, blocks',
    ignoresBlockingExitOn: ['PermissionRequest'],
    plainText: {
      contextOn: ['SessionStart', 'UserPromptSubmit', 'UserPromptExpansion', 'PostModelSwitch'],
    },
    readsOutputAtAnyExit: true,
    detaches: true,
    defaultTimeoutMs: null,
    variables: { CLAUDE_PROJECT_DIR: projectDir },
    pluginVariables: { CLAUDE_PLUGIN_ROOT: 'dir', CLAUDE_SKILL_DIR: 'dir', CLAUDE_PLUGIN_DATA: 'dataDir' },
    agentVariables: [
      ...['CLAUDECODE', 'CLAUDE_CODE_ENTRYPOINT', 'CLAUDE_CODE_REMOTE', 'CLAUDE_CODE_SESSION_ID'],
      'CLAUDE_EFFORT',
    ],
    environmentFile: {
      variable: 'CLAUDE_ENV_FILE',
      agents: ['claude-code', 'local'],
      on: ['SessionStart', 'Setup', 'CwdChanged', 'FileChanged'],
    },
    modify: { input: ['*'], output: 'replace' },
  },
  kodelet: {
    ...usual,
    id: 'kodelet',
    vocabulary: 'kodelet',
    format: 'kodelet',
    argument: 'run',
    blocksBy: 'only JSON with `"blocked": true` at exit 0 blocks',
    modify: { input: ['*'], output: 'replace', messages: true },
  },
  'microclaw-rfc': {
    ...usual,
    id: 'microclaw-rfc',
    vocabulary: 'microclaw',
    format: 'microclaw-rfc',
    usesShell: true,
    cwd: 'package',
    blockingExit: 1,
    blocksBy: 'exit 1 with a reason on stderr blocks, before a call only',
    ignoresBlockingExitOn: ['PostToolUse', 'PostToolUseFailure'],
    defaultTimeoutMs: 1_500,
    modify: { input: 'policy', output: 'redact', hint: true, redact: true },
  },
  microclaw: {
    ...usual,
    id: 'microclaw',
    vocabulary: 'microclaw',
    format: 'microclaw',
    usesShell: true,
    cwd: 'package',
    blocksBy: 'only JSON with `"action": "block"` at exit 0 blocks',
    plainText: { findsKey: 'action' },
    defaultTimeoutMs: 1_500,
    variables: {
      MICROCLAW_HOOK_EVENT: ({ eventName }) => foreignWord('microclaw', eventName) ?? eventName,
      MICROCLAW_HOOK_NAME: ({ hookName }) => hookName,
    },
    modify: { input: 'policy', output: 'replace', hint: true },
  },
  openclaw: {
    ...usual,
    id: 'openclaw',
    vocabulary: 'openclaw',
    format: 'openclaw',
    cwd: 'package',
    blocksBy: 'nothing blocks',
  },
  gemini: {
    ...usual,
    ...ofAgent,
    runsConcurrently: true,
    id: 'gemini',
    vocabulary: 'gemini',
    format: 'gemini',
    usesShell: true,
    blockingExit: 2,
    blockingOutput: ({ reason }) => ({ decision: 'deny', reason }),
    blocksBy: 'exit 2 with a reason on stderr, or JSON with `"decision": "deny"`, blocks',
    plainText: 'shown',
    defaultTimeoutMs: 60_000,
    variables: {
      GEMINI_PROJECT_DIR: projectDir,
      GEMINI_CWD: ({ event }) => event.cwd,
      GEMINI_SESSION_ID: ({ event }) => event.session_id,
      CLAUDE_PROJECT_DIR: projectDir,
    },
    pluginVariables: { extensionPath: 'dir' },
    modify: { input: ['*'], output: 'replace', hint: true, tools: true },
  },
  cursor: {
    ...usual,
    ...ofAgent,
    id: 'cursor',
    vocabulary: 'cursor',
    format: 'cursor',
    usesShell: true,
    blockingExit: 2,
    blockingOutput: ({ event, reason }) =>
      event.hook_event_name === 'UserPromptSubmit'
        ? { continue: false, user_message: reason }
        : { permission: 'deny', agent_message: reason },
    blocksBy: 'exit 2 with a reason on stderr, or JSON with `"permission": "deny"`, blocks',
    plainText: {
      failedOn: [
        'PreToolUse',
        'beforeShellExecution',
        'beforeMCPExecution',
        'beforeReadFile',
        'beforeSubmitPrompt',
      ],
    },
    defaultTimeoutMs: 60_000,
    variables: {
      CURSOR_PROJECT_DIR: projectDir,
      CURSOR_VERSION: ({ event }) => event.agent.version ?? '',
      CURSOR_TRANSCRIPT_PATH: ({ event }) => event.transcript_path ?? undefined,
      CLAUDE_PROJECT_DIR: projectDir,
    },
    pluginVariables: { CURSOR_PLUGIN_ROOT: 'dir', CLAUDE_PLUGIN_ROOT: 'dir' },
    modify: { input: ['*'], output: 'replace' },
  },
  copilot: {
    ...usual,
    ...copilotExits,
    id: 'copilot',
    vocabulary: 'copilot',
    format: 'copilot',
    variables: { COPILOT_PROJECT_DIR: projectDir },
  },
  vscode: {
    ...usual,
    ...copilotExits,
    id: 'vscode',
    vocabulary: 'canonical',
    format: 'vscode',
    variables: { COPILOT_PROJECT_DIR: projectDir, CLAUDE_PROJECT_DIR: projectDir },
  },
  codex: {
    ...usual,
    ...ofAgent,
    runsConcurrently: true,
    id: 'codex',
    vocabulary: 'canonical',
    format: 'codex',
    usesShell: true,
    blockingExit: 2,
    ignoresBlockingExitOn: eventNames.filter((name) => !codexBlocksOn.includes(name)),
    blockingOutput: ({ event, reason }) =>
      event.hook_event_name === 'PermissionRequest' && reason !== ''
        ? { hookSpecificOutput: { decision: { behavior: 'deny', message: reason } } }
        : { decision: 'block', reason },
    blocksBy: 'exit 2 with a reason on stderr, or JSON, blocks',
    plainText: { contextOn: ['SessionStart', 'UserPromptSubmit', 'SubagentStart'] },
    defaultTimeoutMs: null,
    pluginVariables: {
      PLUGIN_ROOT: 'dir',
      CLAUDE_PLUGIN_ROOT: 'dir',
      PLUGIN_DATA: 'dataDir',
      CLAUDE_PLUGIN_DATA: 'dataDir',
    },
    modify: { input: ['*'], output: 'replace' },
  },
  qwen: {
    ...usual,
    ...ofAgent,
    runsConcurrently: true,
    id: 'qwen',
    vocabulary: 'qwen',
    format: 'qwen',
    usesShell: true,
    blockingExit: 2,
    blocksBy: 'exit 2 with a reason on stderr, or JSON, blocks',
    plainText: 'shown',
    readsOutputAtAnyExit: true,
    defaultTimeoutMs: null,
    variables: {
      QWEN_PROJECT_DIR: projectDir,
      GEMINI_PROJECT_DIR: projectDir,
      CLAUDE_PROJECT_DIR: projectDir,
    },
    pluginVariables: { extensionPath: 'dir', CLAUDE_PLUGIN_ROOT: 'dir' },
    modify: { input: ['*'], output: 'replace' },
  },
  opencode: {
    ...usual,
    ...ofAgent,
    id: 'opencode',
    vocabulary: 'opencode',
    format: 'opencode',
    blocksBy: 'an error that `tool.execute.before` or `chat.message` throws blocks',
    defaultTimeoutMs: null,
    modify: { input: ['*'], output: 'replace' },
  },
};
