import { dialectFormat } from '../dialect.ts';
import type { Integration } from '../integration.ts';
import { makeIntegration } from '../make-integration.ts';
import { readPluginAnswer, writePluginAnswer } from '../plugin/answer.ts';
import { events } from './events.ts';
import { pluginSource } from './plugin-source.ts';
import { mcpName, otherTools, toolWords } from './tools.ts';

const BUDGET_MS = 60_000;

/** OpenCode, which runs plugins in itself; ours asks HookMD. Nobody gives up on it but itself. */
export const opencode: Integration = makeIntegration({
  name: 'opencode',
  wire: dialectFormat({
    id: 'opencode',
    events,
    tools: toolWords,
    mcpName,
    readAnswer: readPluginAnswer,
    writeAnswer: writePluginAnswer,
  }),
  events,
  budgetMs: BUDGET_MS,
  tools: [...toolWords.names, ...otherTools],
  eventField: 'hook_event_name',
  projectVariable: null,
  settingsFiles: () => [],
  readSettings: () => ({ isOff: false, commands: [] }),
  plugin: (argv) => ({ 'hookmd.js': pluginSource(argv, BUDGET_MS) }),
  silence: null,
  says: (message) => ({ message }),
});
