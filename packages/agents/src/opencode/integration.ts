import { opencodeTools } from '@hookmd/core/protocols';
import type { Integration } from '../integration.ts';
import { pluginIntegration } from '../plugin.ts';
import { events } from './events.ts';
import { pluginSource } from './plugin-source.ts';
import { mcpName } from './tools.ts';

/** OpenCode runs plugins in its own process. */
export const opencode: Integration = pluginIntegration({
  name: 'opencode',
  events,
  tools: opencodeTools,
  mcpName,
  files: (prompt) => ({ 'hookmd.js': prompt + pluginSource }),
});
