import { readCommands } from './shell/parser.ts';
import {
  MAX_SHELL_DEPTH,
  MAX_SHELL_LENGTH,
  openCursor,
  type RedirectedWrite,
  type ShellRun,
  type SimpleCommand,
  spend,
} from './shell/run.ts';

export type { SimpleCommand } from './shell/run.ts';

export interface ShellSplit {
  commands: SimpleCommand[];
  /** What redirections (`>`, `>>`, `>|`, `&>`, `<>`) write to, in order. */
  writes: RedirectedWrite[];
  isOpaque: boolean;
}

/**
 * Takes a shell text apart into the commands it may run, whatever quotes, wrappers, subshells and
 * substitutions stand around them. A wrapper (`sudo git push`) gives itself and what it wraps.
 *
 * Never throws; work and result are bounded by the length of the text. `isOpaque` means that more may
 * run than could be read: an expansion as command word, a script from a pipe, an open quote, too long or
 * too deep. The caller takes an opaque text for a match. Where shells differ, what any of sh, bash, dash
 * and zsh would run is a command.
 */
export function splitShell(command: string): ShellSplit {
  const run: ShellRun = {
    commands: [],
    writes: [],
    isOpaque: false,
    isExhausted: false,
    allowance: 16 * Math.min(command.length, MAX_SHELL_LENGTH) + 4_096,
    readCommands,
    readScript,
  };
  readScript(run, command.slice(0, MAX_SHELL_LENGTH), 0);
  const isUnread = run.isExhausted || command.length > MAX_SHELL_LENGTH || command.includes('\0');
  return { commands: run.commands, writes: run.writes, isOpaque: run.isOpaque || isUnread };
}

function readScript(run: ShellRun, text: string, depth: number): void {
  if (depth > MAX_SHELL_DEPTH || !spend(run, text.length)) run.isExhausted = true;
  else readCommands(openCursor(run, text, depth), null);
}
