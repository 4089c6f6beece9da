import { HookError } from '@hookmd/core/internal/errors/hook-error';
import { didYouMean } from '@hookmd/core/internal/errors/nearest-name';
import type { ExitStatus } from './command.ts';
import { commandHelp, EXIT_CODES } from './command-help.ts';
import { commandNames, commands } from './command-table.ts';
import { openOutput, printJson, printOut } from './terminal.ts';
import { showError } from './views/error.ts';

/** `hooks --help`, `hooks help [command]`, and the answer to a command that does not exist. */
export async function showHelp(words: readonly string[]): Promise<ExitStatus> {
  const [first = '', second] = words;
  const asked = first === 'help' ? second : undefined;
  const unknown = asked ?? (first.startsWith('-') || first === 'help' ? undefined : first);
  const row = asked === undefined ? undefined : commands[asked];
  if (row !== undefined) {
    printOut(`${commandHelp((await row.load()).command)}\n`);
    return 0;
  }
  if (unknown === undefined) {
    printOut(`${overview()}\n`);
    return 0;
  }
  const isJson = words.includes('--json');
  const error = new HookError('COMMAND_NOT_FOUND', {
    name: unknown,
    suggestion: didYouMean(unknown, commandNames),
  });
  const color = isJson ? 'never' : 'auto';
  showError({ isJson, err: await openOutput('stderr', process.env, color), print: printJson }, error);
  return error.exitCode;
}

function overview(): string {
  const rows = Object.entries(commands).map(([name, { about }]) => `  ${name.padEnd(9)} ${about}`);
  return [
    'Lifecycle hooks for AI agents: list, approve, run and explain hook packages.',
    '',
    'Usage  hooks [command] [options]',
    '',
    ...rows,
    '',
    '`hooks` alone is `hooks list`. `hooks <command> --help` tells more.',
    '',
    EXIT_CODES,
  ].join('\n');
}
