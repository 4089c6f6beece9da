import { gemini, geminiTools } from '@hookmd/core/protocols';
import type { Integration } from '../integration.ts';
import { makeIntegration } from '../make-integration.ts';
import { events } from './events.ts';

/** Google's Gemini CLI. */
export const geminiCli: Integration = makeIntegration({
  name: 'gemini-cli',
  format: gemini,
  events,
  budgetMs: 60_000,
  tools: geminiTools.names,
  projectVariable: 'GEMINI_PROJECT_DIR',
  mergesInput: true,
  messageKey: 'systemMessage',
});
