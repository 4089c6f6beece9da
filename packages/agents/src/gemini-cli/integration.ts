import { join } from 'node:path';
import { isJsonObject, type JsonObject } from '@hookmd/core/events';
import type { Format } from '@hookmd/core/protocols';
import { dialectFormat } from '../dialect.ts';
import { readHookGroups } from '../hook-groups.ts';
import type { Integration } from '../integration.ts';
import { makeIntegration } from '../make-integration.ts';
import { readGeminiAnswer, writeGeminiAnswer } from './answer.ts';
import { events } from './events.ts';
import { mcpName, otherTools, toolWords } from './tools.ts';

const shaped: Format = dialectFormat({
  id: 'gemini-cli',
  events,
  tools: toolWords,
  fields: { prompt_response: 'last_assistant_message', llm_response: 'response' },
  mcpName,
  readAnswer: readGeminiAnswer,
  writeAnswer: writeGeminiAnswer,
});

/** Payloads in Claude's shape with names of its own, and answers of its own. */
export const wire: Format = {
  ...shaped,
  readEvent: (native, event) => ({ ...modelCall(native), ...shaped.readEvent(native, event) }),
};

/** What it sends to the model stands in one object; that stays where it is beside the canonical fields. */
function modelCall({ llm_request: request }: JsonObject): JsonObject {
  if (!isJsonObject(request)) return {};
  const { model, messages } = request;
  return { provider: 'google', model, messages: Array.isArray(messages) ? messages : [] };
}

/** Google's Gemini CLI. */
export const geminiCli: Integration = makeIntegration({
  name: 'gemini-cli',
  wire,
  events,
  budgetMs: 60_000,
  tools: [...toolWords.names, ...otherTools],
  eventField: 'hook_event_name',
  projectVariable: 'GEMINI_PROJECT_DIR',
  settingsFiles: ({ home, projectDir }) => [
    join(projectDir, '.gemini', 'settings.json'),
    join(home, '.gemini', 'settings.json'),
    '/etc/gemini-cli/settings.json',
  ],
  readSettings: readHookGroups,
  mergesInput: true,
  silence: null,
  says: (message) => ({ systemMessage: message }),
});
