import { nearestName } from '@hookmd/core/errors';
import { quoteWord } from '@hookmd/core/text';
import { type CAC, type Command as CacCommand, cac } from 'cac';
import { screenWidth, wrap, wrapUnder } from '../ui/output.ts';
import type { Command, CommandTable, OptionRow } from './command.ts';
import { Options } from './context.ts';
import { usage } from './usage.ts';

/** Options of every command; `-h, --help` comes with cac. */
export const commonOptions: readonly OptionRow[] = [
  { flags: '--json', about: 'print one JSON object, without prompts or color' },
  { flags: '--project <dir>', about: 'set the project (default: nearest .hookmd or .git upward)' },
  { flags: '--root <dir>', about: 'add the hooks of DIR/hooks; may be repeated' },
  { flags: '--settings <file>', about: 'add the hooks of this settings file; may be repeated' },
  { flags: '--skill <dir>', about: 'also use the hooks of this skill' },
  { flags: '--home <dir>', about: 'use DIR as the home directory' },
  { flags: '--state <dir>', about: 'use DIR as the state directory' },
  { flags: '--color <auto|always|never>', about: 'set when to color (default: auto, on a terminal)' },
];

export const EXIT_CODES = `  0    success
  1    no: blocked, not found, or a check failed
  2    usage or configuration error
  3    bug in HookMD
  130  interrupted`;

export interface ParsedArguments {
  readonly words: readonly string[];
  readonly options: Options;
  /** `--help` was given, and the help is printed. */
  readonly isHelp: boolean;
  /** Of a command with choices that got no word: the error where the user cannot be prompted. */
  readonly missing: Error | null;
}

/** Parses the words behind the name of a command. Throws USAGE with every problem of options, values and count. */
export function parseArguments(command: Command, words: readonly string[]): ParsedArguments {
  const cli = commandLine(command.about, (sections) => arrangeCommandHelp(sections, command));
  const declared = declareCommand(cli, command);
  const unknown = unknownOptions(command, declared, words);
  if (unknown.length > 0) throw usageOf(unknown);
  const { args, options } = cli.parse(['', '', command.name, ...words.map(protect)], { run: false });
  const places = [...args, ...(options['--'] as string[])].map(restore);
  const values = restoreValues(options);
  if (values['help'] === true)
    return { words: places, options: new Options(values), isHelp: true, missing: null };
  const problems = [...missingValues([...command.options, ...commonOptions], values)];
  const counted = wrongCount(command, declared, places);
  const isOpen = command.choices !== undefined && places.length === 0 && counted.length > 0;
  if (!isOpen) problems.push(...counted);
  if (problems.length > 0) throw usageOf(problems);
  const missing = isOpen ? usageOf(counted) : null;
  return { words: places, options: new Options(values), isHelp: false, missing };
}

interface HelpSection {
  readonly title?: string;
  readonly body: string;
}

const START = 'Start: `hooks enable block-dangerous`, then `hooks attach AGENT`.';

/** Prints `hooks --help`. */
export function printSummary(table: CommandTable): void {
  const about = 'Hooks for AI agents, as packages: install, approve, run and explain them.';
  const cli = commandLine(`${START}\n\n${about}`, ([usageSection, ...options]) => [
    ...(usageSection === undefined ? [] : [usageSection]),
    ...groupsOf(table),
    ...options.map(withVersion),
    { title: 'Exit codes', body: EXIT_CODES },
    { body: '`hooks COMMAND --help` shows the options and examples of a command.' },
  ]);
  cli.usage('<command> [options]');
  cli.outputHelp();
}

/** `--version` is printed before anything is loaded, so cac does not know it. */
function withVersion({ title = '', body }: HelpSection): HelpSection {
  const help = /^ {2}-h, --help +/m.exec(body)?.[0] ?? '';
  return { title, body: `${body}\n${'  -v, --version'.padEnd(help.length)}print the version` };
}

