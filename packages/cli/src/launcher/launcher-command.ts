import { join } from 'node:path';
import type { Places } from '@hookmd/core/manifest';
import { DEFAULT_LAUNCHER, LAUNCHER, sharedCommand } from '@hookmd/core/system';
import { quoteWord } from '@hookmd/core/text';

/** The launcher of a state directory; its other files are beside it. */
export function launcherPath({ stateDir }: Pick<Places, 'stateDir'>): string {
  return join(stateDir, 'bin', LAUNCHER);
}

/**
 * The command with which an agent sends one event; `event` is the agent's name of it. It never changes: agents identify reviewed hooks
 * by it, and `attachedAgent` recognizes it.
 */
export function launcherCommand(agent: string, event: string, places: Pick<Places, 'stateDir'>): string {
  return [launcherPath(places), agent, event].map(quoteWord).join(' ');
}

/** The same in shared settings: it starts the launcher of each user, and does nothing without one. */
export function sharedLauncherCommand(agent: string, event: string): string {
  return sharedCommand(quoteWord(agent), quoteWord(event));
}

/** The same, for a caller that adds the event as the last argument. */
export function sharedLauncherArgv(agent: string): readonly string[] {
  return ['/bin/sh', '-c', sharedCommand(quoteWord(agent), '"$1"'), 'sh'];
}

/** Whether `sharedLauncherCommand` names the launcher of this state directory. */
export function isEverybodysLauncher({ home, stateDir }: Pick<Places, 'home' | 'stateDir'>): boolean {
  return join(home, DEFAULT_LAUNCHER.slice(2)) === launcherPath({ stateDir });
}
