import type { Command, ExitCode } from '../../command-line/command.ts';
import { placesOf } from '../../command-line/context.ts';
import { runCommand } from '../../command-line/run-command.ts';
import { usage } from '../../command-line/usage.ts';
import { look } from '../../hooks/look.ts';
import { conclude, planLocked } from '../../install/conclude.ts';
import { fetchPackage, resolveSpec, sourceOptions } from '../../install/fetch-package.ts';
import { allScopes, chosenScope, type InstallScope, scopeNames } from '../../install/install-scope.ts';
import { installLinks } from '../../install/link.ts';
import { readLockfile, readLockfileIfPresent } from '../../install/lockfile.ts';
import { type PlannedPackage, planPackage, rejectOtherSource } from '../../install/plan.ts';
import { withSession } from '../../install/staging.ts';
import { confirmOptions } from '../../install/view.ts';
import { offerPackage } from './offer.ts';

export const command: Command = {
  name: 'install',
  usage: '[...specs]',
  about:
    'Install hook packages, after showing what they do. Then enable them with `hooks enable`. Without a spec, installs what hooks.lock lists; without hooks.lock, offers what `hooks search` finds.',
  changesTrust: true,
  options: [
    {
      flags: '--scope <user|project>',
      about: 'for you (default) or for this project',
    },
    ...confirmOptions,
    ...sourceOptions,
    { flags: '--inspect', about: 'like --dry-run, and print the files' },
    { flags: '--link', about: 'link your own directory, which runs without approval while you write it' },
    { flags: '--audit', about: 'install in audit mode: the hook runs and logs, but decides nothing' },
  ],
  offers: { specs: { kind: 'files' } },
  examples: [
    'hooks install npm:@acme/guards',
    'hooks install ./my-guard --inspect',
    'hooks install ~/src/my-guard --link',
  ],
  async run(context) {
    const { options, words } = context;
    const named = options.word('scope', scopeNames);
    if (words.length === 0 && options.has('audit'))
      throw usage('`--audit` needs a spec', 'Name what is only to be watched.');
    const isLink = options.has('link');
    const unfit = isLink && ['audit', 'inspect', 'digest', 'any-age'].find((name) => options.has(name));
    if (isLink && (words.length === 0 || unfit || named === 'project'))
      throw usage(
        `\`--link\` works only with directories, and with \`--yes\` or \`--dry-run\` alone`,
        'A link is only for you, and has no digest.',
      );
    const places = placesOf(context);
    const scopes =
      words.length === 0 && named === undefined ? allScopes(places) : [chosenScope(places, named)];
    const seen = await look(context);
    if (isLink) return installLinks(context, seen, [...new Set(words)]);
    return withSession(context, seen, async (session) => {
      const isOffer = words.length === 0 && context.mayPrompt && scopes.every(hasNoLockfile);
      const specs = isOffer ? [await offerPackage(session)] : words;
      if (specs.length === 0) {
        const groups = await planLocked(session, scopes);
        return conclude(session, 'install', groups);
      }
      const scope = chosenScope(places, named);
      const facts = { ...session, scope, lock: readLockfile(scope.lockPath) };
      const plans: PlannedPackage[] = [];
      for (const spec of new Set(specs)) {
        const fetched = await fetchPackage(session, await resolveSpec(session, spec));
        const plan = await planPackage(facts, fetched);
        rejectOtherSource(scope, plan);
        plans.push(plan);
      }
      return conclude(session, 'install', [{ scope, plans }]);
    });
  },
};

export const main = (words: readonly string[]): Promise<ExitCode> => runCommand(command, words);

function hasNoLockfile({ lockPath }: InstallScope): boolean {
  return readLockfileIfPresent(lockPath) === null;
}
