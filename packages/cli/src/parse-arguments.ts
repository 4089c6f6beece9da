import { HookError } from '@hookmd/core/internal/errors/hook-error';
import { didYouMean } from '@hookmd/core/internal/errors/nearest-name';
import { cac } from 'cac';
import type { Command, OptionRow } from './command.ts';

/** Options of every command. */
export const commonOptions: readonly OptionRow[] = [
  { flags: '--json', about: 'print one JSON object, no prompts, no colour' },
  {
    flags: '--project <dir>',
    about: 'the project (default: the nearest folder upward with .hookmd or .git)',
  },
  { flags: '--root <dir>', about: 'take part of DIR/hooks too; may be given several times' },
  { flags: '--home <dir>', about: 'stands for the home folder: DIR/.hookmd, DIR/.local/state/hookmd' },
  { flags: '--state <dir>', about: 'the state folder' },
  { flags: '--color <when>', about: 'auto, always or never' },
  { flags: '-h, --help', about: 'show this help' },
];

export interface ParsedArguments {
  readonly words: readonly string[];
  readonly options: Options;
}

/** The options that were given, by their long name. */
export class Options {
  readonly #values: Readonly<Record<string, unknown>>;

  constructor(values: Readonly<Record<string, unknown>>) {
    this.#values = values;
  }

  has(name: string): boolean {
    const value = this.#values[camelCase(name)];
    return value !== undefined && value !== false;
  }

  /** An option `--no-NAME` was given. */
  isOff(name: string): boolean {
    return this.#values[camelCase(name)] === false;
  }

  /** The value of an option given once; undefined = not given. */
  text(name: string, counts: (text: string) => boolean = () => true): string | undefined {
    const all = this.texts(name).filter(counts);
    if (all.length > 1) throw usage(`\`--${name}\` is given ${all.length} times`, 'Give it once.');
    return all[0];
  }

  texts(name: string): readonly string[] {
    const value = this.#values[camelCase(name)];
    if (value === undefined || value === true || value === false) return [];
    return (Array.isArray(value) ? value : [value]).map(String);
  }

  /** One of the listed words. */
  word<T extends string>(
    name: string,
    allowed: readonly T[],
    counts?: (text: string) => boolean,
  ): T | undefined {
    const value = this.text(name, counts);
    if (value === undefined) return undefined;
    const found = allowed.find((one) => one === value);
    if (found === undefined)
      throw usage(
        `\`--${name}\` cannot be "${value}"`,
        `${didYouMean(value, allowed)}Use ${allowed.join(', ')}.`,
      );
    return found;
  }
}

/** Parses the words behind the name of a command. Throws USAGE for unknown options and a wrong number of words. */
export function parseArguments(command: Command, words: readonly string[]): ParsedArguments {
  const rows = [...command.options, ...commonOptions];
  const parser = cac('hooks');
  const spec = parser.command(`${command.name} ${command.usage}`.trim(), command.about);
  for (const row of rows) spec.option(row.flags, row.about);
  const parsed = parser.parse(['node', 'hooks', command.name, ...words], { run: false });
  refuseUnknownOptions(command, rows, parsed.options);
  if (parsed.options.help !== true) {
    refuseMissingValues(rows, parsed.options);
    refuseWrongCount(command, parsed.args);
  }
  return { words: parsed.args.map(String), options: new Options(parsed.options) };
}

/** What is written like a path: `list` has `--state STATE` and `--state DIR`. */
export function isFolder(text: string): boolean {
  return text.includes('/');
}

export function usage(detail: string, fix: string): HookError {
  return new HookError('USAGE', { detail: `${detail}.`, fix });
}

function refuseUnknownOptions(
  command: Command,
  rows: readonly OptionRow[],
  given: Readonly<Record<string, unknown>>,
): void {
  const known = rows.flatMap((row) => [longName(row), ...(row.flags.startsWith('-h') ? ['h'] : [])]);
  const unknown = Object.keys(given).find(
    (name) => name !== '--' && !known.some((one) => camelCase(one) === name),
  );
  if (unknown === undefined) return;
  const typed = unknown.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const dashes = typed.length === 1 ? '-' : '--';
  throw usage(
    `\`hooks ${command.name}\` has no option \`${dashes}${typed}\``,
    `${didYouMean(typed, known)}\`hooks ${command.name} --help\` lists all.`,
  );
}

function refuseMissingValues(rows: readonly OptionRow[], given: Readonly<Record<string, unknown>>): void {
  for (const row of rows) {
    const value = given[camelCase(longName(row))];
    if (row.flags.includes('<') && (value === true || value === '')) {
      throw usage(`\`--${longName(row)}\` needs a value`, `Write \`${row.flags}\`.`);
    }
  }
}

function refuseWrongCount(command: Command, words: readonly unknown[]): void {
  const places = command.usage.split(' ').filter((place) => place !== '');
  const needed = places.filter((place) => place.startsWith('<')).length;
  const isOpenEnded = places.some((place) => place.includes('...'));
  const write = `Write \`hooks ${command.name} ${command.usage}\`.`;
  if (words.length < needed) throw usage(`\`hooks ${command.name}\` needs a name`, write);
  if (!isOpenEnded && words.length > places.length) {
    throw usage(`\`hooks ${command.name}\` does not take "${String(words[places.length])}"`, write);
  }
}

function longName(row: OptionRow): string {
  return /--(?:no-)?([a-z-]+)/.exec(row.flags)?.[1] ?? '';
}

function camelCase(name: string): string {
  return name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
