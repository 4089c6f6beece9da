import { existsSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { HookError } from '@hookmd/core/errors';
import { findProgram } from '@hookmd/core/system';
import type { Command, ExitCode } from '../../command-line/command.ts';
import { runCommand } from '../../command-line/run-command.ts';

export const command: Command = {
  name: 'fleet',
  usage: '[action] [...arguments]',
  about:
    'Manage many machines: one signed policy out, every event in. It is a package of its own: `npm install -g @hookmd/fleet`.',
  options: [],
  examples: ['hooks fleet --help', 'hooks fleet ship --once', 'hooks fleet status'],
  run: () => Promise.reject(new HookError('FLEET_NOT_INSTALLED', {}, { exitCode: 2 })),
};

/** The package has actions and options of its own. Only where it is not installed this command speaks. */
export const main = async (words: readonly string[]): Promise<ExitCode> => {
  const file = findFleet(process.env['PATH'] ?? '');
  if (file === null)
    return runCommand(
      command,
      words.filter((word) => ['--help', '-h', '--json'].includes(word)),
    );
  const fleet = (await import(pathToFileURL(file).href)) as {
    main(words: readonly string[]): Promise<ExitCode>;
  };
  return fleet.main(words);
};

/** The main file of `@hookmd/fleet`: beside this package, or that of the program `hooks-fleet` on PATH. */
function findFleet(path: string): string | null {
  try {
    return createRequire(import.meta.filename).resolve('@hookmd/fleet/main');
  } catch {
    const program = findProgram('hooks-fleet', path);
    const file = program === null ? null : join(dirname(realpathSync(program)), 'main.js');
    return file !== null && existsSync(file) ? file : null;
  }
}
