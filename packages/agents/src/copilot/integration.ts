import { join } from 'node:path';
import { copilotTools } from '@hookmd/core/protocols';
import type { Integration } from '../integration.ts';
import { makeIntegration } from '../make-integration.ts';
import { events } from './events.ts';
import { format } from './format.ts';

/** GitHub's Copilot CLI. Its payloads do not name their event, so the command line does. */
export const copilot: Integration = makeIntegration({
  name: 'copilot',
  format,
  events,
  budgetMs: 30_000,
  tools: copilotTools.names,
  eventField: 'hookName',
  projectVariable: 'COPILOT_PROJECT_DIR',
  alsoReads: ({ projectDir }) => [
    join(projectDir, '.claude', 'settings.json'),
    join(projectDir, '.claude', 'settings.local.json'),
  ],
  silence: {},
});
