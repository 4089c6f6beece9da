import type { Command, OptionRow } from './command.ts';
import { commonOptions } from './parse-arguments.ts';
import { alignColumns } from './views/columns.ts';
import { wrapUnder } from './views/wrap.ts';

/** What the exit statuses of every command mean. */
const EXIT_CODES: readonly (readonly string[])[] = [
  ['0', 'fine'],
  ['1', 'negative finding or expected failure: blocked, not found, not eligible'],
  ['2', 'usage or configuration error'],
  ['3', 'bug in HookMD'],
  ['130', 'interrupted'],
];

export function exitCodes(width: number): readonly string[] {
  return ['Exit codes', ...alignColumns(EXIT_CODES, { indent: '  ', width })];
}

/** `hooks COMMAND --help`. */
export function commandHelp(command: Command, width: number): string {
  return [
    `hooks ${command.name} ${command.usage}`.trim(),
    wrapUnder(`  ${command.about}`, width),
    '',
    ...(command.options.length > 0 ? ['Options', ...optionLines(command.options, width), ''] : []),
    'Options of every command',
    ...optionLines(commonOptions, width),
    '',
    'Examples',
    ...command.examples.map((example) => `  ${example}`),
    '',
    ...exitCodes(width),
  ].join('\n');
}

function optionLines(rows: readonly OptionRow[], width: number): readonly string[] {
  return alignColumns(
    rows.map((row) => [row.flags, row.about]),
    { indent: '  ', width },
  );
}
