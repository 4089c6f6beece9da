import type { JsonObject } from '@hookmd/core/protocol';
import type { Attachment, SettingsReader } from '../attachment.ts';

/** Permits of Claude's that an agent does not have, though it reads Claude's answers. */
type Lacks = ReadonlySet<string>;

/**
 * Who else reads Claude Code's settings, and starts what they name. What they are known by stands in what they send, which a
 * repository cannot choose as it can the environment; and where that is not theirs alone, in the environment as well.
 *
 * Devin reads them too, and sends nothing that would tell it from Claude Code.
 *
 * Source: Copilot CLI 1.0.102 as it ran; the hooks pages of Cursor and VS Code of 2026.
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
    // It asks nobody before a tool of its own: a question has to be a refusal.
    load: (claudeCode) => inClaudesWords(claudeCode, 'cursor', new Set(['ask', 'output']), conversationOf),
  },
  {
    name: 'vscode',
    isSender: ({ hookEventName, sessionId }) =>
      typeof hookEventName === 'string' && typeof sessionId === 'string',
    load: (claudeCode) => inClaudesWords(claudeCode, 'vscode', new Set(['output']), sessionOf),
  },
];

/** Claude Code with the name, and without the abilities, of another one that reads its answers. */
function inClaudesWords(
  claudeCode: Attachment,
  name: string,
  lacks: Lacks,
  read: (native: JsonObject) => JsonObject,
): Attachment {
  const { wire } = claudeCode;
  return {
    ...claudeCode,
    name,
    honours: (event) => claudeCode.honours(event).filter((permit) => !lacks.has(permit)),
    wire: { ...wire, readEvent: (native, event) => wire.readEvent(read(native), event) },
  };
}

const conversationOf = ({ conversation_id: id, ...native }: JsonObject): JsonObject => ({
  ...(id === undefined ? {} : { session_id: id }),
  ...native,
});

const sessionOf = ({ sessionId, hookEventName, ...native }: JsonObject): JsonObject => ({
  ...(sessionId === undefined ? {} : { session_id: sessionId }),
  ...(hookEventName === undefined ? {} : { hook_event_name: hookEventName }),
  ...native,
});
