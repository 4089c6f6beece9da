import { dialectFormat } from '../dialect.ts';
import type { Integration } from '../integration.ts';
import { makeIntegration } from '../make-integration.ts';
import { readPluginAnswer, writePluginAnswer } from '../plugin/answer.ts';
import { events } from './events.ts';
import { pluginSource } from './plugin-source.ts';
import { toolWords } from './tools.ts';

const BUDGET_MS = 60_000;

/** pi, which runs extensions in itself; ours asks HookMD. Nobody gives up on it but itself. */
export const pi: Integration = makeIntegration({
  name: 'pi',
  wire: dialectFormat({
    id: 'pi',
    events,
    tools: toolWords,
    readAnswer: readPluginAnswer,
    writeAnswer: writePluginAnswer,
  }),
  events,
  budgetMs: BUDGET_MS,
  tools: toolWords.names,
  eventField: 'hook_event_name',
  projectVariable: null,
  settingsFiles: () => [],
  readSettings: () => ({ isOff: false, commands: [] }),
  plugin: (argv) => ({ 'hookmd.js': pluginSource(argv, BUDGET_MS) }),
  silence: null,
  says: (message) => ({ message }),
});
