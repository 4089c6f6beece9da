import { dialectFormat } from '../dialect.ts';
import type { Integration } from '../integration.ts';
import { makeIntegration } from '../make-integration.ts';
import { readPluginAnswer, writePluginAnswer } from '../plugin/answer.ts';
import { events } from './events.ts';
import { pluginSource } from './plugin-source.ts';
import { otherTools, toolWords } from './tools.ts';

const BUDGET_MS = 60_000;

/** OpenClaw, which runs plugins in itself; ours asks HookMD. */
export const openclaw: Integration = makeIntegration({
  name: 'openclaw',
  wire: dialectFormat({
    id: 'openclaw-agent',
    events,
    tools: toolWords,
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
  plugin: (argv) => ({
    'index.js': pluginSource(argv, BUDGET_MS),
    'package.json': `${JSON.stringify({ name: 'hookmd', version: '1.0.0', type: 'module', openclaw: { extensions: ['./index.js'] } }, null, 2)}\n`,
    'openclaw.plugin.json': `${JSON.stringify({ id: 'hookmd', configSchema: { type: 'object', additionalProperties: false, properties: {} } }, null, 2)}\n`,
  }),
  silence: null,
  says: (message) => ({ message }),
});
