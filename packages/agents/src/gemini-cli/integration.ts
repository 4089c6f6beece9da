import type { Integration } from '../integration.ts';
import { makeIntegration } from '../make-integration.ts';
import { events } from './events.ts';
import { geminiFormat } from './format.ts';
import { otherTools, tools } from './tools.ts';

/** Google's Gemini CLI. */
export const geminiCli: Integration = makeIntegration({
  name: 'gemini-cli',
  format: geminiFormat,
  events,
  budgetMs: 60_000,
  tools: [...tools.names, ...otherTools],
  projectVariable: 'GEMINI_PROJECT_DIR',
  mergesInput: true,
  messageKey: 'systemMessage',
});
