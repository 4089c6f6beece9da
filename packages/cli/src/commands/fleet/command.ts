import { pathToFileURL } from 'node:url';
import { HookError } from '@hookmd/core/errors';
import type { Command, ExitCode } from '../../command-line/command.ts';
import { runCommand } from '../../command-line/run-command.ts';
import { findFleet } from '../../programs/find-fleet.ts';

export const command: Command = {
  name: 'fleet',
  usage: '[action] [...arguments]',
  about:
    'Manage many machines: one signed policy out, every event in. It is a package of its own: `npm install -g @hookmd/fleet`.',
  options: [],
  examples: ['hooks fleet --help', 'hooks fleet ship --once', 'hooks fleet status'],
  run: () => Promise.reject(new HookError('FLEET_NOT_INSTALLED', {}, { exitCode: 2 })),
};

/** The package has actions and options of its own. This command responds only where it is not installed. */
export const main = async (words: readonly string[]): Promise<ExitCode> => {
  const found = findFleet(process.env['PATH'] ?? '');
  if (found === null) {
    const common = words.filter((word) => ['--help', '-h', '--json'].includes(word));
    return runCommand(command, common);
  }
  const fleet = (await import(pathToFileURL(found.main).href)) as {
    main(words: readonly string[]): Promise<ExitCode>;
  };
  return fleet.main(words);
};
