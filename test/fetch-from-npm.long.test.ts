import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { contextOf, fetchFound, fetchSpec, resolveSpec } from './support/fetching.ts';
import { type Registry, startRegistry } from './support/registry.ts';
import { makeScratch, type Scratch } from './support/scratch.ts';
import { type Between, type Step, standBetween } from './support/stand-between.ts';

const DAY_MS = 24 * 3_600_000;
let scratch: Scratch;
let registry: Registry;
let between: Between | null = null;
/** What anything executed would write. */
let canary: string;

function writePackage(name: string, keys: Readonly<Record<string, unknown>> = {}): string {
  const dir = join(scratch.dir, 'packages', name);
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, 'package.json'), JSON.stringify({ name, version: '1.0.0', ...keys }));
  writeFileSync(join(dir, 'HOOK.md'), '---\nevents: [Stop]\ncommand: ./run.sh\n---\n');
  writeFileSync(join(dir, 'run.sh'), `#!/bin/sh\ntouch ${canary}\n`, { mode: 0o755 });
  return dir;
}

function useNpmrc(text: string): void {
  writeFileSync(join(scratch.home, '.npmrc'), text);
}

/** From now on npm's registry is a server before the real one. */
async function meet(step: Step): Promise<Between> {
  between = await standBetween(registry.url, step);
  useNpmrc(`registry=${between.url}\n${between.url.slice('http:'.length)}:_authToken=${registry.token}\n`);
  return between;
}

beforeAll(async () => {
  scratch = makeScratch();
  canary = join(scratch.dir, 'canary');
  registry = await startRegistry();
  const guards = writePackage('@acme/guards', {
    scripts: {
      preinstall: `touch ${canary}`,
      install: `touch ${canary}`,
      postinstall: `touch ${canary}`,
      prepare: `touch ${canary}`,
    },
    dependencies: { 'left-pad': '1.0.0' },
  });
  await registry.publish(guards);
  writeFileSync(join(guards, 'new.txt'), 'new');
  await registry.publish(guards, '1.1.0');
  await registry.publish(guards, '2.0.0', { at: new Date().toISOString(), tag: 'next' });
  await registry.publish(writePackage('@private/guards'));
}, 60_000);
afterAll(async () => {
  await registry.stop();
  scratch.remove();
});
beforeEach(() => useNpmrc(registry.npmrc));
afterEach(async () => {
  await between?.stop();
  between = null;
  expect(existsSync(canary)).toBe(false);
});

