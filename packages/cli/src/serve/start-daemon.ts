import { Buffer } from 'node:buffer';
import { lockState, startHelper } from '@hookmd/core/system';
import { nativePlaces } from '../command-line/context.ts';
import { openRuntimeDirectory, runtimeLock } from './runtime-directory.ts';

/** The daemon's environment. Each event has its own, and variables from an agent's settings must not remain. */
const PASSED = ['PATH', 'LANG', 'NODE_DISABLE_COMPILE_CACHE'];

/** Starts the daemon in the background, unless it runs. Best effort: without it the next event starts a process, as this one. */
export async function startDaemon(context: Parameters<typeof nativePlaces>[0]): Promise<void> {
  try {
    const { home, stateDir } = nativePlaces(context, {});
    openRuntimeDirectory(stateDir);
    if (!['free', 'abandoned'].includes(lockState(runtimeLock(stateDir)))) return;
    const env = Object.fromEntries(
      PASSED.flatMap((name) => {
        const value = process.env[name];
        return value === undefined ? [] : [[name, value] as const];
      }),
    );
    await startHelper({
      argv: [process.execPath, process.argv[1] ?? '', 'daemon', '--home', home, '--state', stateDir],
      env: { ...env, HOME: home },
      stdin: Buffer.alloc(0),
      pipes: [],
    });
  } catch {
    // `hooks status` reports a directory of others and a full disk.
  }
}
