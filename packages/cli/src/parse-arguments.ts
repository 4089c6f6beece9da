import { nearestName } from '@hookmd/core/internal/errors/nearest-name';
import { quoteWord } from '@hookmd/core/internal/protocol/quote-word';
import mri from 'mri';
import type { Command, OptionRow } from './command.ts';
import { Options } from './options.ts';
import { usage } from './usage.ts';

/** Options of every command. */
export const commonOptions: readonly OptionRow[] = [
  { flags: '--json', about: 'print one JSON object, no prompts, no colour' },
  {
    flags: '--project <dir>',
    about: 'the project (default: the nearest folder upward with .hookmd or .git)',
  },
  { flags: '--root <dir>', about: 'take part of DIR/hooks too; may be given several times' },
  {
    flags: '--settings <file>',
    about:
      "take part of the hooks of this file too, in the shape of Claude's settings; may be given several times",
  },
  { flags: '--skill <dir>', about: 'this skill is active: take part of the hooks of its SKILL.md too' },
  { flags: '--home <dir>', about: 'stands for the home folder: DIR/.hookmd, DIR/.local/state/hookmd' },
  { flags: '--state <dir>', about: 'the state folder' },
  { flags: '--color <auto|always|never>', about: 'when to colour (default: auto, on a terminal)' },
  { flags: '-h, --help', about: 'show this help' },
];

export interface ParsedArguments {
  readonly words: readonly string[];
  readonly options: Options;
}

/** Parses the words behind the name of a command. Throws USAGE for unknown options and a wrong number of words. */
export function parseArguments(command: Command, words: readonly string[]): ParsedArguments {
  // `hooks` alone is typed most often of all, and there is nothing to read.
  if (words.length === 0 && !command.usage.includes('<')) return { words, options: new Options({}) };
  const rows = [...command.options, ...commonOptions];
  const { _: places, ...options } = mri(hideDashes(words, rows), {
    alias: { help: 'h' },
    string: rows.filter(takesValue).map(longName),
    boolean: rows.filter((row) => !takesValue(row)).map(longName),
  });
  refuseUnknownOptions(command, rows, options);
  if (options['help'] !== true) {
    refuseMissingValues(rows, options);
    refuseWrongCount(command, places);
  }
  return {
    words: places.map((word) => (word === HIDDEN_DASH ? '-' : String(word))),
    options: new Options(options),
  };
}

/** Of what is repeated to whoever mistyped an option. */
const LONGEST_VALUE = 40;

/** No argument can hold it. */
const HIDDEN_DASH = '\0';

/** A lone `-` is a word, and means standard input; `mri` would take it for an option without a name. */
function hideDashes(words: readonly string[], rows: readonly OptionRow[]): string[] {
  const isValue = (index: number): boolean =>
    rows.some((row) => takesValue(row) && `--${longName(row)}` === words[index - 1]);
  return words.map((word, index) => (word === '-' && !isValue(index) ? HIDDEN_DASH : word));
}

/** What is written like a path: `list` has `--state STATE` and `--state DIR`. */
export function isFolder(text: string): boolean {
  return text.includes('/');
}

function refuseUnknownOptions(
  command: Command,
  rows: readonly OptionRow[],
  given: Readonly<Record<string, unknown>>,
): void {
  const known = rows.flatMap((row) => [longName(row), ...(row.flags.startsWith('-h') ? ['h'] : [])]);
  const name = Object.keys(given).find((one) => !known.includes(one));
  if (name === undefined) return;
  const typed = name.length === 1 ? `-${name}` : `--${given[name] === false ? 'no-' : ''}${name}`;
  throw usage(
    `\`hooks ${command.name}\` has no option \`${typed}\``,
    `${nearOption(typed, given[name], rows)}\`hooks ${command.name} --help\` lists all.`,
  );
}

/** The nearest option as it is to be written, with the value that was typed. Every single letter is near every other. */
function nearOption(typed: string, value: unknown, rows: readonly OptionRow[]): string {
  if (typed.length === 2) return '';
  const near = nearestName(typed.slice(2), rows.map(writtenName));
  const row = rows.find((one) => writtenName(one) === near);
  if (row === undefined) return '';
  const isValue =
    takesValue(row) && typeof value === 'string' && value !== '' && value.length <= LONGEST_VALUE;
  const option = isValue ? `--${near} ${quoteWord(value)}` : row.flags.replace('-h, ', '');
  return `Did you mean \`${option}\`? `;
}

function refuseMissingValues(rows: readonly OptionRow[], given: Readonly<Record<string, unknown>>): void {
  for (const row of rows.filter(takesValue)) {
    const name = longName(row);
    if (given[name] !== undefined && new Options(given).texts(name).includes('')) {
      throw usage(`\`--${name}\` needs a value`, `Write \`${row.flags}\`.`);
    }
  }
}

function refuseWrongCount(command: Command, words: readonly unknown[]): void {
  const places = command.usage.split(' ').filter((place) => place !== '');
  const needed = places.filter((place) => place.startsWith('<')).length;
  const isOpenEnded = places.some((place) => place.includes('...'));
  const write = `Write \`${`hooks ${command.name} ${command.usage}`.trim()}\`.`;
  if (words.length < needed) {
    const what = places[words.length] === '<path>' ? 'a path' : 'a name';
    throw usage(`\`hooks ${command.name}\` needs ${what}`, write);
  }
  if (!isOpenEnded && words.length > places.length) {
    throw usage(`\`hooks ${command.name}\` does not take "${String(words[places.length])}"`, write);
  }
}

function takesValue(row: OptionRow): boolean {
  return row.flags.includes('<');
}

/** `no-hooks`, where its long name is `hooks`. */
function writtenName({ flags }: OptionRow): string {
  return /--([a-z-]+)/.exec(flags)?.[1] ?? '';
}

function longName(row: OptionRow): string {
  return /--(?:no-)?([a-z-]+)/.exec(row.flags)?.[1] ?? '';
}
