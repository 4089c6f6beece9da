import { HookError } from '@hookmd/core/errors';
import { findPullProblem, findStaleRelease, readPolicy } from '@hookmd/core/settings';
import type { Command, ExitCode } from '../../command-line/command.ts';
import { placesOf } from '../../command-line/context.ts';
import { runCommand } from '../../command-line/run-command.ts';
import { queryDaemon } from '../../serve/runtime-directory.ts';
import { showStatus } from '../daemon/view.ts';

export const command: Command = {
  name: 'status',
  usage: '',
  about: 'Show whether the daemon is running, and its counters.',
  options: [],
  examples: ['hooks status', 'hooks status --json'],
  async run(context) {
    const { stateDir, managedDir } = placesOf(context);
    const status = await queryDaemon(stateDir, 'status');
    if (status === 'stuck') throw new HookError('RUNTIME_STUCK', { path: stateDir }, { exitCode: 1 });
    const reading = await readPolicy(managedDir);
    const notPulled = findPullProblem(managedDir);
    showStatus(context, status, stateDir, {
      release: reading.release,
      stale: findStaleRelease(reading),
      notPulled,
    });
    return status === null ? 1 : 0;
  },
};

export const main = (words: readonly string[]): Promise<ExitCode> => runCommand(command, words);
