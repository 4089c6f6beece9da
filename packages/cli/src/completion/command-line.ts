import { agentNames } from '@hookmd/agents';
import { configRows } from '@hookmd/core/internal/config/keys';
import { eventNames } from '@hookmd/core/internal/protocol/events';
import { foreignNames } from '@hookmd/core/internal/wires/foreign-names';
import type { Command, CommandTable, OptionRow } from '../command.ts';
import { commonOptions } from '../parse-arguments.ts';
import { type Offer, PLAIN_WORD } from './offer.ts';

/** Everything that can be completed, the same for every shell. */
export interface CommandLine {
  readonly commands: readonly CompletedCommand[];
  /** Options that every command has. */
  readonly options: readonly CompletedOption[];
}

export interface CompletedCommand {
  readonly name: string;
  readonly about: string;
  /** Of its own. */
  readonly options: readonly CompletedOption[];
  readonly words: readonly Place[];
}

/** Offers for the words at one place, or from there on. */
export interface Place {
  readonly offers: readonly Offer[];
  readonly isOpenEnded: boolean;
}

export interface CompletedOption {
  /** `--help`, `-h`. */
  readonly names: readonly string[];
  readonly about: string;
  /** Null = it takes no value. */
  readonly value: readonly Offer[] | null;
}

const words = (all: readonly string[]): readonly Offer[] => [{ kind: 'words', words: all.filter(isPlain) }];
const hooks: readonly Offer[] = [{ kind: 'hooks', states: 'all' }];

/** What the word between the brackets of a usage or an option stands for. What is not here is free text. */
const placeholders: Readonly<Record<string, readonly Offer[]>> = {
  name: hooks,
  names: hooks,
  hook: hooks,
  event: words([...eventNames, ...foreignNames.map(({ name }) => name)]),
  agent: words(agentNames),
  key: words(Object.keys(configRows).filter((key) => !key.includes('*'))),
  dir: [{ kind: 'folders' }],
  file: [{ kind: 'files' }],
};

/** Reads the command table: the usage and the option rows of every command. */
export async function readCommandLine(table: CommandTable): Promise<CommandLine> {
  const loaded = await Promise.all(
    Object.values(table).map(async ({ about, load }) => describe((await load()).command, about)),
  );
  const names: Place = { offers: words(Object.keys(table)), isOpenEnded: false };
  const help = { name: 'help', about: 'help of a command', options: [], words: [names] };
  return { commands: [...loaded, help], options: commonOptions.map((row) => optionOf(row, {})) };
}

function describe(command: Command, about: string): CompletedCommand {
  const offers = command.offers ?? {};
  const places = command.usage.split(' ').filter((place) => place !== '');
  return {
    name: command.name,
    about,
    options: command.options.map((row) => optionOf(row, offers)),
    words: places.map((place) => placeOf(place, offers)),
  };
}

type Own = NonNullable<Command['offers']>;

function optionOf({ flags, about }: OptionRow, own: Own): CompletedOption {
  const names = flags.match(/(?<=^|[ ,])--?[a-z][a-z-]*/g) ?? [];
  const value = /<([^>]+)>/.exec(flags)?.[1];
  return { names, about, value: value === undefined ? null : offersOf(value, own) };
}

function placeOf(place: string, own: Own): Place {
  const name = place.replace(/^[<[]|[>\]]$|\.\.\./g, '');
  return { offers: offersOf(name, own), isOpenEnded: place.includes('...') };
}

/** `user|project` lists the words themselves. */
function offersOf(placeholder: string, own: Own): readonly Offer[] {
  if (Object.hasOwn(own, placeholder)) return [own[placeholder] as Offer];
  if (placeholder.includes('|')) return words(placeholder.split('|'));
  return Object.hasOwn(placeholders, placeholder) ? (placeholders[placeholder] ?? []) : [];
}

function isPlain(word: string): boolean {
  return PLAIN_WORD.test(word);
}
