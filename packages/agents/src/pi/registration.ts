import { join } from 'node:path';
import { pluginFiles } from '../plugin.ts';
import type { Registration } from '../registration.ts';
import { pi } from './integration.ts';

/** pi loads every module of the directory. */
export const registration: Registration = {
  program: 'pi',
  directories: { user: '~/.pi/agent', shared: '.pi' },
  movedBy: { variable: 'PI_CODING_AGENT_DIR' },
  form: ({ directory, argv }) => pluginFiles(pi, join(directory, 'extensions'), argv),
  needs: [],
};