describe('a package of the registry', () => {
  it('is the version that npm would choose, with its date and publisher', async () => {
    const found = await resolveSpec('npm:@acme/guards@^1.0.0', contextOf(scratch));
    expect(found).toMatchObject({
      resolved: `${registry.url}@acme/guards/-/guards-1.1.0.tgz`,
      version: '1.1.0',
      integrity: expect.stringMatching(/^sha512-/),
      publisher: 'tester',
      publishedAt: expect.stringMatching(/^\d{4}-/),
      notices: [],
    });
  });

  it('is written as it was packed, without its outer folder; no script runs and nothing it depends on comes', async () => {
    const fetched = await fetchSpec('npm:@acme/guards@1.0.0', scratch);
    expect(fetched).toMatchObject({ name: '@acme/guards', version: '1.0.0' });
    expect(readdirSync(fetched.dir).sort()).toEqual(['HOOK.md', 'package.json', 'run.sh']);
    expect(readFileSync(join(fetched.dir, 'run.sh'), 'utf8')).toContain('#!/bin/sh');
  });

  it('is the recorded version where the registry has a newer one', async () => {
    const found = await resolveSpec('npm:@acme/guards@1.0.0', contextOf(scratch));
    const recorded = { ...found, spec: 'npm:@acme/guards@^1' };
    const fetched = await fetchFound(recorded, scratch);
    expect(fetched.version).toBe('1.0.0');
  });

  it.each([
    ['npm:@acme/guards@next', 0, '2.0.0'],
    ['npm:@acme/guards@>=1', 0, '1.1.0'],
    ['npm:@acme/guards@>=1', DAY_MS, '1.1.0'],
    ['npm:@acme/guards@>=2', 0, '2.0.0'],
  ])('%s, of those that are older than %i ms, is %s', async (spec, minReleaseAgeMs, version) => {
    // The tag `latest` was set by what was published last without another one.
    expect((await resolveSpec(spec, contextOf(scratch, { minReleaseAgeMs }))).version).toBe(version);
  });

  it.each(['npm:@acme/guards@2.0.0', 'npm:@acme/guards@^2'])(
    '%s is refused while it is too new',
    async (spec) => {
      await expect(
        resolveSpec(spec, contextOf(scratch, { minReleaseAgeMs: 3 * DAY_MS })),
      ).rejects.toMatchObject({
        code: 'RELEASE_TOO_NEW',
        message: expect.stringMatching(/npm:@acme\/guards@2\.0\.0 was published on .*3 days/),
      });
    },
  );

  it('is refused where nobody says how old it is, unless that does not matter', async () => {
    await registry.publish(writePackage('undated'));
    registry.edit('undated', ({ time }) => delete time['1.0.0']);
    await expect(resolveSpec('npm:undated', contextOf(scratch))).rejects.toMatchObject({
      code: 'RELEASE_TOO_NEW',
      message: expect.stringContaining('no date'),
    });
    expect((await resolveSpec('npm:undated', contextOf(scratch, { minReleaseAgeMs: 0 }))).version).toBe(
      '1.0.0',
    );
  });

  it('that is deprecated, or whose name is nearly one that is there, says so', async () => {
    await registry.publish(writePackage('old-guard'), undefined, {
      keys: { deprecated: 'use \u001b[31mother' },
    });
    const found = await resolveSpec(
      'npm:old-guard',
      contextOf(scratch, { knownNames: ['old-gaurd', 'older'] }),
    );
    expect(found.notices.map(({ code }) => code)).toEqual(['RELEASE_DEPRECATED', 'NAME_CONFUSING']);
    expect(found.notices[0]?.message).not.toContain('\u001b');
  });

  it.each([
    ['npm:no-such-package', /^Check the name .* For a private package, run `npm login --registry http/],
    ['npm:@acme/guards@^9', /^Choose one of `npm view @acme\/guards versions dist-tags`/],
    ['npm:@acme/guards@no-such-tag', /^Choose one of `npm view @acme\/guards versions dist-tags`/],
  ])('%s is not found, with what finds it', async (spec, remedy) => {
    const rejected = { code: 'VERSION_NOT_FOUND', remedy: expect.stringMatching(remedy) };
    await expect(resolveSpec(spec, contextOf(scratch))).rejects.toMatchObject(rejected);
  });
});

describe('bytes that are not those of the release are refused', () => {
  it('where somebody changed the tarball', async () => {
    await registry.publish(writePackage('tampered'));
    registry.tamper('tampered', '1.0.0', (bytes) => {
      bytes[bytes.length - 9] = (bytes[bytes.length - 9] ?? 0) ^ 1;
      return bytes;
    });
    await expect(fetchSpec('npm:tampered', scratch)).rejects.toMatchObject({ code: 'INTEGRITY_MISMATCH' });
  });

  it('where the registry says another SHA-512', async () => {
    await registry.publish(writePackage('wrong'));
    registry.edit('wrong', ({ versions }) => {
      const dist = versions['1.0.0']?.dist;
      if (dist) dist.integrity = `sha512-${createHash('sha512').update('other').digest('base64')}`;
    });
    await expect(fetchSpec('npm:wrong', scratch)).rejects.toMatchObject({ code: 'INTEGRITY_MISMATCH' });
  });

  it.each([
    ['none', undefined],
    ['a weaker one', `sha1-${createHash('sha1').update('x').digest('base64')}`],
    ['two of them', `sha512-${'A'.repeat(86)}== sha512-${'B'.repeat(86)}==`],
    ['one that is cut off', 'sha512-AAAA'],
  ])('where the registry has %s', async (_, integrity) => {
    await registry.publish(
      writePackage('weak'),
      `1.0.${Date.now() % 100_000}${Math.floor(performance.now())}`,
    );
    registry.edit('weak', ({ versions }) => {
      for (const item of Object.values(versions)) {
        if (integrity === undefined) delete item.dist.integrity;
        else item.dist.integrity = integrity;
      }
    });
    await expect(fetchSpec('npm:weak', scratch)).rejects.toMatchObject({
      code: 'REGISTRY_RESPONSE',
      message: expect.stringContaining('SHA-512'),
    });
  });

  it('where the lock recorded others, or none', async () => {
    const found = await resolveSpec('npm:@acme/guards@1.0.0', contextOf(scratch));
    for (const [integrity, code] of [
      [`sha512-${'A'.repeat(86)}==`, 'INTEGRITY_MISMATCH'],
      [null, 'REGISTRY_RESPONSE'],
    ] as const)
      await expect(fetchFound({ ...found, integrity }, scratch)).rejects.toMatchObject({ code });
  });

  it('where the lock recorded another version or package', async () => {
    const found = await resolveSpec('npm:@acme/guards@1.0.0', contextOf(scratch));
    for (const entry of [{ version: '1.1.0' }, { spec: 'npm:@private/guards@1.0.0' }])
      await expect(fetchFound({ ...found, ...entry }, scratch)).rejects.toMatchObject({
        code: 'INTEGRITY_MISMATCH',
      });
  });

  it('where the package inside is another one', async () => {
    const response = await fetch(`${registry.url}@acme/guards/-/guards-1.0.0.tgz`);
    const bytes = Buffer.from(await response.arrayBuffer());
    await registry.publish(writePackage('impostor'));
    registry.tamper('impostor', '1.0.0', () => bytes);
    registry.edit('impostor', ({ versions }) => {
      const dist = versions['1.0.0']?.dist;
      if (dist) dist.integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
    });
    await expect(fetchSpec('npm:impostor', scratch)).rejects.toMatchObject({
      code: 'REGISTRY_RESPONSE',
      message: expect.stringContaining('@acme/guards@1.0.0 by its package.json'),
    });
  });
});

describe('a registry that fails', () => {
  const isTarball = (url: string | undefined): boolean => url?.endsWith('.tgz') === true;

  it('in the middle of a download leaves nothing', async () => {
    const { url } = await meet((incoming, response) => {
      if (!isTarball(incoming.url)) return false;
      response.writeHead(200, { 'content-length': '1000' });
      response.write('x'.repeat(400), () => response.destroy());
      return true;
    });
    await expect(fetchSpec('npm:@acme/guards@1.0.0', scratch)).rejects.toMatchObject({
      code: 'SOURCE_UNREACHABLE',
      message: expect.stringContaining(url),
    });
  });

  it.each([
    ['never answers', () => true],
    [
      'answers a byte and no more',
      (_: unknown, response: { write(text: string): unknown }) => Boolean(response.write('x')) || true,
    ],
  ] as const)('because it %s is waited for until the deadline', async (_, step) => {
    await meet(step as Step);
    await expect(fetchSpec('npm:@acme/guards@1.0.0', scratch, { timeoutMs: 300 })).rejects.toMatchObject({
      code: 'SOURCE_UNREACHABLE',
      message: expect.stringContaining('longer than 0.3 s'),
    });
  });

  it('is not waited for by a person who interrupts', async () => {
    const controller = new AbortController();
    await meet(() => {
      controller.abort(new Error('interrupted'));
      return true;
    });
    await expect(fetchSpec('npm:@acme/guards', scratch, { signal: controller.signal })).rejects.toThrow(
      'interrupted',
    );
  });

  it('that never ends a tarball is cut off', async () => {
    await meet((incoming, response) => {
      if (!isTarball(incoming.url)) return false;
      const more = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(1024 * 1024)));
      };
      response.on('drain', more);
      more();
      return true;
    });
    await expect(fetchSpec('npm:@acme/guards@1.0.0', scratch)).rejects.toMatchObject({
      code: 'PACKAGE_TOO_LARGE',
    });
  });

  it.each([
    ['is no JSON', 'no', /JSON/],
    ['is of another package', '{"name":"other","versions":{}}', /another package/],
    [
      'has versions that are none',
      '{"name":"@acme/guards","versions":{"1.0.0":7},"dist-tags":{"latest":"1.0.0"}}',
      /no @?|SHA-512|registry has no/,
    ],
    [
      'has a version without a tarball',
      '{"name":"@acme/guards","versions":{"1.0.0":{"version":"1.0.0"}},"dist-tags":{"latest":"1.0.0"}}',
      /no SHA-512/,
    ],
  ])('because what it says %s is refused', async (_, body, message) => {
    await meet((__, response) => Boolean(response.end(body)));
    await expect(fetchSpec('npm:@acme/guards', scratch, { minReleaseAgeMs: 0 })).rejects.toThrow(message);
  });
});

describe('a registry that sends elsewhere', () => {
  it('with what it says of a package is followed without the token', async () => {
    const storage = await standBetween(registry.url, () => false);
    await meet((incoming, response) =>
      incoming.url === '/@acme%2fguards'
        ? Boolean(response.writeHead(302, { location: `${elsewhere(storage)}@acme%2fguards` }).end())
        : false,
    );
    await resolveSpec('npm:@acme/guards', contextOf(scratch)).catch(() => {});
    await storage.stop();
    expect(storage.asked.map(({ authorization }) => authorization)).toEqual([undefined]);
  });

  it('with the address of a tarball on another host is refused', async () => {
    await registry.publish(writePackage('elsewhere'));
    await meet((_, response) => {
      const dist = { tarball: 'https://evil.example/x.tgz', integrity: `sha512-${'A'.repeat(86)}==` };
      return Boolean(
        response.end(
          JSON.stringify({
            name: 'elsewhere',
            versions: { '1.0.0': { version: '1.0.0', dist } },
            'dist-tags': { latest: '1.0.0' },
          }),
        ),
      );
    });
    await expect(fetchSpec('npm:elsewhere', scratch, { minReleaseAgeMs: 0 })).rejects.toMatchObject({
      code: 'REGISTRY_RESPONSE',
      message: expect.stringContaining('https://evil.example'),
    });
  });

  it('for a tarball is followed without the token, and its bytes are held to the release', async () => {
    const storage = await standBetween(registry.url, () => false);
    const front = await meet((incoming, response) => {
      if (!isStored(incoming.url)) return false;
      response.writeHead(302, { location: new URL(incoming.url ?? '', elsewhere(storage)).href }).end();
      return true;
    });
    const fetched = await fetchSpec('npm:@acme/guards@1.0.0', scratch).finally(() => storage.stop());
    expect(fetched.version).toBe('1.0.0');
    expect(new Set(front.asked.map(({ authorization }) => authorization))).toEqual(
      new Set([`Bearer ${registry.token}`]),
    );
    expect(storage.asked.map(({ authorization }) => authorization)).toEqual([undefined]);
  });

  it('round and round is given up', async () => {
    await meet((incoming, response) => Boolean(response.writeHead(302, { location: incoming.url }).end()));
    await expect(fetchSpec('npm:@acme/guards', scratch)).rejects.toMatchObject({
      code: 'SOURCE_UNREACHABLE',
    });
  });

  /** npm sends a token to every port of a host. */
  const elsewhere = ({ url }: Between): string => url.replace('127.0.0.1', 'localhost');
  const isStored = (url: string | undefined): boolean => url?.endsWith('.tgz') === true;
});

describe('the settings of npm', () => {
  const isPrivate = 'npm:@private/guards';

  it('give the token to the registry that they name it for', async () => {
    expect((await fetchSpec(isPrivate, scratch)).name).toBe('@private/guards');
    useNpmrc(`registry=${registry.url}\n`);
    await expect(fetchSpec(isPrivate, scratch)).rejects.toMatchObject({
      code: 'SOURCE_UNREACHABLE',
      remedy: expect.stringContaining('npm login'),
    });
  });

  it('may take the token out of a variable', async () => {
    useNpmrc(`registry=${registry.url}\n${registry.url.slice(5)}:_authToken=\${REGISTRY_TOKEN}\n`);
    const environment = { REGISTRY_TOKEN: registry.token };
    expect((await fetchSpec(isPrivate, scratch, { environment })).name).toBe('@private/guards');
  });

  it('may name a registry for one scope', async () => {
    useNpmrc(`registry=http://127.0.0.1:9/\n@acme:registry=${registry.url}\n`);
    expect((await fetchSpec('npm:@acme/guards', scratch)).name).toBe('@acme/guards');
  });

  it.each([
    ['of the machine', (path: string) => ({ NPM_CONFIG_GLOBALCONFIG: path })],
    ['of the user at another place', (path: string) => ({ NPM_CONFIG_USERCONFIG: path })],
  ])('are read out of the file %s', async (_, environment) => {
    rmSync(join(scratch.home, '.npmrc'));
    const path = join(scratch.dir, 'other-npmrc');
    writeFileSync(path, registry.npmrc);
    expect((await fetchSpec(isPrivate, scratch, { environment: environment(path) })).name).toBe(
      '@private/guards',
    );
  });

  it('are not read out of the project, nor out of what npm sets from there', async () => {
    const evil = await standBetween(registry.url, () => false);
    writeFileSync(join(scratch.project, '.npmrc'), `registry=${evil.url}\n@private:registry=${evil.url}\n`);
    const environment = { npm_config_registry: evil.url };
    await fetchSpec(isPrivate, scratch, { environment }).finally(() => evil.stop());
    expect(evil.asked).toEqual([]);
  });

  it.each(['http://registry.example/', 'https://user:secret@registry.example/', 'file:///etc'])(
    'with the registry %s are refused',
    async (url) => {
      useNpmrc(`registry=${url}\n`);
      const rejected = expect.objectContaining({
        code: 'REGISTRY_SETTINGS',
        message: expect.not.stringContaining('secret'),
      });
      await expect(fetchSpec('npm:@acme/guards', scratch)).rejects.toEqual(rejected);
    },
  );

  it('need npm', async () => {
    await expect(
      fetchSpec('npm:@acme/guards', scratch, { environment: { PATH: scratch.log } }),
    ).rejects.toMatchObject({ code: 'NPM_MISSING', remedy: expect.stringContaining('git repository') });
  });
});
