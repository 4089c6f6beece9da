import { setTimeout as delay } from 'node:timers/promises';
import { HookError, isHookError } from '@hookmd/core/errors';
import { withLock } from '@hookmd/core/system';
import type { Command, ExitCode } from '../../command-line/command.ts';
import { type Context, placesOf } from '../../command-line/context.ts';
import { runCommand } from '../../command-line/run-command.ts';
import { parseDuration } from '../../command-line/usage.ts';
import { runRuntime } from '../../serve/run-runtime.ts';
import { openRuntimeDirectory, queryDaemon, runtimeLock } from '../../serve/runtime-directory.ts';
import { showEnd, showLauncher, showReady, showStopped } from './view.ts';

const DEFAULT_IDLE = '10m';
/** The daemon gives running events ten seconds. */
const STOP_MS = 15_000;
const POLL_MS = 50;

export const command: Command = {
  name: 'daemon',
  usage: '',
  about: 'Run the daemon, which handles events without starting a process for each one.',
  options: [
    { flags: '--stop', about: 'stop the running daemon' },
    { flags: '--launcher', about: 'build the launcher and print its path' },
    { flags: '--idle <time>', about: `stop after this time without events (default ${DEFAULT_IDLE})` },
  ],
  examples: ['hooks daemon', 'hooks status', 'hooks daemon --stop'],
  // The caller chooses the state directory, and with it the guards. A launcher starts it without the variables of its agent.
  changesTrust: true,
  async run(context) {
    if (context.options.has('stop')) return stop(context);
    return context.options.has('launcher') ? makeLauncher(context) : startHere(context);
  },
};

export const main = (words: readonly string[]): Promise<ExitCode> => runCommand(command, words);

async function startHere(context: Context): Promise<ExitCode> {
  const idleMs = parseDuration(context.options.text('idle') ?? DEFAULT_IDLE);
  const places = placesOf(context);
  const directory = openRuntimeDirectory(places.stateDir);
  const work = async (): Promise<ExitCode> => {
    process.chdir(directory);
    showEnd(context, await runRuntime({ places, idleMs, ready: () => showReady(context) }));
    return 0;
  };
  try {
    return await withLock(runtimeLock(places.stateDir), work, { waitMs: 0 });
  } catch (error) {
    if (!isHookError(error) || error.code !== 'STATE_LOCKED') throw error;
    throw new HookError('RUNTIME_RUNS', { path: directory }, { exitCode: 1 });
  }
}

async function makeLauncher(context: Context): Promise<ExitCode> {
  const { buildLauncher } = await import('../../launcher/build-launcher.ts');
  const places = placesOf(context);
  showLauncher(context, await buildLauncher(places, context.environment['PATH']), places);
  return 0;
}

async function stop(context: Context): Promise<ExitCode> {
  const { stateDir } = placesOf(context);
  const found = await queryDaemon(stateDir, 'stop');
  const giveUpAt = performance.now() + STOP_MS;
  let left = found;
  while (left !== null && left !== 'stuck' && performance.now() < giveUpAt) {
    await delay(POLL_MS);
    left = await queryDaemon(stateDir, 'status');
  }
  if (left !== null) throw new HookError('RUNTIME_STUCK', { path: stateDir }, { exitCode: 1 });
  showStopped(context, found === null || found === 'stuck' ? null : found);
  return 0;
}
