import { join } from 'node:path';
import type { Registration } from '../registration.ts';

/** It resumes a task under a name of its own, which is the start of a session to us. */
const alsoStarts: Readonly<Record<string, readonly string[]>> = { TaskStart: ['TaskResume'] };

/** A file for each event, that has its name; in the folders that the extension and the command line both look into. */
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
        isOursByName: false,
      })),
    ),
  needs: [],
};
