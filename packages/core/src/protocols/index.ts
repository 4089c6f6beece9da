import { foreignWord } from './foreign-names.ts';
import type { Protocol, ProtocolId } from './protocol.ts';

/** What a row leaves out. */
const usual = {
  usesShell: false,
  cwd: 'session',
  argument: null,
  blockingExit: null,
  ignoresBlockingExitOn: [],
  plainText: 'failed',
  readsOutputAtAnyExit: false,
  detaches: false,
  defaultTimeoutMs: 30_000,
  modify: null,
} satisfies Partial<Protocol>;

/** Every protocol, as rows. */
export const protocols: Readonly<Record<ProtocolId, Protocol>> = {
  hookmd: {
    ...usual,
    id: 'hookmd',
    vocabulary: 'canonical',
    format: 'claude',
    blockingExit: 2,
    blocksBy: 'exit 2 with a reason on stderr, or JSON, blocks',
    detaches: true,
  },
  claude: {
    ...usual,
    id: 'claude',
    vocabulary: 'canonical',
    format: 'claude',
    usesShell: true,
    blockingExit: 2,
    blocksBy: 'exit 2 with a reason on stderr, or JSON, blocks',
    ignoresBlockingExitOn: ['PermissionRequest'],
    plainText: { contextOn: ['SessionStart', 'UserPromptSubmit'] },
    readsOutputAtAnyExit: true,
    detaches: true,
    defaultTimeoutMs: null,
    environment: ({ projectDir, plugin }) => ({
      CLAUDE_PROJECT_DIR: projectDir,
      ...(plugin === null ? {} : { CLAUDE_PLUGIN_ROOT: plugin.dir, CLAUDE_PLUGIN_DATA: plugin.dataDir }),
    }),
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
    environment: ({ hookName, eventName }) => ({
      MICROCLAW_HOOK_EVENT: foreignWord('microclaw', eventName) ?? eventName,
      MICROCLAW_HOOK_NAME: hookName,
    }),
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
};
