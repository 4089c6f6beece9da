import type { SettingsReader } from '../integration.ts';

/**
 * Agents that also read the settings of Claude Code. HookMD recognizes them by their payloads, which a repository cannot choose as it
 * chooses the environment; where a payload is ambiguous, by the environment too.
 *
 * Devin reads the settings too and sends nothing that distinguishes it from Claude Code.
 *
 * Source: Copilot CLI 1.0.102 as it ran; the hooks pages of Cursor and VS Code of 2026 and reported payloads of both.
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
    load: async () => (await import('./cursor.ts')).cursor,
  },
  {
    name: 'vscode',
    // Some versions use Claude Code's fields, and ids of their own.
    isSender: ({ hookEventName, sessionId, tool_use_id: id }) =>
      (typeof hookEventName === 'string' && typeof sessionId === 'string') ||
      (typeof id === 'string' && id.includes('__vscode-')),
    load: async () => (await import('./vscode.ts')).vscode,
  },
];
