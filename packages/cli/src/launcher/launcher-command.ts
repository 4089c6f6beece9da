import { join } from 'node:path';
import type { Places } from '@hookmd/core/system';
import { DEFAULT_LAUNCHER, LAUNCHER, quoteWord, sharedCommand } from '@hookmd/core/text';

/** The path of the launcher in a state directory. Its other files are next to it. */
export function launcherPath({ stateDir }: Pick<Places, 'stateDir'>): string {
  return join(stateDir, 'bin', LAUNCHER);
}

/**
 * The command in an agent's settings that sends one event; `event` is the agent's name of it. It never changes: agents remember reviewed
 * hooks by their command, and `attachedAgent` recognizes it.
 */
export function launcherCommand(agent: string, event: string, places: Pick<Places, 'stateDir'>): string {
  return [launcherPath(places), agent, event].map(quoteWord).join(' ');
}

/** The command in shared settings: it starts the launcher of each user, and does nothing without one. */
export function sharedLauncherCommand(agent: string, event: string): string {
  return sharedCommand(quoteWord(agent), quoteWord(event));
}

/** The command for shared settings as arguments, for a caller that appends the event. */
export function sharedLauncherArgv(agent: string): readonly string[] {
  return ['/bin/sh', '-c', sharedCommand(quoteWord(agent), '"$1"'), 'sh'];
}

/** Whether `sharedLauncherCommand` starts the launcher of this state directory. */
export function isDefaultLauncher({ home, stateDir }: Pick<Places, 'home' | 'stateDir'>): boolean {
  return join(home, DEFAULT_LAUNCHER.slice(2)) === launcherPath({ stateDir });
}
