import { readCommand } from './text.ts';

/** File name of the launcher. Settings that cannot be parsed are searched for it. */
export const LAUNCHER = 'hooks-fire';
/** The launcher of the default state directory, as settings that others have too name it. */
export const DEFAULT_LAUNCHER: string = `~/.local/state/hookmd/bin/${LAUNCHER}`;
const IF_THERE = `! test -x ${DEFAULT_LAUNCHER} || `;
/** Names of the `hooks` command: on the PATH, as a bundle, as a package. */
const COMMAND = /^(?:(?:.*\/)?(?:hooks|hookmd)(?:\.[cm]?js)?|hookmd@.*)$/;
/** Words that may come before that command: they start it and do nothing of their own. */
const RUNNER = /^(?:(?:.*\/)?(?:node|npx|bunx|pnpm|env)|dlx|exec|-y|--yes|-u|NODE_OPTIONS)$/;
/** Shell signs that start another command, or write a file. */
const DOES_MORE = /^(?:&&?|\|\|?|;|[()`]|\$\(|<<?|>>?)$/;

/** A launcher command for settings that others have too: it runs each user's own launcher, and nothing on other machines. */
export function sharedCommand(...words: readonly string[]): string {
  return `${IF_THERE}${[DEFAULT_LAUNCHER, ...words].join(' ')}`;
}

/** Whether a command in shared settings runs HookMD only where it is installed. */
export function isSharedCommand(command: string): boolean {
  return command.startsWith(IF_THERE);
}

/** Whether a program has the name that launchers have, in any state directory. */
export function isLauncherName(program: string): boolean {
  return program.endsWith(`/bin/${LAUNCHER}`);
}

/**
 * Returns the agent for which a command line runs HookMD; null = the line is not HookMD's.
 *
 * Recognizes every form that this version or an older one wrote, from any state directory, and the forms in the guides. A line
 * that does more belongs to its author: `hooks detach` would delete it, and it would not run as a settings entry.
 */
export function attachedAgent(command: string): string | null {
  const reading = readCommand(isSharedCommand(command) ? command.slice(IF_THERE.length) : command);
  if (!('words' in reading) || /[\n\r]/.test(command)) return null;
  const { words, shellSigns } = reading;
  if (shellSigns.some((sign) => DOES_MORE.test(sign))) return null;
  return launcherAgent(words) ?? runAgent(words);
}

/**
 * The same for one hook of a settings file in the format of Claude Code. Only a `command` hook is started.
 *
 * The parameters come from the file and may be anything. An absent `type` means `command`.
 */
export function attachedAgentOf(hook: {
  readonly type?: unknown;
  readonly command?: unknown;
}): string | null {
  const { type = 'command', command } = hook;
  return type === 'command' && typeof command === 'string' ? attachedAgent(command) : null;
}

/** `LAUNCHER AGENT EVENT`. */
function launcherAgent([program = '', agent = '', event, ...rest]: readonly string[]): string | null {
  return isLauncherName(program) && event !== undefined && rest.length === 0 ? agent : null;
}

/** `hooks run --agent AGENT`. Other programs have a `run` with an `--agent` too. */
function runAgent(words: readonly string[]): string | null {
  const from = words.findIndex((word) => COMMAND.test(word));
  const at = words.findIndex((token) => token === '--agent' || token.startsWith('--agent='));
  if (from < 0 || at < 0 || words.indexOf('run') < from) return null;
  if (!words.slice(0, from).every((name) => RUNNER.test(name))) return null;
  return words[at]?.split('=', 2)[1] ?? words[at + 1] ?? null;
}
