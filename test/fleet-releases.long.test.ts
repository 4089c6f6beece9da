import { execFile } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  DAY_MS,
  Forger,
  killEverywhere,
  listTree,
  MANIFEST,
  makeWorld,
  PROGRAM,
  type World,
} from './support/fleet-world.ts';
import { CLI } from './support/run-hooks.ts';

/** Release 1 of ring all is published and pulled. */
let model: World;

beforeAll(async () => {
  model = await makeWorld();
  await model.init();
  model.write('packages/deny-rm/HOOK.md', MANIFEST);
  model.write('packages/deny-rm/handler.sh', '#!/bin/sh\nexit 0\n', 0o755);
  model.write('attach/claude-code.json', '{"hooks":{}}\n');
  model.write('config.yaml', 'eventLog: { keepDays: 7 }\n');
  model.write('policy.yaml', 'allow: never\n');
  expect((await model.publish()).stdout).toMatch(
    /^release 1 of ring all: published, valid until \S+Z\n {2}\{ name: deny-rm, digest: "sha256:[0-9a-f]{64}" \}\n$/,
  );
  expect((await model.pull('--root', model.root)).stdout).toBe(
    'release 1 of ring all: changed\n  placed   hooks/deny-rm\n  placed   config.yaml\n  placed   attach/claude-code.json\n  placed   policy.yaml\n',
  );
});
afterAll(() => model.close());

/** Works in a copy of the model, so that tests do not disturb each other. */
async function inWorld(work: (world: World) => Promise<void>): Promise<void> {
  const world = await makeWorld(model);
  try {
    await work(world);
  } finally {
    world.close();
  }
}

const policyOf = (world: World): string => readFileSync(join(world.managed, 'policy.yaml'), 'utf8');
const recordOf = (world: World): Record<string, unknown> =>
  JSON.parse(readFileSync(join(world.managed, 'release.json'), 'utf8'));
const keyFiles = (world: World, dir: string): readonly string[] =>
  readdirSync(join(world.fleet, 'keys', dir)).map((name) => join(world.fleet, 'keys', dir, name));

