import { join } from 'node:path';
import { type Format, writeClaudeAnswer } from '@hookmd/core/protocols';
import { dialectFormat } from '../dialect.ts';
import { readHookGroups } from '../hook-groups.ts';
import type { Integration } from '../integration.ts';
import { makeIntegration } from '../make-integration.ts';
import { events } from './events.ts';
import { otherTools, toolWords } from './tools.ts';

/** Claude's language with Gemini's tools, and todos for tasks. */
export const wire: Format = dialectFormat({
  id: 'qwen-code',
  events,
  tools: toolWords,
  fields: { todo_id: 'task_id', todo_content: 'task_subject' },
  // What a block says of a result reaches nobody there; context does.
  writeAnswer: (decision) =>
    writeClaudeAnswer({ ...decision, feedback: [], context: [...decision.feedback, ...decision.context] }),
});

export const qwenCode: Integration = makeIntegration({
  name: 'qwen-code',
  wire,
  events,
  budgetMs: 60_000,
  tools: [...toolWords.names, ...otherTools],
  eventField: 'hook_event_name',
  projectVariable: 'QWEN_PROJECT_DIR',
  settingsFiles: ({ home, projectDir }) => [
    join(projectDir, '.qwen', 'settings.json'),
    join(home, '.qwen', 'settings.json'),
  ],
  readSettings: readHookGroups,
  // It fires for what tools and hooks send to the model too; what a user typed is there under a name of its own.
  isFromUser: (event) => typeof event['submitted_prompt'] === 'string' || event['prompt_id'] === undefined,
  silence: null,
  says: (message) => ({ systemMessage: message }),
});
