import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { writeInstallable } from './support/installable.ts';
import { type Registry, startRegistry } from './support/registry.ts';
import { CLI, runHooks } from './support/run-hooks.ts';
import { makeScratch, type Scratch } from './support/scratch.ts';

const hasNamespaces = spawnSync('unshare', ['-rm', 'true']).status === 0;
let packages: Scratch;
let scratch: Scratch;
let registry: Registry;
beforeAll(async () => {
  packages = makeScratch();
  registry = await startRegistry();
  for (const name of ['@acme/guard', '@evil/guard']) {
    const dir = join(packages.dir, name);
    mkdirSync(dir, { recursive: true });
    writeFileSync(join(dir, 'package.json'), JSON.stringify({ name, version: '1.0.0' }));
    writeFileSync(join(dir, 'HOOK.md'), `---\nevents: [Stop]\ncommand: [echo, "${name}"]\n---\n`);
    await registry.publish(dir);
    await registry.publish(dir, '2.0.0');
  }
}, 60_000);
afterAll(async () => {
  await registry.stop();
  packages.remove();
});
beforeEach(() => {
  scratch = makeScratch();
  writeFileSync(join(scratch.home, '.npmrc'), registry.npmrc);
});
afterEach(() => scratch.remove());

/** `hooks …` on a machine with this policy: in a mount namespace of its own, another folder stands for /etc. */
function managed(policy: string, ...words: readonly string[]): Promise<string> {
  const etc = join(scratch.dir, 'etc');
  mkdirSync(join(etc, 'hookmd'), { recursive: true });
  writeFileSync(join(etc, 'hookmd/policy.yaml'), policy);
  const places = ['--home', scratch.home, '--project', scratch.project, '--json'];
  const inside = ['sh', '-c', 'mount --bind "$0" /etc && exec "$@"', etc];
  const child = spawn('unshare', ['-rm', ...inside, process.execPath, CLI, ...words, ...places], {
    cwd: scratch.project,
    // What npm is configured with on this machine may name files of the other /etc.
    env: { HOME: scratch.home, PATH: process.env['PATH'] ?? '', NPM_CONFIG_GLOBALCONFIG: '/dev/null' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString('utf8');
  });
  return new Promise((resolve) => {
    child.on('close', () => {
      const { code = 'fine', message = '', sources = [] } = JSON.parse(output);
      const problems = (sources as { problem: string | null }[]).map(({ problem }) => problem ?? '');
      resolve([code, message, ...problems].join(' ').trim());
    });
  });
}

function changeLock(change: (locked: Record<string, unknown>) => void): void {
  const path = join(scratch.project, '.hookmd/hooks.lock');
  const lock = JSON.parse(readFileSync(path, 'utf8'));
  for (const locked of Object.values(lock.packages)) change(locked as Record<string, unknown>);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, JSON.stringify(lock));
}

it
  .skipIf(!hasNamespaces)
  .each([
    'github:evil/guard#v1',
    'evil/guard#v1',
    'https://github.com/evil/guard/tree/v1',
    'git:https://github.com/evil/guard.git#v1',
  ])('a repository of GitHub is held to its one form, however it is spelled: %s', async (spec) => {
  const policy = "sources: { allow: ['git:https://github.com/acme/*', 'https:', 'file:'] }";
  expect(await managed(policy, 'install', spec, '--yes')).toMatch(
    /^SOURCE_DENIED .* does not allow git:https:\/\/github\.com\/evil\/guard\.git#v1;/,
  );
});

it.skipIf(!hasNamespaces)(
  'a source that the policy does not allow is neither added nor searched',
  async () => {
    const policy = "sources: { allow: ['npm:@acme/*'] }";
    const denied = 'does not allow git:https://github.com/evil/market.git; it allows npm:@acme/*.';
    const added = await managed(policy, 'source', 'add', 'evil/market');
    expect(added).toMatch(/^SOURCE_DENIED /);
    expect(added).toContain(denied);
    mkdirSync(join(scratch.home, '.hookmd'));
    writeFileSync(join(scratch.home, '.hookmd/config.yaml'), 'sources: { evil: evil/market }\n');
    expect(await managed(policy, 'search', 'guard')).toContain(denied);
  },
);

it.skipIf(!hasNamespaces)('a marketplace leads to no source that the policy does not allow', async () => {
  const market = join(scratch.dir, 'market');
  mkdirSync(join(market, '.claude-plugin'), { recursive: true });
  // The registry does not have it: to ask for it would be another error.
  const source = { source: 'npm', package: '@evil/nowhere' };
  const plugins = [{ name: 'guard', source, hooks: {} }];
  writeFileSync(join(market, '.claude-plugin/marketplace.json'), JSON.stringify({ name: 'market', plugins }));
  const policy = "sources: { allow: ['npm:@acme/*', 'file:'] }";
  expect(await managed(policy, 'install', `${market}#plugin:guard`, '--yes')).toMatch(
    /^SOURCE_DENIED .* does not allow npm:@evil\/nowhere;/,
  );
});

const ofAcme = "sources: { allow: ['npm:@acme/*'] }";

