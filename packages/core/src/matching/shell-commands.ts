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
  /** Where in the text each command begins; -1 for one that is not written there as such. */
  starts: number[];
  isOpaque: boolean;
  /** A bound was reached: the text may run commands that are not listed. Opaque too. */
  isIncomplete: boolean;
  /** Characters that were read or handed out. */
  work: number;
}

/**
 * Takes a shell text apart into the commands it may run, whatever quotes, wrappers, subshells and
 * substitutions stand around them. A wrapper (`sudo git push`) gives itself and what it wraps.
 *
 * Never throws; work and result are bounded by the length of the text. `isOpaque` means that more may
 * run than could be read: an expansion as command word, a script from a pipe, an open quote, too long or
 * too deep. The caller takes an opaque text for a match. Where shells differ, what any of sh, bash, dash
 * and zsh would run is a command. `maxWork` bounds the characters that are read or handed out, beside the bound by length.
 */
export function splitShell(command: string, maxWork: number = Number.POSITIVE_INFINITY): ShellSplit {
  const text = command.slice(0, MAX_SHELL_LENGTH);
  const allowance = Math.min(16 * text.length + 4_096, maxWork);
  const run: ShellRun = {
    text,
    commands: [],
    writes: [],
    starts: [],
    isOpaque: false,
    isExhausted: false,
    allowance,
    readCommands,
    readScript,
  };
  readScript(run, text, 0);
  const isIncomplete = run.isExhausted || command.length > MAX_SHELL_LENGTH;
  return {
    commands: run.commands,
    writes: run.writes,
    starts: run.starts,
    isOpaque: run.isOpaque || isIncomplete || command.includes('\0'),
    isIncomplete,
    work: allowance - run.allowance,
  };
}

function readScript(run: ShellRun, text: string, depth: number): void {
  if (depth > MAX_SHELL_DEPTH || !spend(run, text.length)) run.isExhausted = true;
  else readCommands(openCursor(run, text, depth), null);
}
