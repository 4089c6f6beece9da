import type { Command, OptionRow } from './command.ts';
import { commonOptions } from './parse-arguments.ts';

/** What the exit statuses of every command mean. */
export const EXIT_CODES = `Exit codes
  0    fine
  1    negative finding or expected failure: blocked, not found, not eligible
  2    usage or configuration error
  3    bug in HookMD
  130  interrupted`;

/** `hooks COMMAND --help`. */
export function commandHelp(command: Command): string {
  return [
    `hooks ${command.name} ${command.usage}`.trim(),
    `  ${command.about}`,
    '',
    ...(command.options.length > 0 ? ['Options', ...optionLines(command.options), ''] : []),
    'Options of every command',
    ...optionLines(commonOptions),
    '',
    'Examples',
    ...command.examples.map((example) => `  ${example}`),
    '',
    EXIT_CODES,
  ].join('\n');
}

function optionLines(rows: readonly OptionRow[]): readonly string[] {
  const width = Math.max(...rows.map((row) => row.flags.length));
  return rows.map((row) => `  ${row.flags.padEnd(width)}  ${row.about}`);
}