it.skipIf(!hasNamespaces)(
  'a range that reads like an allowed version is held to what it stands for',
  async () => {
    const policy = "sources: { allow: ['npm:@acme/guard@1.*'] }";
    expect(await managed(policy, 'install', 'npm:@acme/guard@1.0.0 || 2', '--yes')).toMatch(
      /^SOURCE_DENIED .* does not allow npm:@acme\/guard@2\.0\.0;/,
    );
    expect(await managed(policy, 'install', 'npm:@acme/guard@1.0.0', '--yes')).toBe('fine');
  },
);

it.skipIf(!hasNamespaces)(
  'a lock cannot bring the release of one package under the name of another',
  async () => {
    // As its author may: the registry does not look into a tarball, and this one says that it is @acme/guard.
    const dir = join(packages.dir, 'confused');
    mkdirSync(dir, { recursive: true });
    writeFileSync(join(dir, 'HOOK.md'), '---\nevents: [Stop]\ncommand: [echo, evil]\n---\n');
    writeFileSync(join(dir, 'package.json'), '{"name":"@acme/guard","version":"1.0.0"}');
    const item = await startRegistry();
    try {
      await item.publish(dir);
      writeFileSync(join(scratch.home, '.npmrc'), item.npmrc);
      expect(
        (await runHooks(scratch, ['install', 'npm:@acme/guard', '--scope', 'project', '--yes'])).exit,
      ).toBe(0);
      let evil = Buffer.alloc(0);
      item.tamper('@acme/guard', '1.0.0', (bytes) => {
        evil = Buffer.from(bytes);
        return bytes;
      });
      registry.tamper('@evil/guard', '1.0.0', () => evil);
    } finally {
      await item.stop();
    }
    writeFileSync(join(scratch.home, '.npmrc'), registry.npmrc);
    changeLock((locked) => {
      locked['resolved'] = `${registry.url}@evil/guard/-/guard-1.0.0.tgz`;
    });
    writeFileSync(join(scratch.project, '.hookmd/hooks/guard/HOOK.md'), 'other');
    expect(await managed(ofAcme, 'install', '--yes')).toMatch(
      /^LOCK_DIFFERS .* different content for npm:@acme\/guard@1\.0\.0/,
    );
  },
);

it.skipIf(!hasNamespaces)('a lock cannot bring an allowed package in a version that is not', async () => {
  expect(
    (await runHooks(scratch, ['install', 'npm:@acme/guard@2.0.0', '--scope', 'project', '--yes'])).exit,
  ).toBe(0);
  changeLock((locked) => {
    locked['spec'] = 'npm:@acme/guard@1.0.0';
  });
  writeFileSync(join(scratch.project, '.hookmd/hooks/guard/HOOK.md'), 'other');
  const policy = "sources: { allow: ['npm:@acme/guard@1.*'] }";
  expect(await managed(policy, 'install', '--yes')).toMatch(
    /^SOURCE_DENIED .* does not allow npm:@acme\/guard@2\.0\.0;/,
  );
});

it('a lock of a repository leads to no folder outside of it, by a link or by an update', async () => {
  const from = writeInstallable(scratch, { version: '1.0.0' });
  expect((await runHooks(scratch, ['install', from, '--scope', 'project', '--yes'])).exit).toBe(0);
  writeFileSync(join(scratch.project, '.hookmd/hooks/guard/HOOK.md'), 'other');
  symlinkSync(from, join(scratch.project, 'vendor'));
  const code = async (...words: readonly string[]): Promise<string> =>
    JSON.parse((await runHooks(scratch, [...words, '--yes', '--json'])).stdout).code;
  expect(await code('update')).toBe('LOCK_OUTSIDE');
  for (const [spec, resolved] of [
    ['file:./vendor', './vendor'],
    ['file:~/../from/guard', './vendor'],
  ]) {
    changeLock((locked) => Object.assign(locked, { spec, resolved }));
    expect([await code('install'), await code('update')]).toEqual(['LOCK_OUTSIDE', 'LOCK_OUTSIDE']);
  }
  const { stdout } = await runHooks(scratch, ['outdated', '--json']);
  expect(stdout).toContain('outside the project');
});

it('a lock calls no package of the registry, and no URL, otherwise than it is', async () => {
  const code = async (...words: readonly string[]): Promise<string> =>
    JSON.parse((await runHooks(scratch, [...words, '--yes', '--json'])).stdout).code;
  expect((await runHooks(scratch, ['install', 'npm:@evil/guard', '--scope', 'project', '--yes'])).exit).toBe(
    0,
  );
  const path = join(scratch.project, '.hookmd/hooks.lock');
  writeFileSync(path, readFileSync(path, 'utf8').replace('"@evil/guard": {', '"@acme/guard": {'));
  writeFileSync(join(scratch.project, '.hookmd/hooks/guard/HOOK.md'), 'other');
  expect([await code('install'), await code('update')]).toEqual(['LOCK_DIFFERS', 'LOCK_DIFFERS']);
  const evil = `${registry.url}@evil/guard/-/guard-1.0.0.tgz`;
  changeLock((locked) =>
    Object.assign(locked, { spec: `https://acme.example/guard.tgz?${evil}`, resolved: evil }),
  );
  expect(await code('install')).toBe('LOCK_DIFFERS');
});
