import { homedir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { namesIn } from '@hookmd/core/system';
import { cleanLine } from '@hookmd/core/text';
import type { Action, ActionContext } from '../../action.ts';
import { findHooks, runHooksJson } from '../../run-hooks.ts';
import { natsOptions, receiversGiven } from '../../settings.ts';
import { announceRelease } from '../../sinks/nats.ts';
import { usageError } from '../../usage-error.ts';
import { keysOption, publisherAt, withRepository } from '../publisher.ts';
import type { Repository, Targets } from '../repository.ts';
import { readSources, releasePaths, type Sources } from '../sources.ts';

const DAY_MS = 86_400_000;
const WARN_DAYS = 7;
const WARN_ROOT_DAYS = 60;

export const action: Action = {
  usage: '<dir>',
  about:
    'Sign what is in DIR/release as the next release of a ring. With --nats, machines that wait pull it at once.',
  options: [
    {
      flags: '--ring <name>',
      about: 'the ring that gets it (default: the first of `hooks fleet init`, canary)',
    },
    {
      flags: '--promote <ring>',
      about: 'give it the newest release of that ring, instead of what is in DIR/release',
    },
    { flags: '--refresh', about: 'only renew signatures, so that no release expires; for cron' },
    keysOption,
    ...natsOptions,
  ],
  examples: [
    'hooks fleet publish /srv/hookmd-fleet --ring canary',
    'hooks fleet publish /srv/hookmd-fleet --ring all --promote canary',
    'hooks fleet publish /srv/hookmd-fleet --refresh',
    'hooks fleet publish /srv/hookmd-fleet --ring all --nats tls://nats.acme.example:4222',
  ],
  async run(context) {
    const ownSources = !context.has('refresh') && !context.has('promote');
    const unattachable = ownSources ? await findUnattachable(context) : [];
    withRepository(context, (repository, { sources }) => {
      if (context.has('refresh')) {
        repository.update();
        repository.commit();
        report(context, repository, null, 'refreshed');
        return;
      }
      const ring = ringOf(repository, context.text('ring') ?? repository.rings[0] ?? '');
      const tested = context.text('promote');
      if (tested === ring)
        throw usageError(
          `Ring ${ring} has this release already.`,
          'Write the ring that is to get it with `--ring`, such as `--ring all`.',
        );
      const found = tested === undefined ? readSources(sources) : null;
      const targets =
        found === null
          ? copyTargets(repository, ringOf(repository, tested ?? ''), ring)
          : collectTargets(repository, ring, found);
      const isNew = repository.version(ring) === 0 || !isDeepStrictEqual(repository.targetsOf(ring), targets);
      repository.update(isNew ? { ring, targets } : undefined);
      repository.commit();
      report(context, repository, ring, isNew ? 'published' : 'unchanged', found, unattachable);
    });
    const { nats } = receiversGiven(context);
    if (nats !== null) await announceRelease(nats);
    return 0;
  },
};

/** Throws USAGE. */
function ringOf(repository: Repository, ring: string): string {
  if (repository.rings.includes(ring)) return ring;
  const list = repository.rings.map((name) => `\`--ring ${name}\``).join(' or ');
  throw usageError(`There is no ring "${ring}".`, `Write ${list}.`);
}

/** The files under their paths in the repository. A package that the ring has is not packed again. */
function collectTargets(repository: Repository, ring: string, { files }: Sources): Targets {
  const old = repository.targetsOf(ring);
  return Object.fromEntries(
    files.map(({ path, read }) => {
      const name = `${ring}/${path}`;
      const packed = path.startsWith('packages/') ? old[name] : undefined;
      const isPacked = packed !== undefined && repository.hasTarget(name, packed);
      return [name, isPacked ? packed : repository.addTarget(name, read())];
    }),
  );
}

/** The files of one ring under the paths of another. Throws USAGE where it has none. */
function copyTargets(repository: Repository, from: string, ring: string): Targets {
  const files = Object.entries(repository.targetsOf(from));
  if (files.length === 0)
    throw usageError(
      `The ring "${from}" has no release.`,
      `Run \`hooks fleet publish DIR --ring ${from}\` first.`,
    );
  return Object.fromEntries(
    files.map(([path, target]) => {
      const copy = `${ring}${path.slice(from.length)}`;
      return [copy, repository.copyTarget(path, target, copy)];
    }),
  );
}

function findMissing({ policy, packages }: Sources): readonly string[] {
  return (
    policy.required
      // Those that come with HookMD are on each machine.
      .filter(({ name }) => !name.startsWith('bundled/'))
      .filter(({ name, digest }) => packages.get(name.replace(/^managed\//, '')) !== digest)
      .map(
        ({ name, digest }) =>
          `policy.yaml requires ${name} with ${digest}, and packages/ has no package of this name with this digest. Machines that do not have it will block.`,
      )
  );
}

/** Agents of `attach/AGENT.json` that no machine can attach for every user. */
async function findUnattachable(context: ActionContext): Promise<readonly string[]> {
  const hooks = findHooks(context.environment['PATH'] ?? '');
  if (hooks === null) return [];
  const found: string[] = [];
  for (const file of namesIn(join(publisherAt(context).sources, 'attach')).toSorted()) {
    const [, agent = ''] = releasePaths.attach.exec(`attach/${file}`) ?? [];
    if (agent === '') continue;
    const words = ['attach', agent, '--managed', '--print'];
    const { document } = await runHooksJson(hooks, words, homedir(), context.signal);
    if (document['schema'] === 'hookmd.error/1')
      found.push(cleanLine(`attach/${file}: ${document['message']} ${document['remedy']}`));
  }
  return found;
}

function report(
  context: ActionContext,
  repository: Repository,
  ring: string | null,
  outcome: 'published' | 'unchanged' | 'refreshed',
  sources: Sources | null = null,
  unattachable: readonly string[] = [],
): void {
  const missing = sources === null ? [] : findMissing(sources);
  const found = [
    ...unattachable,
    ...missing,
    ...findDamaged(context, repository),
    ...findExpiring(repository),
  ];
  const expires = repository.expires('timestamp');
  const release = ring === null ? null : repository.version(ring);
  const packages = [...(sources?.packages ?? [])].map(([name, digest]) => ({ name, digest }));
  for (const line of found) context.err(`Warning: ${line}`);
  if (context.isJson) {
    const head = { schema: 'hookmd.fleet-publish/1', outcome, ring, release, expires };
    context.print({ ...head, packages, warnings: found });
    return;
  }
  if (ring === null) context.out(`Every ring: valid until ${expires}`);
  else context.out(`release ${release} of ring ${ring}: ${outcome}, valid until ${expires}`);
  for (const { name, digest } of packages) context.out(`  { name: ${name}, digest: "${digest}" }`);
}

/** Machines reject such a file, whatever is signed. */
function findDamaged(context: ActionContext, repository: Repository): readonly string[] {
  return repository.rings.flatMap((ring) =>
    Object.entries(repository.targetsOf(ring))
      .filter(([path, target]) => !repository.hasTarget(path, target))
      .map(
        ([path]) =>
          `${path} in the repository is not what was signed. Run \`hooks fleet publish ${context.words[0]} --ring ${ring}\`, which writes it again.`,
      ),
  );
}

function findExpiring(repository: Repository): readonly string[] {
  const days = (role: string): number =>
    Math.floor((Date.parse(repository.expires(role)) - Date.now()) / DAY_MS);
  return ['root', 'targets', 'snapshot', ...repository.rings]
    .filter(
      (role) => repository.version(role) > 0 && days(role) < (role === 'root' ? WARN_ROOT_DAYS : WARN_DAYS),
    )
    .map((role) => {
      const fix =
        role === 'root' ? 'hooks fleet rotate DIR --role root' : 'hooks fleet publish DIR --refresh';
      return `The signature of ${role} expires in ${days(role)} days. Run \`${fix}\`.`;
    });
}
