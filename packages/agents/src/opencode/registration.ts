import { join } from 'node:path';
import { pluginFiles } from '../plugin.ts';
import type { Registration } from '../registration.ts';
import { opencode } from './integration.ts';

/** OpenCode loads every module of the directory. */
export const registration: Registration = {
  program: 'opencode',
  directories: { user: '~/.config/opencode', shared: '.opencode' },
  movedBy: { variable: 'XDG_CONFIG_HOME', below: 'opencode' },
  form: ({ directory, argv }) => pluginFiles(opencode, join(directory, 'plugins'), argv),
  needs: [],
};
