import { join } from 'node:path';
import { isJsonObject, type JsonValue } from '@hookmd/core/events';
import { objectsIn } from '../hook-groups.ts';
import type { Integration, SettingsReading } from '../integration.ts';
import { makeIntegration } from '../make-integration.ts';
import { events } from './events.ts';
import { wire } from './format.ts';
import { otherTools, toolWords } from './tools.ts';

/** GitHub's Copilot CLI. Its payloads do not name their event, so the command line does. */
export const copilot: Integration = makeIntegration({
  name: 'copilot',
  wire,
  events,
  budgetMs: 30_000,
  tools: [...toolWords.names, ...otherTools],
  eventField: 'hookName',
  projectVariable: 'COPILOT_PROJECT_DIR',
  settingsFiles: ({ home, projectDir }) => [
    join(projectDir, '.github', 'hooks', 'hookmd.json'),
    join(home, '.copilot', 'hooks', 'hookmd.json'),
  ],
  readSettings,
  alsoReads: ({ projectDir }) => [
    join(projectDir, '.claude', 'settings.json'),
    join(projectDir, '.claude', 'settings.local.json'),
  ],
  silence: {},
  says: null,
});

/** `hooks: {EVENT: [{bash | command, matcher}]}`. */
function readSettings(document: JsonValue): SettingsReading {
  if (!isJsonObject(document)) return { isOff: false, commands: [] };
  const byEvent = isJsonObject(document['hooks']) ? document['hooks'] : {};
  return {
    isOff: document['disableAllHooks'] === true,
    commands: Object.entries(byEvent).flatMap(([event, entries]) =>
      objectsIn(entries).flatMap(({ bash, command = bash, matcher }) =>
        typeof command === 'string'
          ? [{ event, matcher: typeof matcher === 'string' ? matcher : '', command }]
          : [],
      ),
    ),
  };
}
