import { qwenTools, writeQwenOutput } from '@hookmd/core/protocols';
import { makeFormat } from '../format.ts';
import type { Integration } from '../integration.ts';
import { makeIntegration } from '../make-integration.ts';
import { events } from './events.ts';

/** Qwen Code: Claude's payloads with Gemini's tools, and todos for tasks. */
export const qwenCode: Integration = makeIntegration({
  name: 'qwen-code',
  format: makeFormat({
    events,
    tools: qwenTools,
    fields: { todo_id: 'task_id', todo_content: 'task_subject' },
    writeDecision: writeQwenOutput,
  }),
  events,
  budgetMs: 60_000,
  tools: qwenTools.names,
  projectVariable: 'QWEN_PROJECT_DIR',
  // It also sends the prompts of tools and hooks; only what a user typed has `submitted_prompt`.
  isFromUser: (event) => typeof event['submitted_prompt'] === 'string' || event['prompt_id'] === undefined,
  messageKey: 'systemMessage',
});
