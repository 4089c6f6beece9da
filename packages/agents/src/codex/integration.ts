import { join } from 'node:path';
import { type Format, ToolWords } from '@hookmd/core/protocols';
import { dialectFormat } from '../dialect.ts';
import { readHookGroups } from '../hook-groups.ts';
import type { Integration } from '../integration.ts';
import { makeIntegration } from '../make-integration.ts';
import { writeCodexAnswer } from './answer.ts';
import { events } from './events.ts';

/** Claude's language, with fewer answers. `exec` is a script that calls tools: what it runs cannot be told, so guards of the shell look at it, and no `command` beside it is one. */
export const wire: Format = dialectFormat({
  id: 'codex',
  events,
  tools: new ToolWords([
    { tool: 'Bash', native: 'exec', arguments: [{ key: '_command', native: 'command' }] },
    { tool: 'Bash', native: 'Bash' },
  ]),
  writeAnswer: writeCodexAnswer,
});

/** OpenAI's Codex CLI. */
export const codex: Integration = makeIntegration({
  name: 'codex',
  wire,
  events,
  budgetMs: 600_000,
  tools: ['exec', 'update_plan', 'view_image', 'write_stdin'],
  eventField: 'hook_event_name',
  projectVariable: null,
  settingsFiles: ({ home, projectDir }) => [
    join(projectDir, '.codex', 'hooks.json'),
    join(home, '.codex', 'hooks.json'),
  ],
  readSettings: readHookGroups,
  silence: null,
  says: (message) => ({ systemMessage: message }),
});
