import { findScript, isShell, listCommands } from '@hookmd/shell';
import { readStart } from '../launch/program-file.ts';

/** What was started for a hook. */
export interface StartedHandler {
  readonly argv: readonly string[] | null;
  /** The directory of its package: mostly the approved copy, whose path is of no use to the user. */
  readonly packageDir: string;
}

/** A mistake in a script, by the message of its shell. */
export interface ScriptError {
  /** In the package; a file elsewhere by its whole path. */
  readonly file: string;
  readonly line: number;
  /** What is wrong, behind the name of the script: `has a syntax error: …`. */
  readonly problem: string;
}

/** A message with which a shell itself ends a script. */
interface MessageRow {
  /** Of what follows the file and the line; its group is what was found. */
  readonly pattern: RegExp;
  /** How shells exit after it. After another code the script continued, and what it did then was its decision. */
  readonly exitCodes: readonly number[];
  readonly describe: (found: string) => string;
  /** Whether the text of the script shows that no call causes it. Absent = the message does. */
  readonly isOfScript?: (found: string, text: string) => boolean;
}

/**
 * Only mistakes that no call can cause: a guard that a crafted command makes stumble (in arithmetic, in `eval`, over a file that is
 * gone) still blocks where its shell exits with the code that blocks.
 */
const messages: readonly MessageRow[] = [
  {
    pattern: /^(?:(?:syntax|parse) error:?(?: near)? (.+)|(unexpected EOF .*|unmatched .*))$/i,
    exitCodes: [1, 2],
    describe: (found) => `has a syntax error: ${found}`,
  },
  {
    pattern: /^\$?([A-Za-z_]\w*): (?:parameter not set|unbound variable)$/,
    exitCodes: [1, 2],
    describe: (found) => `uses $${found}, which is not set`,
    isOfScript: isNeverSet,
  },
  {
    pattern: /^set: illegal option (-o pipefail)$/i,
    exitCodes: [2],
    describe: (found) => `calls \`set ${found}\`, which its shell does not support`,
  },
  {
    pattern: /^()bad substitution$/i,
    exitCodes: [1, 2],
    describe: () => 'has an expansion that its shell does not support',
  },
  {
    pattern:
      /^(?:exec: )?(?:(.+): (?:(?:command )?not found|no such file or directory)|(?:command not found|no such file or directory): (.+))$/i,
    exitCodes: [127],
    describe: (found) => `runs ${found}, which was not found`,
  },
  {
    pattern: /^(?:exec: )?(?:(.+): permission denied|permission denied: (.+))$/i,
    exitCodes: [126],
    describe: (found) => `runs ${found}, which is not executable`,
  },
];

const MAX_SCRIPT_BYTES = 256 * 1024;
/** What HookMD sets of a call may be missing: an argument can be too long for a variable. */
const OF_CALL = /^HOOK_/;

/** Whether a script only reads a variable. One that it sets somewhere may be unset because of what the call contains. */
function isNeverSet(name: string, text: string): boolean {
  const uses = text.match(new RegExp(`\\b${name}\\b`, 'g')) ?? [];
  const reads = text.match(new RegExp(`\\$\\{?${name}\\b`, 'g')) ?? [];
  return !OF_CALL.test(name) && uses.length > 0 && uses.length === reads.length;
}

/** `: 4: ` of dash, `: line 4: ` and `: -c: line 4: ` of bash, `:4: ` of zsh. */
const AFTER_FILE = /^:(?: -c:)?(?: line)? ?(\d+): ?(.*)$/;

/**
 * Finds what the shell of a script reports about the script itself, where that is why the script ended; null = it is not.
 *
 * `isBlocking` = with this exit code the script may have decided. Then it is null unless the shell wrote everything on standard
 * error, each line behind the path by which it was started: a guard that quotes such a message about another script blocks. So
 * does one where the cause is unknown, because a lost block is worse than a failure that blocks.
 */
export function findScriptError(
  handler: StartedHandler,
  { exitCode, stderr }: { readonly exitCode: number; readonly stderr: string },
  isBlocking: boolean,
): ScriptError | null {
  const lines = stderr.split('\n').filter((line) => line.trim() !== '');
  const file = scriptOf(handler, lines.at(-1) ?? '');
  if (file === null) return null;
  const isOfShell = (line: string): boolean => line.startsWith(`${file}:`);
  if (isBlocking && !lines.every(isOfShell)) return null;
  const name = file.startsWith(`${handler.packageDir}/`) ? file.slice(handler.packageDir.length + 1) : file;
  for (const text of lines.filter(isOfShell).reverse()) {
    const [, line = '', message = ''] = AFTER_FILE.exec(text.slice(file.length)) ?? [];
    for (const { pattern, exitCodes, describe, isOfScript } of messages) {
      const match = exitCodes.includes(exitCode) ? pattern.exec(message) : null;
      const found = match?.[1] ?? match?.[2] ?? '';
      if (match === null || (isBlocking && isOfScript?.(found, readScript(file)) === false)) continue;
      return { file: name, line: Number(line), problem: describe(found) };
    }
  }
  return null;
}

function readScript(path: string): string {
  return readStart(path, MAX_SCRIPT_BYTES)?.toString('utf8') ?? '';
}

/** The script that a shell runs, by the path in its messages; null = no shell runs one, or the line is about another file. */
function scriptOf({ argv, packageDir }: StartedHandler, line: string): string | null {
  if (argv === null) return null;
  const [program = '', option, text = ''] = argv;
  if (!isShell(program)) return null;
  const script = findScript(argv)?.script;
  if (script !== undefined) return line.startsWith(`${script}:`) ? script : null;
  // `sh -c '"$HOOK_DIR"/guard.sh'`: only where it is all of the text, because another command beside it may decide.
  const named = line.startsWith(`${packageDir}/`) ? line.slice(0, line.indexOf(':', packageDir.length)) : '';
  const isAlone = named !== '' && option === '-c' && listCommands(text).commands.length === 1;
  return isAlone ? named : null;
}
