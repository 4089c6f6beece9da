import type { ShellSplit, SimpleCommand } from '@hookmd/shell';
import { matchText } from './glob.ts';

/**
 * Whether a text glob concerns a shell text: any of its commands, as words, with the program's bare name,
 * or as written. A text that could not be fully read matches.
 *
 * Only a glob that itself holds `|`, `&` or `;` is compared with the whole text too: `curl * | sh`.
 */
export function evaluateShell(
  glob: string,
  literalPrefix: string,
  command: string,
  split: ShellSplit,
): boolean {
  if (split.isOpaque) return true;
  if (/[|&;\n]/.test(glob) && matchText(glob, command.trim())) return true;
  return split.commands.some((simpleCommand) => matchCommand(glob, literalPrefix, simpleCommand));
}

/** Whether the shell makes a part of a command or the file of a redirection: `$X`, `$(date)`. A pattern for files names files. */
export function hasUnknownText({ commands, writes }: ShellSplit): boolean {
  return (
    commands.some(({ unknownFrom, unknownIsPath }) => unknownFrom >= 0 && !unknownIsPath) ||
    writes.some(({ path }) => /[$`]/.test(path))
  );
}

/** Whether a text glob matches one command of a shell text. */
export function matchCommand(glob: string, literalPrefix: string, command: SimpleCommand): boolean {
  const { text, name, raw, unknownFrom, unknownIsPath } = command;
  const directory = (command.words[0] ?? '').length - name.length;
  const named = directory === 0 ? text : text.slice(directory);
  for (const subject of [text, named, raw]) {
    if (subject.startsWith(literalPrefix) && matchText(glob, subject)) return true;
  }
  if (unknownFrom < 0) return false;
  return (
    mayBecome(literalPrefix, text, unknownFrom, unknownIsPath) ||
    (directory > 0 && mayBecome(literalPrefix, named, unknownFrom - directory, unknownIsPath))
  );
}

/**
 * Whether an expansion of the shell may produce the literal part of the glob: `git $X` for `git push*`. After that part an
 * expansion is compared as written, or every `git commit -m "$X"` would match `git commit*--no-verify*`.
 */
function mayBecome(literalPrefix: string, text: string, unknownFrom: number, isPath: boolean): boolean {
  if (unknownFrom < 0 || unknownFrom >= literalPrefix.length) return false;
  if (isPath && literalPrefix[unknownFrom] === '-') return false;
  return literalPrefix.startsWith(text.slice(0, unknownFrom));
}
