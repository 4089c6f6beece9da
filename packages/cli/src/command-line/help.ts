import { didYouMean, HookError } from '@hookmd/core/errors';
import { showError } from '../ui/error.ts';
import { openOutput, printJson } from '../ui/output.ts';
import type { ExitCode } from './command.ts';
import { printSummary } from './parser.ts';
import { aliases, commandNamed, commandNames, commands } from './table.ts';
import { usage } from './usage.ts';

/** Runs `hooks --help` and `hooks help [command]`, and reports a command that does not exist. */
export async function showHelp(words: readonly string[]): Promise<ExitCode> {
  const [first = '', second] = words;
  const isHelp = first === 'help' || first.startsWith('-');
  const name = first === 'help' ? second : isHelp ? undefined : first;
  if (name === undefined) {
    printSummary(commands);
    return 0;
  }
  const row = isHelp ? commands[commandNamed(name) ?? ''] : undefined;
  if (row !== undefined) return (await row.load()).main(['--help']);
  const suggestion = didYouMean(name, namesLike(name));
  return reportWrongUsage(words, new HookError('COMMAND_NOT_FOUND', { name, suggestion }));
}

/** Commands whose opposite begins with `un`, `dis` or `de`. */
const undone: ReadonlySet<string> = new Set(['install', 'add', 'i', 'enable', 'attach']);

/** The names that a typing error may have meant: never the opposite. */
function namesLike(typed: string): readonly string[] {
  const names = [...commandNames, ...Object.keys(aliases)];
  return /^(?:un|dis|de)/i.test(typed) ? names.filter((name) => !undone.has(name)) : names;
}

/** Rejects `--version` with further words; alone it is printed before anything is loaded. */
export function rejectVersionWords(words: readonly string[]): Promise<ExitCode> {
  const [first, second] = words;
  const further = first === '--version' || first === '-v' ? second : first;
  const error = usage(`\`hooks --version\` does not take "${further}"`, 'Write `hooks --version`.');
  return reportWrongUsage(words, error);
}

async function reportWrongUsage(words: readonly string[], error: HookError): Promise<ExitCode> {
  const isJson = words.includes('--json');
  const err = await openOutput('stderr', process.env, isJson ? 'never' : 'auto');
  showError({ isJson, err, print: printJson, cwd: process.cwd(), environment: process.env }, error);
  return error.exitCode;
}
