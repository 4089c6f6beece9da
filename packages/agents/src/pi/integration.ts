import type { Integration } from '../integration.ts';
import { pluginIntegration } from '../plugin.ts';
import { events } from './events.ts';
import { pluginSource } from './plugin-source.ts';
import { tools } from './tools.ts';

/** pi runs extensions in its own process. */
export const pi: Integration = pluginIntegration({
  name: 'pi',
  events,
  tools,
  files: (prompt) => ({ 'hookmd.js': prompt + pluginSource }),
});
