import { join } from 'node:path';
import { ToolWords, type Wire } from '@hookmd/core/protocols';
import type { Attachment } from '../attachment.ts';
import { dialectWire } from '../dialect.ts';
import { readHookGroups } from '../hook-groups.ts';
import { makeAttachment } from '../make-attachment.ts';
import { writeCodexAnswer } from './answer.ts';
import { events } from './events.ts';

/** Claude's language, with fewer answers. `exec` is a script that calls tools: what it runs cannot be told, so guards of the shell look at it, and no `command` beside it is one. */
export const wire: Wire = dialectWire({
  id: 'codex',
  events,
  tools: new ToolWords([
    { tool: 'Bash', native: 'exec', arguments: [{ key: '_command', native: 'command' }] },
    { tool: 'Bash', native: 'Bash' },
  ]),
  writeAnswer: writeCodexAnswer,
});

/** OpenAI's Codex CLI. */
export const codex: Attachment = makeAttachment({
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
