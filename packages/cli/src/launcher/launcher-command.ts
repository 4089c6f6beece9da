import { join } from 'node:path';
import type { Places } from '@hookmd/core/internal/discovery/places';
import { readCommand } from '@hookmd/core/internal/protocol/command-words';
import { quoteWord } from '@hookmd/core/internal/protocol/quote-word';

/** Its name, by which settings that cannot be read are seen to speak of us. */
export const LAUNCHER = 'hooks-fire';
/** What `launcherPath` is where no option and no variable says otherwise. */
const EVERYBODYS = `~/.local/state/hookmd/bin/${LAUNCHER}`;
/** What `hooks` is called by: its name on the PATH, its bundle, its package. */
const COMMAND = /^(?:(?:.*\/)?hooks(?:\.[cm]?js)?|@hookmd\/cli(?:@.*)?)$/;
/** What starts it, and nothing else of its own choice. */
const RUNNER = /^(?:(?:.*\/)?(?:node|npx|bunx|pnpm)|dlx|exec|-y|--yes)$/;
/** Signs by which a shell starts another command, or one within, or writes a file. */
const DOES_MORE = /^(?:&&?|\|\|?|;|[()`]|\$\(|<<?|>>?)$/;
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

/** Whether a program is called as launchers are, of whatever state folder. */
export function isLauncherName(program: string): boolean {
  return program.endsWith(`/bin/${LAUNCHER}`);
}

/** Which agent a command line of ours fires for, null = it is none. `words` are those of the command. */
function firedAgent([program = '', agent = '', event, ...rest]: readonly string[]): string | null {
  return isLauncherName(program) && event !== undefined && rest.length === 0 ? agent : null;
}

/**
 * The same for a whole command line, in any of the forms that this or an older version gave it, by hand or not.
 *
 * A line that does more than that is its author's: whoever takes ours out would take that too.
 */
export function attachedAgent(command: string): string | null {
  const reading = readCommand(isSharedCommand(command) ? command.slice(IF_THERE.length) : command);
  if (!('words' in reading) || /[\n\r]/.test(command)) return null;
  const { words, shellSigns } = reading;
  if (shellSigns.some((sign) => DOES_MORE.test(sign))) return null;
  const fired = firedAgent(words);
  if (fired !== null) return fired;
  // Other programs have a `run` with an `--agent` too.
  const from = words.findIndex((word) => COMMAND.test(word));
  const at = words.findIndex((word) => word === '--agent' || word.startsWith('--agent='));
  if (from < 0 || at < 0 || words.indexOf('run') < from) return null;
  if (!words.slice(0, from).every((word) => RUNNER.test(word))) return null;
  return words[at]?.split('=', 2)[1] ?? words[at + 1] ?? null;
}