/** The commands below the titles of their groups. */
function groupsOf(table: CommandTable): readonly HelpSection[] {
  const rows = Object.entries(table);
  const width = Math.max(...rows.map(([name]) => name.length));
  return [...new Set(rows.map(([, { group }]) => group))].map((title) => ({
    title,
    body: rows
      .filter(([, { group }]) => group === title)
      .map(([name, { about }]) => `  ${name.padEnd(width)}  ${about}`)
      .join('\n'),
  }));
}

/** Without hidden options and those of every command, except `--json` and `--help`. */
function arrangeCommandHelp(
  sections: readonly HelpSection[],
  { options }: Pick<Command, 'options'>,
): readonly HelpSection[] {
  const hidden = [...commonOptions.slice(1), ...options.filter(({ isHidden }) => isHidden)];
  const isHidden = (line: string): boolean => hidden.some(({ flags }) => line.startsWith(`  ${flags} `));
  const shown = sections.map((section) => ({
    ...section,
    body: section.body
      .split('\n')
      .filter((line) => !isHidden(line))
      .map((line) => line.replace(/ \(default: true\)$/, '')) // cac adds it to each `--no-` option
      .join('\n'),
  }));
  return [
    ...shown,
    {
      body: 'Exit codes: 0 success, 1 no, 2 usage error, 3 bug, 130 interrupted. Options of every command: `hooks --help`.',
    },
  ];
}

/** A path, by its spelling: `list` has `--state STATE` and `--state DIR`. */
export function isPath(text: string): boolean {
  return text.includes('/');
}

/** A new instance for each run, because cac keeps state between two parses. `arrange` decides what `--help` shows below `about`. */
export function commandLine(
  about: string,
  arrange: (sections: readonly HelpSection[]) => readonly HelpSection[],
): CAC {
  const cli = cac('hooks');
  for (const { flags, about: meaning } of commonOptions) cli.option(flags, meaning);
  cli.help((sections) => {
    const shown = sections.filter(({ title }) => title !== undefined && !title.startsWith('For more info'));
    const width = screenWidth('stdout');
    // cac prints with the console; a reader that has left (`| head`) is no error.
    process.stdout.on('error', () => process.exit(0));
    return [{ body: about }, ...arrange(shown)].map((section) => ({
      ...section,
      body: section.body
        .split('\n')
        .map((line) => wrapRow(line.trimEnd(), width))
        .join('\n'),
    }));
  });
  for (const option of cli.globalCommand.options)
    if (option.name === 'help') option.description = 'show this help';
  return cli;
}

/** Declares the arguments, options and examples of a command. */
export function declareCommand(cli: CAC, command: Command): CacCommand {
  // cac would set every option that has a `--no-` form.
  const config = { ignoreOptionDefaultValue: true };
  const declared = cli.command(`${command.name} ${command.usage}`.trim(), command.about, config);
  for (const { flags, about } of command.options) declared.option(flags, about);
  for (const example of command.examples) declared.example(`  ${example}`);
  return declared;
}

/** The second column of a row of help stays below itself. */
function wrapRow(line: string, width: number): string {
  const start = /^ +\S.*? {2,}/.exec(line)?.[0];
  if (start === undefined) return wrapUnder(line, width);
  return start + wrap(line.slice(start.length), width - start.length).join(`\n${' '.repeat(start.length)}`);
}

/** cac reads numbers out of values, takes a lone `-` for an option, and knows `--dry-run` as `dryRun` alone. */
const MARK = '\0';

function protect(word: string): string {
  if (!/^-./.test(word)) return MARK + word;
  const [, dashes = '', name = '', value] = /^(--(?:no-)?|-)([^=]*)(?:=(.*))?$/s.exec(word) ?? [];
  const camel = name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return word === '--' ? word : `${dashes}${camel}${value === undefined ? '' : `=${MARK}${value}`}`;
}

function restore(word: unknown): string {
  return String(word).replaceAll(MARK, '');
}