describe('a machine', () => {
  it('has the files of the release for every user to read, and a record of it', () =>
    inWorld(async (world) => {
      const tree = listTree(world.managed);
      expect(Object.entries(tree).map(([path, text]) => `${text.slice(0, 3)} ${path}`)).toEqual([
        '755 attach',
        '644 attach/claude-code.json',
        '644 config.yaml',
        '755 hooks',
        '755 hooks/deny-rm',
        '644 hooks/deny-rm/HOOK.md',
        '755 hooks/deny-rm/handler.sh',
        '644 policy.yaml',
        '644 release.json',
      ]);
      const { expires, checked, ...record } = recordOf(world);
      expect(record).toEqual({ schema: 'hookmd.release/1', release: 1, ring: 'all' });
      const days = (Date.parse(String(expires)) - Date.parse(String(checked))) / DAY_MS;
      expect(days).toBeGreaterThan(6.99);
      expect(days).toBeLessThanOrEqual(7);
    }));

  it('changes nothing but the record where it is up to date', () =>
    inWorld(async (world) => {
      const stamp = (): bigint => statSync(join(world.managed, 'policy.yaml'), { bigint: true }).mtimeNs;
      const before = stamp();
      expect((await world.pull()).stdout).toBe('release 1 of ring all: up to date\n');
      expect(stamp()).toBe(before);
      const ended = await world.pull('--json');
      expect(JSON.parse(ended.stdout)).toMatchObject({
        schema: 'hookmd.fleet-pull/1',
        outcome: 'up to date',
        release: 1,
        ring: 'all',
        changed: [],
        removed: [],
        warnings: [],
      });
    }));

  it('removes what the release does not have any more, and nothing local', () =>
    inWorld(async (world) => {
      mkdirSync(join(world.managed, 'hooks/local'));
      writeFileSync(join(world.managed, 'hooks/local/HOOK.md'), MANIFEST);
      for (const path of ['packages/deny-rm', 'config.yaml', 'attach/claude-code.json'])
        rmSync(join(world.fleet, 'release', path), { recursive: true });
      await world.publish();
      expect((await world.pull()).stdout).toBe(
        'release 2 of ring all: changed\n  removed  config.yaml\n  removed  attach/claude-code.json\n  removed  hooks/deny-rm\n',
      );
      expect(Object.keys(listTree(world.managed))).toEqual([
        'attach',
        'hooks',
        'hooks/local',
        'hooks/local/HOOK.md',
        'policy.yaml',
        'release.json',
      ]);
    }));

  it('repairs what was changed by hand', () =>
    inWorld(async (world) => {
      const before = listTree(world.managed);
      writeFileSync(join(world.managed, 'policy.yaml'), 'allow: timed\n');
      writeFileSync(join(world.managed, 'hooks/deny-rm/handler.sh'), '#!/bin/sh\nexit 1\n');
      rmSync(join(world.managed, 'config.yaml'));
      symlinkSync('/etc/passwd', join(world.managed, 'config.yaml'));
      await world.pull();
      expect({ ...listTree(world.managed), 'release.json': '' }).toEqual({ ...before, 'release.json': '' });
    }));

  it.each(['policy.yaml', 'hooks/deny-rm'])('does not overwrite a local %s unless it may', (path) =>
    inWorld(async (world) => {
      rmSync(world.managed, { recursive: true });
      mkdirSync(join(world.managed, 'hooks/deny-rm'), { recursive: true });
      if (path === 'policy.yaml') writeFileSync(join(world.managed, path), 'managedOnly: true\n');
      else writeFileSync(join(world.managed, path, 'HOOK.md'), MANIFEST);
      if (path === 'policy.yaml') rmSync(join(world.managed, 'hooks'), { recursive: true });
      const before = listTree(world.managed);
      const ended = await world.pull('--root', world.root);
      expect([ended.exit, ended.stderr]).toEqual([
        1,
        `LOCAL_FILES  The release would overwrite ${join(world.managed, path)}, which no release has put there.\n  Run \`hooks fleet pull --replace\` to overwrite them.\n`,
      ]);
      expect(listTree(world.managed)).toEqual(before);
      expect((await world.run(['pull', '--managed', world.managed, '--replace'])).exit).toBe(0);
      expect(policyOf(world)).toBe('allow: never\n');
    }),
  );

  it('takes the URL from the policy, and its ring from the first pull', () =>
    inWorld(async (world) => {
      world.write('policy.yaml', `fleet: { releases: "${world.url}", ring: all }\n`);
      await world.publish('--ring', 'canary');
      expect((await world.pull('--ring', 'canary')).stdout).toMatch(/^release 1 of ring canary: changed/);
      const ended = await world.run(['pull', '--managed', world.managed]);
      expect(ended.stdout).toBe('release 1 of ring canary: up to date\n');
    }));

  it.each([
    [['pull', '--managed', 'new'], 'This machine does not know where its releases are.'],
    [['pull', '--managed', 'new', '--url', 'http://127.0.0.1:1'], 'The first pull needs the root metadata'],
    [['pull', '--managed', 'new', '--url', 'http://hooks.acme.example'], '`fleet.releases` must be a URL'],
    [['pull', '--managed', 'new', '--url', 'file:///srv/fleet'], '`fleet.releases` must be a URL'],
    [['pull', '--managed', 'new', '--url', 'http://127.0.0.1:1', '--ring', '../x'], '`fleet.ring` must be'],
    [
      ['pull', '--managed', 'new', '--url', 'http://127.0.0.1:1', '--root', '/etc/passwd'],
      '/etc/passwd cannot be trusted',
    ],
    [['pull', '--managed', 'new', '--timeout', 'soon', '--url', 'http://127.0.0.1:1'], '`--timeout` is not'],
  ])('does not start with %j', (words, message) =>
    inWorld(async (world) => {
      const ended = await world.run(words);
      expect(ended.stderr).toMatch(/^USAGE {2}/);
      expect(ended.stderr).toContain(message);
      expect(ended.exit).toBe(2);
    }),
  );

  it('names a ring that has no release', () =>
    inWorld(async (world) => {
      const ended = await world.pull('--ring', 'canary', '--json');
      expect(JSON.parse(ended.stdout)).toEqual({
        schema: 'hookmd.error/1',
        code: 'RELEASE_NO_RING',
        message: `Ring canary of ${world.url} has no release. Rings that have one: all.`,
        remedy: expect.stringMatching(/^Pull a ring that has one with `--ring`, or publish /),
      });
      expect([ended.exit, ended.stderr]).toEqual([1, '']);
      expect(policyOf(world)).toBe('allow: never\n');
    }));

  it('does not wait for the end of what it does not read', () =>
    inWorld(async (world) => {
      world.respond = (request, response) => {
        const path = join(world.fleet, 'repository', request.url ?? '');
        if (existsSync(path)) return void response.end(readFileSync(path));
        const trickle = setInterval(() => response.write(' '), 20);
        response.writeHead(404).on('close', () => clearInterval(trickle));
      };
      const ended = await world.pull();
      expect(ended.stdout).toBe('release 1 of ring all: up to date\n');
      expect(ended.elapsedMs).toBeLessThan(10_000);
    }));

  it('reports a trusted root that is damaged', () =>
    inWorld(async (world) => {
      const metadata = join(world.managed, 'fleet/metadata');
      writeFileSync(join(metadata, 'root.json'), '{');
      const ended = await world.pull();
      expect(ended.stderr).toMatch(
        /root\.json cannot be trusted: .*\n {2}Run `sudo rm -r \S+`, and pull with/,
      );
      rmSync(metadata, { recursive: true });
      expect((await world.pull('--root', world.root)).exit).toBe(0);
    }));

  it('does not trust a root of other keys', () =>
    inWorld(async (world) => {
      const other = await makeWorld();
      try {
        await other.init();
        const ended = await world.run([
          ...['pull', '--managed', join(world.dir, 'new'), '--url', world.url, '--root', other.root],
        ]);
        expect([ended.exit, ended.stderr]).toEqual([1, expect.stringMatching(/^RELEASE_SIGNATURE/)]);
        // The wrong file is not remembered: the right one works afterwards.
        const right = ['pull', '--managed', join(world.dir, 'new'), '--url', world.url, '--root', world.root];
        expect((await world.run(right)).exit).toBe(0);
      } finally {
        other.close();
      }
    }));

  it('reports a clock that went back, and follows the versions all the same', () =>
    inWorld(async (world) => {
      expect((await world.pullAt(3 * DAY_MS)).stdout).toBe('release 1 of ring all: up to date\n');
      cpSync(join(world.fleet, 'repository'), join(world.dir, 'old'), { recursive: true });
      world.write('policy.yaml', 'allow: once\n');
      await world.publish();
      const ended = await world.pull();
      expect(ended.stderr).toMatch(
        /^CLOCK_WENT_BACK {2}The clock of this machine is 3 days behind its last pull/,
      );
      expect(ended.stdout).toMatch(/^release 2 of ring all: changed/);
      rmSync(join(world.fleet, 'repository'), { recursive: true });
      renameSync(join(world.dir, 'old'), join(world.fleet, 'repository'));
      expect((await world.pullAt(-DAY_MS)).stderr).toMatch(/^RELEASE_ROLLBACK/m);
      expect(policyOf(world)).toBe('allow: once\n');
    }));

  it('judges an expired release by the newest time that it knows', () =>
    inWorld(async (world) => {
      cpSync(join(world.fleet, 'repository'), join(world.dir, 'old'), { recursive: true });
      expect((await world.publish('--refresh')).exit).toBe(0);
      const expired = await world.pullAt(8 * DAY_MS);
      expect(expired.stderr).toMatch(/^RELEASE_EXPIRED.*\n.*publish DIR --refresh/);
      const client = join(world.managed, 'fleet/client.json');
      const record = JSON.parse(readFileSync(client, 'utf8'));
      const checked = new Date(Date.now() + 8 * DAY_MS).toISOString();
      writeFileSync(client, JSON.stringify({ ...record, checked }));
      expect((await world.pull()).stderr).toMatch(/^RELEASE_EXPIRED/m);
    }));

  it('has the old policy or the new one wherever it is killed, and the next pull completes it', () =>
    inWorld(async (world) => {
      const handler = '#!/bin/sh\nexit 2\n';
      world.write('packages/deny-rm/handler.sh', handler, 0o755);
      world.write('packages/more/HOOK.md', MANIFEST.replace('deny-rm', 'more'));
      world.write('packages/more/handler.sh', handler, 0o755);
      world.write('policy.yaml', 'allow: once\n');
      rmSync(join(world.fleet, 'release/config.yaml'));
      expect((await world.publish()).exit).toBe(0);
      const complete = await makeWorld(world);
      await complete.pull();
      const expected = { ...listTree(complete.managed), 'release.json': '' };
      complete.close();
      const seen = new Set<string>();
      const kills = await killEverywhere('/killed/', async (call) => {
        const machine = join(world.dir, 'killed');
        rmSync(machine, { recursive: true, force: true });
        cpSync(world.managed, machine, { recursive: true });
        const words = ['pull', '--managed', machine, '--url', world.url];
        const ended = await world.run(words, call);
        const policy = readFileSync(join(machine, 'policy.yaml'), 'utf8');
        seen.add(policy);
        if (policy === 'allow: once\n')
          expect(readFileSync(join(machine, 'hooks/deny-rm/handler.sh'), 'utf8')).toBe(handler);
        expect((await world.run(words)).exit).toBe(0);
        expect({ ...listTree(machine), 'release.json': '' }).toEqual(expected);
        expect(existsSync(join(machine, 'fleet/staging'))).toBe(false);
        return ended;
      });
      expect([...seen].toSorted()).toEqual(['allow: never\n', 'allow: once\n']);
      expect(kills).toBeGreaterThan(20);
    }));

  it.skipIf(process.getuid?.() !== 0)('puts hooks and policy where HookMD reads them', () =>
    inWorld(async (world) => {
      // In a mount namespace of its own, `etc` stands for that of the machine.
      const etc = join(world.dir, 'etc');
      mkdirSync(etc);
      const onMachine = async (...words: readonly string[]): Promise<string> => {
        const script = 'mount --bind "$0" /etc && exec "$@"';
        const { stdout } = await promisify(execFile)(
          'unshare',
          ['-rm', 'sh', '-c', script, etc, process.execPath, ...words],
          { env: { HOME: world.scratch.home, PATH: process.env['PATH'] ?? '' }, cwd: world.scratch.project },
        );
        return stdout;
      };
      const words = ['pull', '--url', world.url, '--root', world.root];
      expect(await onMachine(PROGRAM, ...words)).toMatch(/^release 1 of ring all: changed/);
      expect(existsSync(join(etc, 'hookmd/release.json'))).toBe(true);
      const { hooks } = JSON.parse(await onMachine(CLI, 'list', '--json'));
      expect(hooks).toContainEqual(
        expect.objectContaining({ name: 'deny-rm', source: 'managed', state: 'ready' }),
      );
    }),
  );

  it.skipIf(process.getuid?.() !== 0)('does not trust a directory that others can write', () =>
    inWorld(async (world) => {
      chmodSync(world.managed, 0o777);
      const ended = await world.pull();
      expect([ended.exit, ended.stderr]).toEqual([1, expect.stringMatching(/^MANAGED_DIRECTORY/)]);
    }),
  );
});

