import { join } from 'node:path';
import type { Places } from '@hookmd/core/internal/discovery/places';
import { readCommand } from '@hookmd/core/internal/protocol/command-words';
import { quoteWord } from '@hookmd/core/internal/protocol/quote-word';

/** Its name, by which settings that cannot be read are seen to speak of us. */
export const LAUNCHER = 'hooks-fire';
/** What `launcherPath` is where no option and no variable says otherwise. */
const EVERYBODYS = `~/.local/state/hookmd/bin/${LAUNCHER}`;
const IF_THERE = `! test -x ${EVERYBODYS} || `;

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

/** The same in settings that others have too: each starts their own launcher, and who has none is not disturbed. */
export function sharedLauncherCommand(agent: string, event: string): string {
  return `${IF_THERE}${EVERYBODYS} ${[agent, event].map(quoteWord).join(' ')}`;
}

/** Whether a command line is one of those. */
export function isSharedCommand(command: string): boolean {
  return command.startsWith(IF_THERE);
}

/** The same, for who adds the event as a last word. */
export function sharedLauncherArgv(agent: string): readonly string[] {
  return ['/bin/sh', '-c', `${IF_THERE}${EVERYBODYS} ${quoteWord(agent)} "$1"`, 'sh'];
}

/** Whether what `sharedLauncherCommand` names is the launcher of this state folder. */
export function isEverybodysLauncher({ home, stateDir }: Pick<Places, 'home' | 'stateDir'>): boolean {
  return join(home, EVERYBODYS.slice(2)) === launcherPath({ stateDir });
}

/** Which agent a command line of ours fires for, null = it is none. `words` are those of the command. */
function firedAgent([program = '', agent = '', event, ...rest]: readonly string[]): string | null {
  const isLauncher = program.endsWith(`/bin/${LAUNCHER}`) && event !== undefined && rest.length === 0;
  return isLauncher ? agent : null;
}

/** The same for a whole command line, in any of the forms that this or an older version gave it, by hand or not. */
export function attachedAgent(command: string): string | null {
  const reading = readCommand(isSharedCommand(command) ? command.slice(IF_THERE.length) : command);
  const words = 'words' in reading ? reading.words : command.split(/\s+/);
  const fired = firedAgent(words);
  if (fired !== null) return fired;
  const at = words.findIndex((word) => word === '--agent' || word.startsWith('--agent='));
  if (at < 0 || !words.includes('run')) return null;
  return words[at]?.split('=', 2)[1] ?? words[at + 1] ?? null;
}
