import type { Integration } from '../integration.ts';
import { pluginIntegration } from '../plugin.ts';
import { events } from './events.ts';
import { pluginSource } from './plugin-source.ts';
import { tools } from './tools.ts';

const programPackage = {
  name: 'hookmd',
  version: '1.0.0',
  type: 'module',
  openclaw: { extensions: ['./index.js'] },
};
const manifest = {
  id: 'hookmd',
  configSchema: { type: 'object', additionalProperties: false, properties: {} },
};
const asText = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;

/** OpenClaw runs plugins in its own process. */
export const openclaw: Integration = pluginIntegration({
  name: 'openclaw',
  events,
  tools,
  files: (prompt) => ({
    'index.js': prompt + pluginSource,
    'package.json': asText(programPackage),
    'openclaw.plugin.json': asText(manifest),
  }),
});
