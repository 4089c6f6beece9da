import { join } from 'node:path';
import type { Places } from '@hookmd/core/internal/discovery/places';
import { quoteWord } from '@hookmd/core/internal/protocol/quote-word';

const LAUNCHER = 'hooks-fire';

/** Where the launcher of a state folder lies, with its files beside it. */
export function launcherPath({ stateDir }: Pick<Places, 'stateDir'>): string {
  return join(stateDir, 'bin', LAUNCHER);
}

/**
 * The command by which an agent fires one event, `event` being its own word for it. The same for ever: agents know the hooks
 * they have agreed to by these words.
 */
export function launcherCommand(agent: string, event: string, places: Pick<Places, 'stateDir'>): string {
  return [launcherPath(places), agent, event].map(quoteWord).join(' ');
}

/** Which agent a command line of ours fires for, null = it is none. `words` are those of the command. */
export function firedAgent([program = '', agent = '', event, ...rest]: readonly string[]): string | null {
  const isLauncher = program.endsWith(`/bin/${LAUNCHER}`) && event !== undefined && rest.length === 0;
  return isLauncher ? agent : null;
}