describe('a publisher', () => {
  it('has its keys in files for itself alone, those of the root apart', () =>
    inWorld(async (world) => {
      const mode = (path: string): string => (statSync(path).mode & 0o777).toString(8);
      expect(keyFiles(world, 'root').map(mode)).toEqual(['600']);
      expect(keyFiles(world, 'online').map(mode)).toEqual(['600', '600', '600', '600', '600']);
      expect(['keys', 'keys/root', 'keys/online'].map((name) => mode(join(world.fleet, name)))).toEqual([
        '700',
        '700',
        '700',
      ]);
    }));

  it('publishes without the keys of the root, and refreshes with that of the timestamp alone', () =>
    inWorld(async (world) => {
      renameSync(join(world.fleet, 'keys/root'), join(world.dir, 'stick'));
      world.write('policy.yaml', 'allow: once\n');
      expect((await world.publish()).exit).toBe(0);
      const rotate = ['rotate', world.fleet, '--role', 'timestamp'];
      const without = await world.run(rotate);
      expect([without.exit, without.stderr]).toEqual([
        1,
        expect.stringMatching(/^FLEET_KEYS_MISSING.*\n.*--keys DIR/),
      ]);
      expect(keyFiles(world, 'online')).toHaveLength(5);
      expect((await world.run([...rotate, '--keys', join(world.dir, 'stick')])).exit).toBe(0);
      expect((await world.pull()).stdout).toMatch(/^release 2 of ring all/);
      for (const file of keyFiles(world, 'online').filter((path) => !path.includes('timestamp-')))
        rmSync(file);
      expect((await world.publish('--refresh')).exit).toBe(0);
      expect((await world.pull()).stdout).toBe('release 2 of ring all: up to date\n');
      world.write('policy.yaml', 'allow: timed\n');
      expect((await world.publish()).stderr).toMatch(/^FLEET_KEYS_MISSING {2}Role all needs/);
      expect((await world.pull()).stdout).toBe('release 2 of ring all: up to date\n');
    }));

  it('renews the timestamp of an unchanged release, and every signature that expires soon', () =>
    inWorld(async (world) => {
      const before = readFileSync(join(world.fleet, 'repository/metadata/timestamp.json'), 'utf8');
      expect((await world.publish()).stdout).toMatch(/^release 1 of ring all: unchanged/);
      expect(readFileSync(join(world.fleet, 'repository/metadata/timestamp.json'), 'utf8')).not.toBe(before);
      const file = join(world.fleet, 'fleet.json');
      const { lifetimes, ...rest } = JSON.parse(readFileSync(file, 'utf8'));
      writeFileSync(file, JSON.stringify({ ...rest, lifetimes: { ...lifetimes, rings: 365 * DAY_MS } }));
      expect((await world.publish()).stdout).toMatch(/^release 2 of ring all: unchanged/);
      expect((await world.pull()).stdout).toBe('release 2 of ring all: up to date\n');
    }));

  it('refreshes every signature that it can, so that a release without a successor stays valid', () =>
    inWorld(async (world) => {
      world.write('policy.yaml', 'not: published\n');
      expect((await world.publishAt(29 * DAY_MS, '--refresh')).stdout).toMatch(/^Every ring: valid until /);
      const online = keyFiles(world, 'online').filter((path) => !path.includes('timestamp-'));
      for (const file of online) rmSync(file);
      expect((await world.pullAt(31 * DAY_MS)).stdout).toBe('release 1 of ring all: up to date\n');
      // Without their keys it warns.
      const refreshed = await world.publishAt(53 * DAY_MS, '--refresh');
      expect(refreshed.stderr).toBe(
        'Warning: The signature of snapshot expires in 5 days. Run `hooks fleet publish DIR --refresh`.\n',
      );
      expect((await world.pullAt(54 * DAY_MS)).exit).toBe(0);
      expect((await world.pullAt(60 * DAY_MS)).stderr).toMatch(/^RELEASE_EXPIRED/);
    }));

  it('replaces one of three keys of the root', async () => {
    const other = await makeWorld();
    try {
      await other.init('--threshold', '2');
      await other.publish();
      expect((await other.pull('--root', other.root)).exit).toBe(0);
      const [lost = ''] = keyFiles(other, 'root');
      const id = lost.slice(-12, -4);
      rmSync(lost);
      const rotated = await other.run(['rotate', other.fleet, '--role', 'root', '--revoke', id]);
      expect(rotated.stdout).toContain(`Key ${id} is revoked. Its file is not here`);
      expect((await other.pull()).exit).toBe(0);
      expect(new Forger(other.fleet).newest('root').signed.roles.root).toMatchObject({ threshold: 2 });
    } finally {
      other.close();
    }
  });

  it('names every problem of its sources, and publishes nothing', () =>
    inWorld(async (world) => {
      world.write('policy.yaml', 'allow: maybe\nnonsense: true\n');
      world.write('attach/codex.json', '{');
      world.write('attach/x.txt', '');
      world.write('packages/empty/README.md', '');
      mkdirSync(join(world.fleet, 'release/packages/linked'));
      symlinkSync('/etc/passwd', join(world.fleet, 'release/packages/linked/HOOK.md'));
      const before = listTree(join(world.fleet, 'repository'));
      const ended = await world.publish();
      expect([ended.exit, ended.stdout]).toEqual([1, '']);
      expect(ended.stderr).toMatch(
        /^RELEASE_SOURCES {2}.* cannot be a release, and nothing was published\. /,
      );
      for (const part of [
        'policy.yaml:1: In the policy of this machine, `allow` must be',
        'policy.yaml:2: `nonsense` is not a key',
        'attach/codex.json is not JSON',
        'attach/x.txt is not named',
        'packages/empty: It has no HOOK.md',
        'packages/linked: ',
      ])
        expect(ended.stderr).toContain(part);
      expect(listTree(join(world.fleet, 'repository'))).toEqual(before);
    }));

  it('warns of a file in the repository that is not what was signed, and writes it again', () =>
    inWorld(async (world) => {
      const targets = join(world.fleet, 'repository/targets/all/packages/deny-rm');
      const [file = ''] = readdirSync(targets);
      writeFileSync(join(targets, file), 'damaged');
      const refreshed = await world.publish('--refresh');
      expect([refreshed.exit, refreshed.stderr]).toEqual([
        0,
        expect.stringMatching(
          /^Warning: all\/packages\/deny-rm\/\S+ in the repository is not what was signed\. Run `hooks fleet publish \S+ --ring all`/,
        ),
      ]);
      const again = await world.publish('--ring', 'all');
      expect([again.exit, again.stderr]).toEqual([0, '']);
      expect((await world.publish('--refresh')).stderr).toBe('');
    }));

  it('warns of an agent that no machine can attach for every user', () =>
    inWorld(async (world) => {
      const bin = join(world.dir, 'bin');
      mkdirSync(bin);
      symlinkSync(CLI, join(bin, 'hooks'));
      for (const agent of ['codex', 'cluade', 'opencode']) world.write(`attach/${agent}.json`, '{}');
      const env = { HOME: world.scratch.home, PATH: `${bin}:${dirname(process.execPath)}` };
      const { exit, stderr } = await world.run(['publish', world.fleet, '--ring', 'all'], { env });
      expect(exit).toBe(0);
      expect(stderr.match(/^Warning: attach\/.*$/gm)).toEqual([
        expect.stringContaining('attach/cluade.json: There is no agent "cluade".'),
        expect.stringContaining('attach/opencode.json: opencode has no settings file for that scope.'),
      ]);
    }));

  it('names what would keep a machine from running a hook, or loosen what it sends', () =>
    inWorld(async (world) => {
      world.write('config.yaml', 'eventLog: { payloads: nonee }\n');
      const front = '---\nevents: [PreToolUse]\nmatcher: Bash\ncommand: ./run.sh\n---\nx\n';
      for (const name of ['gone', 'plain']) world.write(`packages/${name}/HOOK.md`, front);
      world.write('packages/plain/run.sh', '#!/bin/sh\n', 0o644);
      const { exit, stderr } = await world.publish();
      expect(exit).toBe(1);
      for (const part of [
        'config.yaml:1: ',
        'The command ./run.sh is not in the package: there is no ',
        'The command ./run.sh is not executable: run `chmod +x ',
      ])
        expect(stderr).toContain(part);
    }));

  it('gives a ring exactly the release of another', () =>
    inWorld(async (world) => {
      world.write('policy.yaml', 'allow: once\n');
      expect((await world.publish('--ring', 'canary')).exit).toBe(0);
      world.write('policy.yaml', 'allow: timed\n');
      const given = await world.publish('--ring', 'all', '--promote', 'canary');
      expect(given.stdout).toMatch(/^release 2 of ring all: published/);
      expect((await world.pull()).stdout).toContain('placed   policy.yaml');
      expect(readFileSync(join(world.managed, 'policy.yaml'), 'utf8')).toBe('allow: once\n');
      expect((await world.publish('--ring', 'all', '--promote', 'canary')).stdout).toMatch(/: unchanged/);
    }));

  it('has a note of a pull that failed, until one succeeds', () =>
    inWorld(async (world) => {
      const file = join(world.managed, 'fleet/problem.json');
      expect(
        (await world.run(['pull', '--managed', world.managed, '--url', 'http://127.0.0.1:1/'])).exit,
      ).toBe(1);
      expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ code: 'RELEASE_UNREACHABLE' });
      expect((await world.pull()).exit).toBe(0);
      expect(existsSync(file)).toBe(false);
    }));

  it('warns about a required package that the release does not have', () =>
    inWorld(async (world) => {
      world.write('policy.yaml', `required: [{ name: x, digest: "sha256:${'0'.repeat(64)}" }]\n`);
      expect((await world.publish()).stderr).toMatch(/^Warning: policy.yaml requires x with sha256:0000/);
    }));

  it.each(['root', 'targets', 'snapshot', 'timestamp', 'all'])(
    'rotates the key of %s, and the old one is worth nothing',
    (role) =>
      inWorld(async (world) => {
        const old = mkdtempSync(join(world.dir, 'old-'));
        cpSync(join(world.fleet, 'keys'), old, { recursive: true });
        const rotated = JSON.parse(
          (await world.run(['rotate', world.fleet, '--role', role, '--json'])).stdout,
        );
        expect(rotated.destroy).toContain(`/${role}-${rotated.revoked.slice(0, 8)}.pem`);
        rmSync(rotated.destroy);
        expect((await world.pull()).exit).toBe(0);
        world.write('policy.yaml', 'allow: once\n');
        expect((await world.publish()).exit).toBe(0);
        expect((await world.pull()).stdout).toContain('placed   policy.yaml');
        // A machine that was offline follows the chain of roots.
        const offline = join(world.dir, 'offline');
        cpSync(model.managed, offline, { recursive: true });
        expect((await world.run(['pull', '--managed', offline, '--url', world.url])).exit).toBe(0);
        // With the new keys of all roles but this one.
        const forger = new Forger(world.fleet, old);
        const honest = new Forger(world.fleet);
        if (role === 'root') forger.write('root', () => {});
        else if (role === 'timestamp') forger.write('timestamp', () => {});
        else {
          const meta = forger.write(role, () => {});
          const snapshot =
            role === 'snapshot'
              ? meta
              : honest.write('snapshot', (signed) => {
                  signed.meta[`${role}.json`] = meta;
                });
          honest.write('timestamp', (signed) => {
            signed.meta['snapshot.json'] = snapshot;
          });
        }
        const before = listTree(world.managed);
        expect((await world.pull()).stderr).toMatch(
          new RegExp(
            `^RELEASE_SIGNATURE  .+: the ${role} metadata has valid signatures of 0 of the \\d keys\\.`,
          ),
        );
        expect(listTree(world.managed)).toEqual(before);
      }),
  );

  it('leaves a repository that machines accept wherever it is killed', () =>
    inWorld(async (world) => {
      world.write('policy.yaml', 'allow: once\n');
      world.write('packages/deny-rm/handler.sh', '#!/bin/sh\nexit 2\n', 0o755);
      const kills = await killEverywhere('/fleet/repository/', async (call) => {
        const copy = await makeWorld(world);
        try {
          const ended = await copy.run(['publish', copy.fleet, '--ring', 'all'], call);
          const pulled = await copy.pull();
          expect([pulled.exit, pulled.stderr]).toEqual([0, '']);
          expect((await copy.publish()).stdout).toMatch(/^release [23] of ring all/);
          return ended;
        } finally {
          copy.close();
        }
      });
      expect(kills).toBeGreaterThan(8);
    }));

  it('completes a killed rotation with the next publish', () =>
    inWorld(async (world) => {
      const kills = await killEverywhere('/fleet/', async (call) => {
        const copy = await makeWorld(world);
        try {
          const ended = await copy.run(['rotate', copy.fleet, '--role', 'root'], call);
          expect((await copy.publish()).exit).toBe(0);
          expect((await copy.pull()).stderr).toBe('');
          return ended;
        } finally {
          copy.close();
        }
      });
      expect(kills).toBeGreaterThan(5);
    }));

  it('takes turns with another one', () =>
    inWorld(async (world) => {
      world.write('policy.yaml', 'allow: once\n');
      const ends = await Promise.all([world.publish(), world.publish('--ring', 'canary'), world.publish()]);
      expect(ends.map(({ exit }) => exit)).toEqual([0, 0, 0]);
      expect(ends.map(({ stdout }) => stdout.split(':')[0])).toEqual([
        'release 2 of ring all',
        'release 1 of ring canary',
        'release 2 of ring all',
      ]);
      expect((await world.pull('--ring', 'canary')).exit).toBe(0);
      expect((await world.pull('--ring', 'all')).exit).toBe(0);
    }));

  it.each([
    [['init', 'fleet'], 1, 'FLEET_EXISTS'],
    [['init', 'fleet/fleet.json'], 1, 'FLEET_EXISTS'],
    [['init', 'new', '--ring', 'root'], 2, 'USAGE'],
    [['init', 'new', '--ring', '../x'], 2, 'USAGE'],
    [['init', 'new', '--threshold', '0'], 2, 'USAGE'],
    [['init', 'new', '--url', 'http://hooks.acme.example/'], 2, 'USAGE'],
    [['init', 'new', '--expires', 'rings=soon'], 2, 'USAGE'],
    [['publish', 'managed'], 1, 'FLEET_MISSING'],
    [['publish', 'fleet', '--ring', 'beta'], 2, 'USAGE'],
    [['publish', 'fleet', '--ring', 'all', '--promote', 'all'], 2, 'USAGE'],
    [['publish', 'fleet', '--keys', 'keys'], 1, 'FLEET_KEY'],
    [['rotate', 'fleet'], 2, 'USAGE'],
    [['rotate', 'fleet', '--role', 'beta'], 2, 'USAGE'],
    [['rotate', 'fleet', '--role', 'root', '--revoke', 'zz'], 2, 'USAGE'],
    [['status'], 2, 'NO_RECEIVER'],
    [['status', '--nats', 'nats://127.0.0.1:1'], 1, 'NATS_UNREACHABLE'],
  ])('rejects %j', (words, exit, code) =>
    inWorld(async (world) => {
      mkdirSync(join(world.dir, 'keys'));
      writeFileSync(join(world.dir, 'keys/root.pem'), 'no key');
      const before = listTree(world.dir);
      const ended = await world.run(words, { cwd: world.dir });
      expect([ended.exit, ended.stderr.split('  ')[0]]).toEqual([exit, code]);
      expect(existsSync(join(world.dir, 'new'))).toBe(false);
      expect(listTree(world.dir)).toEqual(before);
    }),
  );
});
