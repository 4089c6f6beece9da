import { join } from 'node:path';
import type { Registration } from '../registration.ts';

/** Cline has a name of its own for a resumed task, which starts a session too. */
const alsoStarts: Readonly<Record<string, readonly string[]>> = { TaskStart: ['TaskResume'] };

/** A file for each event, named after it, in the directories of both runtimes. */
export const registration: Registration = {
  program: 'cline',
  directories: { user: '~/Documents/Cline/Hooks', shared: '.clinerules/hooks' },
  form: ({ directory, events }) =>
    events.flatMap(({ event, native, command }) =>
      [native, ...(alsoStarts[native] ?? [])].map((name) => ({
        kind: 'file' as const,
        path: join(directory, name),
        text: `#!/bin/sh\n${command.replace(new RegExp(`${native}$`), name)}\n`,
        isExecutable: true,
        event,
        isNamedAfterHookMD: false,
      })),
    ),
  needs: [],
};
