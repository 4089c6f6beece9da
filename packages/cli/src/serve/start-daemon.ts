import { Buffer } from 'node:buffer';
import { lockState, startHelper } from '@hookmd/core/system';
import { nativePlaces } from '../command-line/context.ts';
import { openRuntimeDirectory, runtimeLock } from './runtime-directory.ts';

/** All that the runtime has of our environment: each event brings its own, and what an agent's settings set must not stay. */
const PASSED = ['PATH', 'LANG', 'NODE_DISABLE_COMPILE_CACHE'];

/**
 * Starts the resident runtime of these places in the background, unless there is one; of several that are started at once
 * one stays. Best effort: without it the next event is judged as this one was.
 */
export async function startDaemon(context: Parameters<typeof nativePlaces>[0]): Promise<void> {
  try {
    const { home, stateDir } = nativePlaces(context, {});
    openRuntimeDirectory(stateDir);
    if (lockState(runtimeLock(stateDir)) !== 'free' && lockState(runtimeLock(stateDir)) !== 'abandoned')
      return;
    const env = Object.fromEntries(
      PASSED.flatMap((name) => {
        const value = process.env[name];
        return value === undefined ? [] : [[name, value] as const];
      }),
    );
    await startHelper({
      argv: [process.execPath, process.argv[1] ?? '', 'serve', '--home', home, '--state', stateDir],
      env: { ...env, HOME: home },
      stdin: Buffer.alloc(0),
      pipes: [],
    });
  } catch {
    // A folder that others can write, a full disk: `hooks status` says it.
  }
}
