/**
 * One command of a shell text, as the program that runs would see it.
 *
 * Source: contracts.md §4.
 */
export interface SimpleCommand {
  /** Quotes removed, expansions left as written. */
  words: string[];
  /** `words` joined by one space. */
  text: string;
  /** Last path element of the command word. */
  name: string;
  /** The command as written: with its assignments, quotes and redirections. */
  raw: string;
  /** Where in `text` the first part stands that the shell puts in later (`$X`, `*.c`, arguments of xargs); -1 = none. */
  unknownFrom: number;
  /** What it puts in there is a file name and no option. */
  unknownIsPath: boolean;
}

/** A file that a redirection writes to. */
export interface RedirectedWrite {
  /** Quotes removed, expansions left as written. */
  path: string;
  /** How many of the commands come before the one it belongs to. */
  at: number;
}

/** One word while its command is being read. */
export interface Word {
  readonly text: string;
  /** Leading characters of `text` that were neither quoted nor expanded. */
  readonly plainLength: number;
  readonly isQuoted: boolean;
  /** An expansion made some of it, so that as a command word it may name any program. */
  readonly isMade: boolean;
  /** An expansion outside quotes made some of it: it may become several words, or none. */
  readonly isSplit: boolean;
  readonly unknownFrom: number;
  readonly unknownIsPath: boolean;
  /** `<( )` or `>( )`. */
  readonly isProcess: boolean;
  /** Stands for arguments that are not written here, such as those that xargs appends. */
  readonly isAbsent: boolean;
}

export interface Heredoc {
  readonly delimiter: string;
  readonly isQuoted: boolean;
  readonly stripsTabs: boolean;
  /** Depth of the list it was announced in. */
  readonly depth: number;
  /** Set when the command that reads it turns out to be a shell. */
  feedsShell: boolean;
}

/** What a command reads on stdin, as far as the text says. */
export type Feed = null | 'unknown' | Heredoc | { readonly text: string; readonly isExact: boolean };

export type Closer = null | ')' | 'esac';
/** How a list ended: at its closer or the end of the text, or at `;;`. */
export type Ending = 'closed' | 'next';

/** One call of `splitShell`: what it found so far and what it may still spend. */
export interface ShellRun {
  /** The text itself, as opposed to scripts that it holds. */
  readonly text: string;
  readonly commands: SimpleCommand[];
  readonly writes: RedirectedWrite[];
  readonly starts: number[];
  isOpaque: boolean;
  /** A bound was reached: opaque for good. */
  isExhausted: boolean;
  /** Characters that may still be read or handed out. */
  allowance: number;
  readonly readCommands: (cursor: Cursor, closer: Closer) => Ending;
  readonly readScript: (run: ShellRun, text: string, depth: number) => void;
}

export interface Cursor {
  readonly run: ShellRun;
  readonly source: string;
  at: number;
  depth: number;
  /** Announced on this line; their bodies begin on the next. */
  heredocs: Heredoc[];
}

/** Room for a here-document of 256 KiB and the commands around it. */
export const MAX_SHELL_LENGTH = 294_912;
export const MAX_SHELL_DEPTH = 24;
export const MAX_SHELL_COMMANDS = 5_000;

/** False, and the run exhausted, when `amount` more characters are not allowed. */
export function spend(run: ShellRun, amount: number): boolean {
  if (run.allowance < amount) {
    run.allowance = 0;
    run.isExhausted = true;
    return false;
  }
  run.allowance -= amount;
  return true;
}

export function openCursor(run: ShellRun, source: string, depth: number): Cursor {
  return { run, source, at: 0, depth, heredocs: [] };
}

/** True where a word begins with what is otherwise an operator. */
export function isAtProcess({ source, at }: Cursor): boolean {
  return (source[at] === '<' || source[at] === '>') && source[at + 1] === '(';
}

/** Leaves the rest of the text unread: it could not be understood. */
export function giveUp(cursor: Cursor): void {
  cursor.run.isOpaque = true;
  cursor.at = cursor.source.length;
}

/** Leaves the rest of the text unread: it nests too deep. */
export function exhaust(cursor: Cursor): void {
  cursor.run.isExhausted = true;
  cursor.at = cursor.source.length;
}

/** Reads a list inside the text, up to its closer. */
export function readNested(cursor: Cursor, closer: Closer): Ending {
  if (cursor.depth >= MAX_SHELL_DEPTH) {
    exhaust(cursor);
    return 'closed';
  }
  cursor.depth += 1;
  const ending = cursor.run.readCommands(cursor, closer);
  cursor.depth -= 1;
  return ending;
}
