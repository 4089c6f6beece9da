import { codexTools } from '@hookmd/core/protocols';
import type { Integration } from '../integration.ts';
import { makeIntegration } from '../make-integration.ts';
import { events } from './events.ts';
import { format } from './format.ts';

/** OpenAI's Codex CLI. */
export const codex: Integration = makeIntegration({
  name: 'codex',
  format,
  events,
  budgetMs: 600_000,
  tools: codexTools.names,
  messageKey: 'systemMessage',
});
