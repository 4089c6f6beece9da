import type { Command, ExitCode } from '../../command-line/command.ts';
import { placesOf } from '../../command-line/context.ts';
import { runCommand } from '../../command-line/run-command.ts';
import { look } from '../../hooks/look.ts';
import { applyRemoval } from '../../install/apply.ts';
import { allScopes, chosenScope, scopeNames } from '../../install/install-scope.ts';
import { linksNamed, unlinkPackage } from '../../install/link.ts';
import { listRemaining, planRemoval } from '../../install/plan-removal.ts';
import { undoCommands } from './undo.ts';
import { showRemoved } from './view.ts';

export const command: Command = {
  name: 'remove',
  usage: '<...names>',
  about:
    'Remove installed packages and links, with their approvals. Keeps your settings and files that a hook wrote.',
  changesTrust: true,
  options: [{ flags: '--scope <user|project>', about: 'only packages of this scope' }],
  offers: { names: { kind: 'hooks', states: 'all' } },
  examples: ['hooks remove @acme/guards', 'hooks remove guard --scope project'],
  async run(context) {
    const named = context.options.word('scope', scopeNames);
    const places = placesOf(context);
    const scopes = named === undefined ? allScopes(places) : [chosenScope(places, named)];
    const seen = await look(context);
    const links = named === 'project' ? [] : linksNamed(places, context.words);
    const words = context.words.filter((word) => !links.some((link) => link.words.includes(word)));
    const removals = planRemoval(seen, scopes, words);
    for (const { name } of links) await unlinkPackage(places, context.environment, name);
    await applyRemoval(context, seen, removals);
    const unlinked = links.map(({ name }) => `user/${name}`);
    const hooks = removals.flatMap((removal) => removal.hooks);
    const packages = removals.flatMap((item) => item.packages);
    const remaining = listRemaining(seen, removals);
    if (context.isJson)
      context.print({
        schema: 'hookmd.remove/1',
        packages,
        hooks: [...unlinked, ...hooks],
        unlinked,
        remaining,
      });
    else showRemoved(context, { packages, hooks, unlinked, remaining, undo: undoCommands(removals, links) });
    return 0;
  },
};

export const main = (words: readonly string[]): Promise<ExitCode> => runCommand(command, words);
