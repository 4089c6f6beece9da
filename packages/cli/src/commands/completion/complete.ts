import { agentNames } from '@hookmd/agents';
import { eventNames } from '@hookmd/core/events';
import { foreignNames } from '@hookmd/core/protocols';
import { configRows } from '@hookmd/core/settings';
import type { Command, CommandTable, ExitCode, Offer } from '../../command-line/command.ts';
import { commandLine, declareCommand, parseArguments } from '../../command-line/parser.ts';
import { makeContext } from '../../command-line/run-command.ts';
import { commandNamed } from '../../command-line/table.ts';
import { readSummary } from '../../hooks/overview.ts';
import { printOut } from '../../ui/output.ts';

/** `value` and what it means, or a request to the shell: `:directories`, `:files`. */
type Candidate = readonly [value: string, about?: string];

const words = (all: readonly string[]): Offer => ({ kind: 'words', words: all });
const hooks: Offer = { kind: 'hooks', states: 'all' };

/** The meaning of the name between the brackets of a usage or an option; any other name is free text. */
const placeholders: Readonly<Record<string, Offer>> = {
  name: hooks,
  names: hooks,
  hook: hooks,
  event: words([...eventNames, ...foreignNames.map(({ name }) => name)]),
  agent: words(agentNames),
  key: words(Object.keys(configRows).filter((key) => !key.includes('*'))),
  dir: { kind: 'folders' },
  file: { kind: 'files' },
};

/** Options by which a command finds other hooks. */
const PLACE_OPTIONS = ['--home', '--project', '--state', '--root'];

/**
 * Runs `hooks __complete -- WORDS`: prints what the last word can become, a candidate on each line. Runs in a prompt, so
 * it starts nothing and reports no error.
 */
export async function printCandidates(given: readonly string[], table: CommandTable): Promise<ExitCode> {
  try {
    const [, ...typed] = given;
    const candidates = await complete(typed.slice(0, -1), typed.at(-1) ?? '', table);
    printOut(candidates.map((candidate) => `${candidate.join('\t')}\n`).join(''));
  } catch {
    // The command itself reports the problem when it is run.
  }
  return 0;
}

async function complete(
  before: readonly string[],
  current: string,
  table: CommandTable,
): Promise<readonly Candidate[]> {
  const name = before.map(commandNamed).find((named) => named !== null) ?? null;
  const command = (await table[name ?? 'list']?.load())?.command;
  if (command === undefined) return [];
  const cli = commandLine('', () => []);
  const declared = declareCommand(cli, command);
  const options = [...declared.options, ...cli.globalCommand.options];
  const placeholderOf = (typed: string): string | undefined =>
    /<([^>]+)>/.exec(options.find(({ rawName }) => rawName.split(' ')[0] === typed)?.rawName ?? '')?.[1];

  const positions: string[] = [];
  const roots: string[] = [];
  let pending: string | null = null;
  for (const token of before) {
    if (pending !== null) {
      if (PLACE_OPTIONS.includes(pending)) roots.push(pending, token);
      pending = null;
    } else if (!/^-./.test(token)) positions.push(token);
    else if (token.includes('=')) {
      if (PLACE_OPTIONS.includes(token.split('=')[0] ?? '')) roots.push(token);
    } else if (placeholderOf(token) !== undefined) pending = token;
  }
  const offer = (placeholder: string): Promise<readonly Candidate[]> =>
    candidatesOf(command.offers?.[placeholder] ?? offerOf(placeholder), roots);

  if (pending !== null) return offer(placeholderOf(pending) ?? '');
  if (current.startsWith('--') && current.includes('='))
    return offer(placeholderOf(current.split('=')[0] ?? '') ?? '');
  if (current.startsWith('-'))
    return options.flatMap(({ rawName, description }) =>
      (rawName.match(/(?<=^|[ ,])--?[a-z][a-z-]*/g) ?? []).map((flag): Candidate => [flag, description]),
    );
  const commandRows = Object.entries(table).map(([key, { about }]): Candidate => [key, about]);
  if (positions.length === 0) return [...commandRows, ['help', 'show the help of a command']];
  if (positions[0] === 'help') return positions.length === 1 ? commandRows : [];
  if (name === null || positions[0] !== name) return [];
  const location = declared.args[positions.length - 1] ?? declared.args.find(({ variadic }) => variadic);
  return location === undefined ? [] : offer(location.value);
}

/** `user|project` lists the words themselves. */
function offerOf(placeholder: string): Offer | null {
  if (placeholder.includes('|')) return words(placeholder.split('|'));
  return Object.hasOwn(placeholders, placeholder) ? (placeholders[placeholder] ?? null) : null;
}

async function candidatesOf(offer: Offer | null, roots: readonly string[]): Promise<readonly Candidate[]> {
  switch (offer?.kind) {
    case 'words':
      return offer.words.filter(isPlain).map((word): Candidate => [word]);
    case 'hooks':
      return (await hookNames(offer.states, roots)).map((name): Candidate => [name]);
    case 'folders':
      return [[':directories']];
    case 'files':
      return [[':files']];
    case undefined:
      return [];
  }
}

const query: Command = {
  name: 'list',
  usage: '',
  about: '',
  options: [],
  examples: [],
  stateIsFilter: true,
  run: async () => 0,
};

/** A name that two hooks have is offered with its source. A repository chooses names, so only plain words are offered. */
async function hookNames(
  states: (Offer & { kind: 'hooks' })['states'],
  roots: readonly string[],
): Promise<readonly string[]> {
  const context = await makeContext(query, [], parseArguments(query, roots).options);
  const { rows } = await readSummary(context);
  const usable = rows.filter(({ state }) => state !== 'conflict');
  const times = new Map<string, number>();
  for (const { name } of usable) times.set(name, (times.get(name) ?? 0) + 1);
  return usable
    .filter(({ status }) => states === 'all' || states.includes(status.state))
    .map(({ name, qualifiedName }) => (times.get(name) === 1 ? name : qualifiedName))
    .filter(isPlain);
}

/** A word that needs no quotes in any shell. */
function isPlain(word: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._/:-]*$/.test(word);
}
