import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  DAY_MS,
  Forger,
  listTree,
  MANIFEST,
  makeArchive,
  makeWorld,
  type World,
} from './support/fleet-world.ts';

/** Releases 1 and 2 of ring all are pulled; release 3, and release 1 of canary, are published. */
let model: World;

beforeAll(async () => {
  model = await makeWorld();
  await model.init('--threshold', '2');
  model.write('packages/deny-rm/HOOK.md', MANIFEST);
  model.write('packages/deny-rm/handler.sh', '#!/bin/sh\nexit 0\n', 0o755);
  model.write('policy.yaml', 'allow: never\n');
  await model.publish();
  await model.pull('--root', model.root);
  copyFileSync(metadata(model, 'timestamp.json'), join(model.dir, 'timestamp-1.json'));
  model.write('policy.yaml', 'allow: once\n');
  await model.publish();
  expect((await model.pull()).stdout).toBe('release 2 of ring all: changed\n  placed   policy.yaml\n');
  model.write('policy.yaml', 'allow: timed\n');
  model.write('packages/deny-rm/handler.sh', '#!/bin/sh\nexit 2\n', 0o755);
  await model.publish();
  expect((await model.publish('--ring', 'canary')).exit).toBe(0);
});
afterAll(() => model.close());

interface Attack {
  readonly title: string;
  readonly code: string;
  /** Part of the message. */
  readonly message: string;
  readonly words?: readonly string[];
  readonly aheadMs?: number;
  attack(world: World, forger: Forger): void | Promise<void>;
}

const metadata = (world: World, file: string): string => join(world.fleet, 'repository/metadata', file);
const newPolicy = (world: World): string =>
  readdirSync(join(world.fleet, 'repository/targets/all'))
    .map((name) => join(world.fleet, 'repository/targets/all', name))
    .find((path) => path.endsWith('.policy.yaml') && readFileSync(path, 'utf8') === 'allow: timed\n') ?? '';
const addPackage =
  (entries: Parameters<typeof makeArchive>[0]) =>
  (_: World, forger: Forger): void =>
    forger.addFile('all', `all/packages/evil/${'a'.repeat(64)}.tgz`, makeArchive(entries));
const redirect =
  (location: string) =>
  (world: World): void => {
    world.respond = (_, response) => void response.writeHead(302, { location }).end();
  };

