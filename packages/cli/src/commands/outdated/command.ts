import type { Command, ExitCode } from '../../command-line/command.ts';
import { placesOf } from '../../command-line/context.ts';
import { runCommand } from '../../command-line/run-command.ts';
import { look } from '../../hooks/look.ts';
import { sourceOptions } from '../../install/fetch-package.ts';
import { allScopes, chosenScope, scopeNames } from '../../install/install-scope.ts';
import { findLocked, listLocked } from '../../install/lockfile.ts';
import { withSession } from '../../install/staging.ts';
import { inBatches } from '../../programs/in-batches.ts';
import { compareWithSource } from './compare-with-source.ts';
import { showOutdated } from './view.ts';

const AT_ONCE = 4;

export const command: Command = {
  name: 'outdated',
  usage: '[...names]',
  about: 'List installed packages with a newer version. Exits with 1 if there is one.',
  options: [{ flags: '--scope <user|project>', about: 'only packages of this scope' }, ...sourceOptions],
  offers: { names: { kind: 'hooks', states: 'all' } },
  examples: ['hooks outdated', 'hooks outdated --json'],
  async run(context) {
    const named = context.options.word('scope', scopeNames);
    const places = placesOf(context);
    const all = listLocked(named === undefined ? allScopes(places) : [chosenScope(places, named)]);
    const seen = await look(context);
    const targets =
      context.words.length === 0 ? all : [...new Set(context.words.map((word) => findLocked(all, word)))];
    const rows = await withSession(context, seen, async (session) => {
      // Each starts git or npm.
      return inBatches(targets, AT_ONCE, (target) => compareWithSource(session, target));
    });
    const isNewer = rows.some(({ outdated }) => outdated);
    if (context.isJson) context.print({ schema: 'hookmd.outdated/1', packages: rows });
    else showOutdated(context, rows);
    return isNewer || rows.some(({ problem }) => problem !== null) ? 1 : 0;
  },
};

export const main = (words: readonly string[]): Promise<ExitCode> => runCommand(command, words);
