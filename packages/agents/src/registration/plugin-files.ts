import { join } from 'node:path';
import type { Integration } from '../integration.ts';
import type { RegistrationFile } from './registration.ts';

/** The files of our plugin in an agent that starts no commands. */
export function pluginFiles(
  agent: Integration,
  folder: string,
  argv: readonly string[],
): readonly RegistrationFile[] {
  return Object.entries(agent.plugin?.(argv) ?? {}).map(([name, text]) => ({
    kind: 'file',
    path: join(folder, name),
    text,
    isExecutable: false,
    event: null,
    isOursByName: true,
  }));
}