const attacks: readonly Attack[] = [
  {
    title: 'an old timestamp',
    code: 'RELEASE_ROLLBACK',
    message: 'timestamp',
    attack: (world) => copyFileSync(join(model.dir, 'timestamp-1.json'), metadata(world, 'timestamp.json')),
  },
  {
    title: 'a new timestamp that names an old snapshot',
    code: 'RELEASE_ROLLBACK',
    message: 'snapshot',
    attack: (_, forger) =>
      void forger.write('timestamp', (signed) => {
        signed.meta['snapshot.json'] = { version: 1 };
      }),
  },
  {
    title: 'a new snapshot that names an old release',
    code: 'RELEASE_ROLLBACK',
    message: 'version 1 of its all metadata, and this machine has seen version 2',
    attack: (_, forger) =>
      forger.writeSnapshot((signed) => {
        signed.meta['all.json'] = { version: 1 };
      }),
  },
  {
    title: 'a snapshot without the ring',
    code: 'RELEASE_ROLLBACK',
    message: 'no version of its all metadata, and this machine has seen one',
    attack: (_, forger) => forger.writeSnapshot((signed) => void delete signed.meta['all.json']),
  },
  {
    title: 'the last release for ever (freeze)',
    code: 'RELEASE_EXPIRED',
    message: 'it is stale since 24 hours',
    aheadMs: 8 * DAY_MS + 60_000,
    attack: () => {},
  },
  {
    title: 'metadata of an old release under the name of the new one (mix-and-match)',
    code: 'RELEASE_MIXED',
    message: 'mixes metadata of different releases',
    attack: (world) => copyFileSync(metadata(world, '2.all.json'), metadata(world, '3.all.json')),
  },
  {
    title: 'an old snapshot under the name of the new one',
    code: 'RELEASE_MIXED',
    message: 'mixes metadata of different releases',
    attack: (world, forger) =>
      copyFileSync(
        metadata(world, '2.snapshot.json'),
        metadata(world, `${forger.newest('snapshot').signed.version}.snapshot.json`),
      ),
  },
  {
    title: 'a timestamp without an end',
    code: 'RELEASE_TOO_LARGE',
    message: 'endless data',
    attack: (world) => {
      world.respond = (request, response) => {
        if (request.url !== '/metadata/timestamp.json') return void response.writeHead(404).end();
        const more = (): void => void response.write('x'.repeat(65_536), more);
        more();
      };
    },
  },
  {
    title: 'a timestamp that never comes',
    code: 'RELEASE_TOO_SLOW',
    message: 'slow retrieval',
    words: ['--timeout', '0.5'],
    attack: (world) => {
      world.respond = (request, response) => {
        if (request.url !== '/metadata/timestamp.json') return void response.writeHead(404).end();
        const trickle = setInterval(() => response.write(' '), 20);
        response.on('close', () => clearInterval(trickle));
      };
    },
  },
  {
    title: 'a root with one signature of two',
    code: 'RELEASE_SIGNATURE',
    message: 'signatures of 1 of the 2 keys',
    attack: (_, forger) => void forger.write('root', () => {}, ['root']),
  },
  {
    title: 'a root with one signature twice',
    code: 'RELEASE_SIGNATURE',
    message: 'two signatures of one key',
    attack: (_, forger) => void forger.write('root', () => {}, ['root', 'root']),
  },
  {
    title: 'a root that new keys alone signed',
    code: 'RELEASE_SIGNATURE',
    message: 'signatures of 0 of the 2 keys',
    attack: (_, forger) =>
      void forger.write(
        'root',
        (signed) => {
          signed.roles.root = { keyids: [forger.keyOf('all'), forger.keyOf('canary')], threshold: 2 };
          for (const [key, holder] of Object.entries({ all: 'all', canary: 'canary' }))
            signed.keys[forger.keyOf(key)] =
              forger.newest('targets').signed.delegations.keys[forger.keyOf(holder)];
        },
        ['all', 'canary'],
      ),
  },
  {
    title: 'a root that skips a version',
    code: 'RELEASE_ROOT_CHAIN',
    message: 'offers root 3 where root 2 must follow',
    attack: (world, forger) => {
      forger.write(
        'root',
        (signed) => {
          signed.version = 3;
        },
        ['root', 'root1'],
      );
      copyFileSync(metadata(world, '3.root.json'), metadata(world, '2.root.json'));
    },
  },
  {
    title: 'a timestamp with the key of a ring',
    code: 'RELEASE_SIGNATURE',
    message: 'timestamp',
    attack: (_, forger) => void forger.write('timestamp', () => {}, ['all']),
  },
  {
    title: 'a release with the key of another ring',
    code: 'RELEASE_SIGNATURE',
    message: 'the all metadata',
    attack: (_, forger) => forger.writeRing('all', () => {}, ['canary']),
  },
  {
    title: 'a release without a signature',
    code: 'RELEASE_SIGNATURE',
    message: 'the all metadata',
    attack: (_, forger) => forger.writeRing('all', () => {}, []),
  },
  ...[
    'all/evil.sh',
    'canary/policy.yaml',
    'all/../../../etc/passwd',
    'all/attach/../policy.yaml',
    '/etc/passwd',
  ].map(
    (path): Attack => ({
      title: `a release with the file ${path}`,
      code: 'RELEASE_FOREIGN_FILE',
      message: path,
      attack: (_, forger) =>
        forger.writeRing('all', (signed) => {
          signed.targets[path] = { length: 1, hashes: { sha256: 'a'.repeat(64) } };
        }),
    }),
  ),
  {
    title: 'a policy with other bytes',
    code: 'RELEASE_BYTES',
    message: 'policy.yaml of the release does not have the bytes that were signed',
    attack: (world) => writeFileSync(newPolicy(world), 'allow: never\n'),
  },
  {
    title: 'a policy with fewer bytes',
    code: 'RELEASE_BYTES',
    message: 'policy.yaml of the release does not have the bytes that were signed',
    attack: (world) => writeFileSync(newPolicy(world), '{}\n'),
  },
  {
    title: 'a policy with more bytes',
    code: 'RELEASE_TOO_LARGE',
    message: 'endless data',
    attack: (world) => writeFileSync(newPolicy(world), 'allow: timed\nonFailure: block\n'),
  },
  {
    title: 'a release without one of its files',
    code: 'RELEASE_MISSING',
    message: 'is missing on the server',
    attack: (world) => rmSync(newPolicy(world)),
  },
  {
    title: 'a page in HTML for every URL',
    code: 'RELEASE_NOT_METADATA',
    message: 'a page in HTML',
    attack: (world) => {
      world.respond = (_, response) => void response.end('<!doctype html><title>Sign in</title>');
    },
  },
  {
    title: 'a page in HTML instead of the timestamp',
    code: 'RELEASE_NOT_METADATA',
    message: 'a page in HTML',
    attack: (world) => writeFileSync(metadata(world, 'timestamp.json'), '<!doctype html>'),
  },
  {
    title: 'JSON that is no metadata',
    code: 'RELEASE_NOT_METADATA',
    message: 'something other than signed metadata',
    attack: (world) => writeFileSync(metadata(world, 'timestamp.json'), '{"signed":{},"signatures":[]}'),
  },
  ...['file:///etc/passwd', 'http://169.254.169.254/latest/', 'http://10.0.0.1/'].map(
    (location): Attack => ({
      title: `a redirect to ${location}`,
      code: 'RELEASE_REDIRECT',
      message: location,
      attack: redirect(location),
    }),
  ),
  {
    title: 'a server with an error',
    code: 'RELEASE_UNREACHABLE',
    message: 'the server sent status 503',
    attack: (world) => {
      world.respond = (_, response) => void response.writeHead(503).end();
    },
  },
  {
    title: 'a signed policy that is none',
    code: 'RELEASE_INVALID',
    message: '`nonsense` is not a key of the policy',
    attack: (_, forger) => forger.addFile('all', 'all/policy.yaml', Buffer.from('nonsense: true\n')),
  },
  {
    title: 'a package with a symbolic link',
    code: 'RELEASE_INVALID',
    message: 'handler.sh is not a regular file',
    attack: addPackage([
      { name: 'HOOK.md', text: MANIFEST },
      { name: 'handler.sh', type: '2', link: '/etc/passwd' },
    ]),
  },
  {
    title: 'a package with a hard link',
    code: 'RELEASE_INVALID',
    message: 'handler.sh is not a regular file',
    attack: addPackage([{ name: 'handler.sh', type: '1', link: '/etc/passwd' }]),
  },
  {
    title: 'a package with a path that leaves it',
    code: 'RELEASE_INVALID',
    message: '../../../policy.yaml',
    attack: addPackage([{ name: '../../../policy.yaml', text: 'allow: timed\n' }]),
  },
  {
    title: 'a package with an absolute path',
    code: 'RELEASE_INVALID',
    message: '/etc/hookmd-evil',
    attack: addPackage([{ name: '/etc/hookmd-evil', text: 'x' }]),
  },
  {
    title: 'a package with a file twice',
    code: 'RELEASE_INVALID',
    message: 'it has the path "HOOK.md"',
    attack: addPackage([
      { name: 'HOOK.md', text: MANIFEST },
      { name: 'HOOK.md', text: 'x' },
    ]),
  },
  {
    title: 'a package with another content than its digest',
    code: 'RELEASE_INVALID',
    message: 'another digest than its name',
    attack: addPackage([{ name: 'HOOK.md', text: MANIFEST }]),
  },
  {
    title: 'a package that unpacks without an end',
    code: 'RELEASE_INVALID',
    message: 'cannot be unpacked',
    attack: addPackage([{ name: 'HOOK.md', text: 'x'.repeat(80_000_000) }]),
  },
];

describe('a machine does not accept', () => {
  it.each(attacks)('$title', async ({ attack, code, message, words = [], aheadMs = 0 }) => {
    const world = await makeWorld(model);
    try {
      await attack(world, new Forger(world.fleet));
      const before = listTree(world.managed);
      const ended = await world.pullAt(aheadMs, ...words);
      expect(ended.stderr).toMatch(new RegExp(`^${code}  `));
      expect(ended.stderr).toContain(message);
      // What happened, and one fix.
      expect(ended.stderr).toMatch(/^.+\n {2}\S.+\n$/);
      expect([ended.exit, ended.stdout]).toEqual([1, '']);
      expect(listTree(world.managed)).toEqual(before);
      expect(readdirSync(join(world.managed, 'fleet')).toSorted()).toEqual([
        'client.json',
        'metadata',
        'problem.json',
      ]);
    } finally {
      world.close();
    }
  });
});
