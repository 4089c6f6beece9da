import type { Command, ExitCode } from '../../command-line/command.ts';
import { placesOf } from '../../command-line/context.ts';
import { runCommand } from '../../command-line/run-command.ts';
import { look } from '../../hooks/look.ts';
import { conclude, type Group } from '../../install/conclude.ts';
import {
  fetchPackage,
  lockedDirectory,
  rejectOtherName,
  rejectOutside,
  resolveSpec,
  sourceOptions,
} from '../../install/fetch-package.ts';
import { allScopes, chosenScope, scopeNames } from '../../install/install-scope.ts';
import { findLocked, listLocked } from '../../install/lockfile.ts';
import { type PlannedPackage, planPackage, rejectOtherSource } from '../../install/plan.ts';
import { withSession } from '../../install/staging.ts';
import { confirmOptions, showNothingInstalled } from '../../install/view.ts';

export const command: Command = {
  name: 'update',
  usage: '[...names]',
  about:
    'Update installed packages. Shows the changes and asks once; confirming also approves the new version of hooks that you had approved.',
  changesTrust: true,
  options: [
    { flags: '--scope <user|project>', about: 'only packages of this scope' },
    ...confirmOptions,
    ...sourceOptions,
    { flags: '--inspect', about: 'like --dry-run, and print the files' },
  ],
  offers: { names: { kind: 'hooks', states: 'all' } },
  examples: ['hooks update', 'hooks update @acme/guards --dry-run'],
  async run(context) {
    const named = context.options.word('scope', scopeNames);
    const places = placesOf(context);
    const scopes = named === undefined ? allScopes(places) : [chosenScope(places, named)];
    const seen = await look(context);
    const all = listLocked(scopes);
    const targets =
      context.words.length === 0 ? all : [...new Set(context.words.map((word) => findLocked(all, word)))];
    if (targets.length === 0 && !context.isJson) {
      showNothingInstalled(context);
      return 0;
    }
    return withSession(context, seen, async (session) => {
      const groups: Group[] = [];
      for (const scope of scopes) {
        const plans: PlannedPackage[] = [];
        for (const { name, lock, locked } of targets.filter((target) => target.scope === scope)) {
          const found = await resolveSpec(session, locked.spec, lockedDirectory(scope, places));
          rejectOutside(name, found, scope, places);
          rejectOtherName(name, found);
          const fetched = await fetchPackage(session, found);
          const plan = await planPackage({ ...session, scope, lock }, { ...fetched, name });
          rejectOtherSource(scope, plan);
          plans.push(plan);
        }
        groups.push({ scope, plans });
      }
      return conclude(session, 'update', groups);
    });
  },
};

export const main = (words: readonly string[]): Promise<ExitCode> => runCommand(command, words);
