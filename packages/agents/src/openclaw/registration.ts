import { join } from 'node:path';
import { pluginFiles } from '../plugin.ts';
import type { Registration } from '../registration.ts';
import { openclaw } from './integration.ts';

const ID = 'hookmd';

/** A plugin in a directory of its own, named in the configuration. It receives no prompts without access to conversations. */
export const registration: Registration = {
  program: 'openclaw',
  directories: { user: '~/.openclaw' },
  movedBy: { variable: 'OPENCLAW_STATE_DIR' },
  form: ({ directory, argv }) => {
    const plugin = join(directory, 'hookmd-plugin');
    const entry = { enabled: true, hooks: { allowConversationAccess: true } };
    return [
      ...pluginFiles(openclaw, plugin, argv),
      {
        kind: 'document',
        path: join(directory, 'openclaw.json'),
        base: {},
        reads: { comments: true, trailingCommas: true, mark: true },
        parts: [
          { kind: 'listed', at: ['plugins', 'load', 'paths'], value: plugin, event: null },
          { kind: 'listed', at: ['plugins', 'allow'], value: ID, onlyThere: true, event: null },
          { kind: 'key', at: ['plugins', 'entries', ID], value: entry, event: null },
        ],
      },
    ];
  },
  needs: [
    {
      message: '`openclaw agent exec` does not load plugins, so no hook runs.',
      remedy: 'Use `openclaw agent --local`, or a gateway: restart one that runs.',
    },
  ],
};
