import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { HookError } from '@hookmd/core/errors';
import { parsePolicy } from '@hookmd/core/settings';
import { namesIn, writeFileAtomic } from '@hookmd/core/system';
import type { Action, ActionContext } from '../../action.ts';
import { natsOptions, receiversGiven } from '../../settings.ts';
import { type NatsServer, prepareNats } from '../../sinks/nats.ts';
import { usageError } from '../../usage-error.ts';
import { makeKey, readKeys } from '../keys.ts';
import { makePublicDirectory } from '../public-files.ts';
import { type FleetFile, type Publisher, publisherAt, readLifetimes } from '../publisher.ts';
import { Repository, topRoles } from '../repository.ts';

const RING = /^[a-z][a-z0-9-]{0,31}$/;
const MAX_KEYS = 9;

export const action: Action = {
  usage: '[dir]',
  about:
    'Make the keys and the repository of releases in a directory. With --nats, make the stream for events on that server.',
  options: [
    { flags: '--ring <name>', about: 'a group of machines; repeatable (default: canary and all)' },
    {
      flags: '--threshold <n>',
      about: 'keys that must sign a new root; above 1 one more is made (default: 1)',
    },
    { flags: '--url <url>', about: 'where machines will get the releases' },
    {
      flags: '--expires <role=time>',
      about: 'how long signatures hold (default: root=365d rings=90d snapshot=30d timestamp=7d)',
    },
    ...natsOptions,
    { flags: '--keep <days>', about: 'how long the stream keeps events (default: 90)' },
    { flags: '--replicas <n>', about: 'on how many servers of a cluster (default: 1)' },
  ],
  examples: [
    'hooks fleet init /srv/hookmd-fleet --url https://hooks.acme.example/fleet',
    'hooks fleet init /srv/hookmd-fleet --ring canary --ring all --threshold 2',
    'hooks fleet init --nats tls://nats.acme.example:4222 --credentials admin.creds',
  ],
  async run(context) {
    const { nats } = receiversGiven(context);
    if (nats === null && context.words.length === 0)
      throw usageError(
        '`hooks fleet init` needs a directory, or a server.',
        'Write `hooks fleet init DIR` or `hooks fleet init --nats URL`.',
      );
    if (nats !== null) await makeStream(context, nats);
    if (context.words.length > 0) makePublisher(context);
    return 0;
  },
};

async function makeStream(context: ActionContext, nats: NatsServer): Promise<void> {
  const given = context.has('keep') ? readCount(context, 'keep', 90, 3_650) : null;
  const { isNew, keepDays } = await prepareNats(nats, {
    keepDays: given,
    replicas: readCount(context, 'replicas', 1, 5),
  });
  const { servers, stream } = nats;
  if (context.isJson && context.words.length === 0)
    context.print({ schema: 'hookmd.fleet-stream/1', servers, stream, isNew, keepDays });
  else if (!context.isJson)
    context.out(
      `Stream ${stream} on ${servers.join(', ')}: ${isNew ? 'made' : 'there already'}, keeps events for ${keepDays} days`,
    );
}

function readCount(context: ActionContext, name: string, normal: number, most: number): number {
  const count = Number(context.text(name) ?? normal);
  if (Number.isInteger(count) && count >= 1 && count <= most) return count;
  throw usageError(`\`--${name}\` is not a number from 1 to ${most}.`, `Write \`--${name} ${normal}\`.`);
}

