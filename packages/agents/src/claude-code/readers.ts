import type { SettingsReader } from '../integration.ts';

/**
 * Who else reads Claude Code's settings, and starts what they name. What they are known by stands in what they send, which a
 * repository cannot choose as it can the environment; and where that is not theirs alone, in the environment as well.
 *
 * Devin reads them too, and sends nothing that would tell it from Claude Code.
 *
 * Source: Copilot CLI 1.0.102 as it ran; the hooks pages of Cursor and VS Code of 2026, and what either was said to have sent.
 */
export const readers: readonly SettingsReader[] = [
  {
    name: 'copilot',
    isSender: (payload, environment) =>
      environment['COPILOT_CLI'] !== undefined &&
      payload['timestamp'] !== undefined &&
      (typeof payload['sessionId'] === 'string' || typeof payload['session_id'] === 'string'),
    load: async () => (await import('../copilot/through-claude.ts')).copilotThroughClaude,
  },
  {
    name: 'cursor',
    isSender: ({ cursor_version: version }) => typeof version === 'string',
    load: async (claudeCode) => (await import('./read-by-cursor.ts')).cursorThroughClaude(claudeCode),
  },
  {
    name: 'vscode',
    // Versions that write every field as Claude Code does are known by the ids of their calls.
    isSender: ({ hookEventName, sessionId, tool_use_id: id }) =>
      (typeof hookEventName === 'string' && typeof sessionId === 'string') ||
      (typeof id === 'string' && id.includes('__vscode-')),
    load: async (claudeCode) => (await import('./read-by-vscode.ts')).vscodeThroughClaude(claudeCode),
  },
];
