import { HookError } from '@hookmd/core/internal/errors/hook-error';
import { didYouMean } from '@hookmd/core/internal/errors/nearest-name';
import type { ExitStatus } from './command.ts';
import { commandHelp, exitCodes } from './command-help.ts';
import { commandNames, commands } from './command-table.ts';
import { openOutput, printJson } from './terminal.ts';
import { usage } from './usage.ts';
import { alignColumns } from './views/columns.ts';
import { showError } from './views/error.ts';
import { wrapUnder } from './views/wrap.ts';

/** `hooks --help`, `hooks help [command]`, and the answer to a command that does not exist. */
export async function showHelp(words: readonly string[]): Promise<ExitStatus> {
  const [first = '', second] = words;
  const asked = first === 'help' ? second : undefined;
  const unknown = asked ?? (first.startsWith('-') || first === 'help' ? undefined : first);
  const row = asked !== undefined && Object.hasOwn(commands, asked) ? commands[asked] : undefined;
  const out = await openOutput('stdout', process.env, 'auto');
  if (row !== undefined) {
    out.line(commandHelp((await row.load()).command, out.width));
    return 0;
  }
  if (unknown === undefined) {
    out.line(overview(out.width));
    return 0;
  }
  const error = new HookError('COMMAND_NOT_FOUND', {
    name: unknown,
    suggestion: didYouMean(unknown, commandNames),
  });
  return showWrong(words, error);
}

/** The answer to `--version` with something beside it; alone it is printed before anything is loaded. */
export function refuseBesideVersion(words: readonly string[]): Promise<ExitStatus> {
  const [first, second] = words;
  const beside = first === '--version' || first === '-v' ? second : first;
  return showWrong(words, usage(`\`hooks --version\` does not take "${beside}"`, 'Write `hooks --version`.'));
}

async function showWrong(words: readonly string[], error: HookError): Promise<ExitStatus> {
  const isJson = words.includes('--json');
  const color = isJson ? 'never' : 'auto';
  const err = await openOutput('stderr', process.env, color);
  showError({ isJson, err, print: printJson, cwd: process.cwd(), environment: process.env }, error);
  return error.exitCode;
}

function overview(width: number): string {
  const rows = Object.entries(commands).map(([name, { about }]) => [name, about]);
  return [
    wrapUnder('Lifecycle hooks for AI agents: list, approve, run and explain hook packages.', width),
    '',
    'Usage  hooks [command] [options]',
    '',
    ...alignColumns(rows, { indent: '  ', width }),
    '',
    wrapUnder('`hooks` alone is `hooks list`. `hooks <command> --help` tells more.', width),
    '',
    ...exitCodes(width),
  ].join('\n');
}