function makePublisher(context: ActionContext): void {
  const publisher = publisherAt(context);
  const stats = statSync(publisher.dir, { throwIfNoEntry: false });
  if (stats?.isDirectory() === false || namesIn(publisher.dir).length > 0)
    throw new HookError('FLEET_EXISTS', { dir: publisher.dir });
  const rings = context.texts('ring').length > 0 ? [...new Set(context.texts('ring'))] : ['canary', 'all'];
  const threshold = Number(context.text('threshold') ?? 1);
  checkOptions(rings, threshold);
  const url = context.text('url') ?? null;
  const policy = examplePolicy(url);
  const [problem] = parsePolicy(Buffer.from(policy), '--url').issues;
  if (problem !== undefined) throw usageError(problem.message, 'Write `--url https://HOST/PATH`.');
  const lifetimes = readLifetimes(context.texts('expires'));
  const root = join(publisher.keys, 'root');
  const online = join(publisher.keys, 'online');
  const count = threshold === 1 ? 1 : threshold + 1;
  const rootKeys = Array.from({ length: count }, () => createKey(root, 'root'));
  const keyOf = (role: string): string => createKey(online, role);
  const [, ...lower] = topRoles;
  const holders = new Map<string, readonly string[]>([
    ['root', rootKeys],
    ...lower.map((role) => [role, [keyOf(role)]] as const),
  ]);
  const ringKeys = new Map(rings.map((ring) => [ring, keyOf(ring)]));
  const keys = readKeys([publisher.keys]);
  writeSources(publisher, policy);
  Repository.create(publisher.repository, keys, lifetimes, holders, ringKeys, threshold).commit();
  // Last: a directory without it is not finished.
  const file: FleetFile = { schema: 'hookmd.fleet/1', url, lifetimes };
  writeFileAtomic(publisher.fleetFile, `${JSON.stringify(file, null, 2)}\n`);
  report(context, publisher, url ?? 'URL', rings, rootKeys.length);
}

function checkOptions(rings: readonly string[], threshold: number): void {
  const wrong = rings.find((ring) => !RING.test(ring) || (topRoles as readonly string[]).includes(ring));
  if (wrong !== undefined)
    throw usageError(
      `"${wrong}" cannot be the name of a ring.`,
      'Write up to 32 lowercase letters, digits and dashes, such as `--ring canary`.',
    );
  if (!Number.isInteger(threshold) || threshold < 1 || threshold >= MAX_KEYS)
    throw usageError(
      '`--threshold` is not a number of keys.',
      `Write a number from 1 to ${MAX_KEYS - 1}, such as \`--threshold 2\`.`,
    );
}

function createKey(dir: string, role: string): string {
  const key = makeKey(dir, role);
  key.save();
  return key.id;
}

function writeSources({ sources }: Publisher, policy: string): void {
  for (const name of ['packages', 'attach']) makePublicDirectory(join(sources, name));
  const path = join(sources, 'policy.yaml');
  if (!existsSync(path)) writeFileAtomic(path, policy, { mode: 0o644 });
}

function examplePolicy(url: string | null): string {
  const releases = `fleet: { releases: ${JSON.stringify(url ?? 'https://hooks.acme.example/fleet')} }`;
  return `# The policy of every machine in a ring. \`hooks fleet publish\` checks and signs it.

# Hooks that must run, in exactly this version. \`publish\` prints the digests of the packages in packages/.
# required:
#   - { name: deny-rm, digest: "sha256:…" }

# A hook that fails blocks the call.
# onFailure: block

# Where machines get releases. After the first pull they need no options.
${url === null ? '# ' : ''}${releases}
`;
}

function report(
  context: ActionContext,
  { dir, keys, repository, sources }: Publisher,
  url: string,
  rings: readonly string[],
  rootKeys: number,
): void {
  const trusted = join(repository, 'metadata', '1.root.json');
  if (context.isJson) {
    context.print({ schema: 'hookmd.fleet-init/1', dir, keys, repository, sources, root: trusted, rings });
    return;
  }
  const ring = rings[0] ?? '';
  context.out(`Made ${dir} with the rings ${rings.join(' and ')}:
  ${join(keys, 'root')}: ${rootKeys === 1 ? 'the root key. Move it' : `${rootKeys} root keys. Move each`} to a stick of its own; only \`rotate\` needs it.
  ${join(keys, 'online')}: the keys that publish.
  ${sources}: what the next release has.
  ${repository}: static files to serve at ${url}.

Next steps:
  1. Edit ${join(sources, 'policy.yaml')}.
  2. Run \`hooks fleet publish ${dir} --ring ${ring}\`, and once a day \`hooks fleet publish ${dir} --refresh\`.
  3. Deliver ${trusted} with each machine, and run there:
     sudo hooks fleet pull --url ${url} --ring ${ring} --root 1.root.json`);
}
