import type { Command, ExitStatus } from '../command.ts';
import type { Context } from '../context.ts';
import { readOverview } from '../overview.ts';
import { parseArguments } from '../parse-arguments.ts';
import { makeContext } from '../run-command.ts';
import { printOut } from '../terminal.ts';
import { PLAIN_WORD } from './offer.ts';

/** What the scripts call: `hooks completion --names STATES`, with the roots that stand on the command line. */
const query: Command = {
  name: 'completion',
  usage: '<states>',
  about: '',
  options: [],
  examples: [],
  stateIsFilter: true,
  run: async () => 0,
};

/**
 * Prints the names of hooks in these states (`all`, or joined by commas), one on a line. Runs inside somebody's prompt:
 * starts nothing, and whatever goes wrong is silence.
 */
export async function printNames(words: readonly string[]): Promise<ExitStatus> {
  try {
    const { words: given, options } = parseArguments(query, words);
    const context = await makeContext(query, given, options);
    const names = await namesOf(context, given[0] ?? 'all');
    if (names.length > 0) printOut(`${names.join('\n')}\n`);
  } catch {
    // A prompt is no place for messages; the command itself will say it.
  }
  return 0;
}

/** A name that two hooks have is offered with its source. What is no plain word is not offered: a repository chooses names. */
async function namesOf(context: Context, states: string): Promise<readonly string[]> {
  const { rows } = await readOverview(context);
  const usable = rows.filter(({ state }) => state !== 'shadowed');
  const times = new Map<string, number>();
  for (const { name } of usable) times.set(name, (times.get(name) ?? 0) + 1);
  return usable
    .filter(({ state }) => states === 'all' || states.split(',').includes(state))
    .map(({ name, qualifiedName }) => (times.get(name) === 1 ? name : qualifiedName))
    .filter((name) => PLAIN_WORD.test(name));
}