/** The options by the names that users write, with their values as they were typed. */
function restoreValues(options: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const restoreValue = (value: unknown): unknown => (typeof value === 'string' ? restore(value) : value);
  const given = Object.entries(options).filter(([name]) => name !== '--');
  return Object.fromEntries(
    given.map(([name, value]) => [
      name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
      Array.isArray(value) ? value.map(restoreValue) : restoreValue(value),
    ]),
  );
}

interface Problem {
  readonly detail: string;
  readonly fixes: readonly string[];
}

function usageOf(problems: readonly Problem[]): Error {
  const fixes = new Set(problems.flatMap((problem) => problem.fixes));
  return usage(problems.map(({ detail }) => detail).join('. '), [...fixes].join(' '));
}

/** cac ignores some unknown options (`--constructor`, `--json.x`), so the words are compared with its list. */
function unknownOptions(
  command: Command,
  declared: CacCommand,
  words: readonly string[],
): readonly Problem[] {
  const end = words.indexOf('--');
  const rows = [...command.options, ...commonOptions];
  return (end < 0 ? words : words.slice(0, end)).flatMap((word, index) => {
    if (!/^-./.test(word) || word === '-h') return [];
    const [typed = '', value = words[index + 1]] = word.split(/=(.*)/s);
    if (isKnown(typed, declared)) return [];
    return {
      detail: `\`hooks ${command.name}\` has no option \`${typed}\``,
      fixes: [...nearOption(typed, value, rows), `\`hooks ${command.name} --help\` lists all.`],
    };
  });
}

function isKnown(typed: string, declared: CacCommand): boolean {
  const [, negation, name] = /^--(no-)?([a-z][a-z-]*)$/.exec(typed) ?? [];
  if (name === undefined) return false;
  const camel = name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const option = declared.hasOption(camel) ?? declared.globalCommand?.hasOption(camel);
  return option !== undefined && option.negated === (negation !== undefined);
}

/** A longer value is not repeated in a suggestion. */
const LONGEST_VALUE = 40;

/** The nearest option as it is written, with the value that was typed. Every single letter is near every other. */
function nearOption(typed: string, value: string | undefined, rows: readonly OptionRow[]): readonly string[] {
  if (!typed.startsWith('--')) return [];
  const all = [...rows, { flags: '--help' }];
  const near = nearestName(typed.slice(2), all.map(writtenName));
  const row = all.find((each) => writtenName(each) === near);
  if (row === undefined) return [];
  const isValue =
    value !== undefined && value !== '' && !value.startsWith('-') && value.length <= LONGEST_VALUE;
  const option = takesValue(row) && isValue ? `--${near} ${quoteWord(value)}` : row.flags;
  return [`Did you mean \`${option}\`?`];
}

/** `no-hooks` of `--no-hooks`. */
function writtenName({ flags }: Pick<OptionRow, 'flags'>): string {
  return /--([a-z-]+)/.exec(flags)?.[1] ?? '';
}

function takesValue({ flags }: Pick<OptionRow, 'flags'>): boolean {
  return flags.includes('<');
}

function missingValues(
  rows: readonly OptionRow[],
  values: Readonly<Record<string, unknown>>,
): readonly Problem[] {
  const isMissing = (row: OptionRow): boolean =>
    [values[writtenName(row)]].flat().some((value) => value === true || value === '');
  return rows
    .filter((row) => takesValue(row) && isMissing(row))
    .map((row) => ({
      detail: `\`--${writtenName(row)}\` needs a value`,
      fixes: [`Write \`${row.flags}\`.`],
    }));
}

function wrongCount(command: Command, { args }: CacCommand, words: readonly string[]): readonly Problem[] {
  const fixes = [`Write \`${`hooks ${command.name} ${command.usage}`.trim()}\`.`];
  if (words.length < args.filter(({ required }) => required).length) {
    const missing = args[words.length]?.value === 'path' ? 'a path' : 'a name';
    return [{ detail: `\`hooks ${command.name}\` needs ${missing}`, fixes }];
  }
  if (args.some(({ variadic }) => variadic) || words.length <= args.length) return [];
  return [{ detail: `\`hooks ${command.name}\` does not take "${words[args.length]}"`, fixes }];
}
