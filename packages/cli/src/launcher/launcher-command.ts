import { join } from 'node:path';
import type { Places } from '@hookmd/core/manifest';
import { DEFAULT_LAUNCHER, LAUNCHER, sharedCommand } from '@hookmd/core/system';
import { quoteWord } from '@hookmd/core/text';

/** Where the launcher of a state folder lies, with its files beside it. */
export function launcherPath({ stateDir }: Pick<Places, 'stateDir'>): string {
  return join(stateDir, 'bin', LAUNCHER);
}

/**
 * The command by which an agent fires one event, `event` being its own word for it. The same for ever: agents know the hooks
 * they have agreed to by these words, and `attachedAgent` finds them.
 */
export function launcherCommand(agent: string, event: string, places: Pick<Places, 'stateDir'>): string {
  return [launcherPath(places), agent, event].map(quoteWord).join(' ');
}

/** The same in settings that others have too: each starts their own launcher, and who has none is not disturbed. */
export function sharedLauncherCommand(agent: string, event: string): string {
  return sharedCommand(quoteWord(agent), quoteWord(event));
}

/** The same, for who adds the event as a last word. */
export function sharedLauncherArgv(agent: string): readonly string[] {
  return ['/bin/sh', '-c', sharedCommand(quoteWord(agent), '"$1"'), 'sh'];
}

/** Whether what `sharedLauncherCommand` names is the launcher of this state folder. */
export function isEverybodysLauncher({ home, stateDir }: Pick<Places, 'home' | 'stateDir'>): boolean {
  return join(home, DEFAULT_LAUNCHER.slice(2)) === launcherPath({ stateDir });
}
