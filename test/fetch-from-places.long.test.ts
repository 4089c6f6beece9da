import { execFileSync } from 'node:child_process';
import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { contextOf, fetchFound, fetchSpec, resolveSpec } from './support/fetching.ts';
import { makeScratch, type Scratch } from './support/scratch.ts';
import { type Between, type Step, standBetween } from './support/stand-between.ts';
import { writeFiles } from './support/write-files.ts';

let scratch: Scratch;
let dir: string;
let stops: (() => Promise<void>)[] = [];

beforeEach(() => {
  scratch = makeScratch();
  dir = join(scratch.project, 'guards');
  mkdirSync(join(dir, 'sub'), { recursive: true });
  writeFileSync(join(dir, 'HOOK.md'), '---\nevents: [Stop]\ncommand: ./sub/run.sh\n---\n');
  writeFileSync(join(dir, 'sub', 'run.sh'), '#!/bin/sh\n', { mode: 0o700 });
});
afterEach(async () => {
  for (const stop of stops) await stop();
  stops = [];
  scratch.remove();
});

/** The tarball of the folder, as bytes. */
function tarball(...options: readonly string[]): Buffer {
  const path = join(scratch.dir, 'guards.tgz');
  execFileSync('tar', ['-czf', path, ...options, '-C', scratch.project, 'guards']);
  return readFileSync(path);
}

async function serve(step: Step): Promise<Between> {
  const between = await standBetween('http://127.0.0.1:9/', step);
  stops.push(between.stop);
  return between;
}

describe('a folder', () => {
  it.each(['./guards', 'file:guards', 'file:./guards/'])(
    'is copied by the spec %s, relative to where it was said',
    async (spec) => {
      const fetched = await fetchSpec(spec, scratch);
      expect(fetched).toMatchObject({ name: 'guards', resolved: dir, version: null, integrity: null });
      expect(readdirSync(fetched.dir, { recursive: true }).sort()).toEqual(['HOOK.md', 'sub', 'sub/run.sh']);
      expect(lstatSync(join(fetched.dir, 'sub/run.sh')).mode & 0o777).toBe(0o755);
    },
  );

  it('of the home is found by `~`', async () => {
    symlinkSync(dir, join(scratch.home, 'guards'));
    expect((await fetchSpec('~/guards', scratch)).resolved).toBe(dir);
  });

  it('is copied without what git keeps in it', async () => {
    mkdirSync(join(dir, '.git', 'hooks'), { recursive: true });
    writeFileSync(join(dir, '.git', 'hooks', 'post-checkout'), 'x');
    expect(readdirSync((await fetchSpec('./guards', scratch)).dir)).toEqual(['HOOK.md', 'sub']);
  });

  it('keeps its only folder, which is none that was put around it', async () => {
    rmSync(join(dir, 'HOOK.md'));
    expect(readdirSync((await fetchSpec('./guards', scratch)).dir)).toEqual(['sub']);
  });

  it('keeps links that stay inside, as links', async () => {
    symlinkSync('../HOOK.md', join(dir, 'sub', 'link'));
    expect(readlinkSync(join((await fetchSpec('./guards', scratch)).dir, 'sub', 'link'))).toBe('../HOOK.md');
  });

  it.each([
    ['a link that leaves it', () => symlinkSync('../../secret', join(dir, 'sub', 'link')), 'ARCHIVE_LINK'],
    ['a link to an absolute path', () => symlinkSync('/etc/passwd', join(dir, 'link')), 'ARCHIVE_LINK'],
    ['a named pipe', () => execFileSync('mkfifo', [join(dir, 'pipe')]), 'ARCHIVE_KIND'],
    ['a set-user-id file', () => writeFileSync(join(dir, 'suid'), '', { mode: 0o4755 }), 'ARCHIVE_MODE'],
    ['a repository in it', () => mkdirSync(join(dir, 'sub', '.git')), 'ARCHIVE_NAME'],
    ['names that differ in case', () => writeFileSync(join(dir, 'hook.md'), ''), 'ARCHIVE_TWIN'],
    ['a name with a line break', () => writeFileSync(join(dir, 'a\nb'), ''), 'ARCHIVE_NAME'],
    [
      'a name that is not UTF-8',
      () => writeFileSync(Buffer.concat([Buffer.from(`${dir}/a`), Buffer.from([0xff])]), ''),
      'ARCHIVE_NAME',
    ],
    [
      '2,001 files',
      () =>
        Array.from({ length: 2_000 }, (_, index) => linkSync(join(dir, 'HOOK.md'), join(dir, `f${index}`))),
      'PACKAGE_TOO_LARGE',
    ],
    [
      'more than 32 MB',
      () => writeFileSync(join(dir, 'big'), Buffer.alloc(33 * 1024 * 1024)),
      'PACKAGE_TOO_LARGE',
    ],
    ['17 levels', () => mkdirSync(join(dir, 'a/'.repeat(17)), { recursive: true }), 'ARCHIVE_NAME'],
    [
      'a package.json that is no JSON',
      () => writeFileSync(join(dir, 'package.json'), '{'),
      'PACK_UNREADABLE',
    ],
    [
      'a name that none may have',
      () => writeFileSync(join(dir, 'package.json'), '{"name":"../x"}'),
      'PACKAGE_NAMELESS',
    ],
  ])('is refused with %s', async (_, make, code) => {
    make();
    await expect(fetchSpec('./guards', scratch)).rejects.toMatchObject({ code });
  });

  it.each([
    ['that is not there', './gone', () => {}],
    ['that is a named pipe', './pipe', () => execFileSync('mkfifo', [join(scratch.project, 'pipe')])],
    ['that is a device', '/dev/zero', () => {}],
  ])('or file %s is refused, and not waited for', async (_, spec, make) => {
    make();
    await expect(fetchSpec(spec, scratch)).rejects.toMatchObject({ code: 'SOURCE_UNREADABLE' });
  });
});

describe('a large plugin', () => {
  beforeEach(() => {
    rmSync(join(dir, 'HOOK.md'));
    const command = 'node "$CLAUDE_PLUGIN_ROOT/sub/guard.js"';
    const files: Record<string, string> = {
      'hooks/hooks.json': JSON.stringify({ hooks: { Stop: [{ hooks: [{ type: 'command', command }] }] } }),
      'sub/guard.js': "require('picomatch')",
      'node_modules/picomatch/index.js': '',
    };
    for (let count = 0; count < 2_001; count++) files[`node_modules/other/${count}.js`] = '';
    writeFiles(dir, files);
    mkdirSync(join(dir, 'node_modules', 'a/'.repeat(20)), { recursive: true });
  });

  it.each(['./guards', '../guards.tgz'])('comes from %s as what its hooks need', async (spec) => {
    tarball('--exclude=a');
    const fetched = await fetchSpec(spec, scratch);
    expect(readdirSync(fetched.dir, { recursive: true }).sort()).toEqual([
      ...['hooks', 'hooks/hooks.json', 'node_modules', 'node_modules/picomatch'],
      ...['node_modules/picomatch/index.js', 'sub', 'sub/guard.js', 'sub/run.sh'],
    ]);
    expect(fetched.leftOut).toEqual([{ path: 'node_modules', files: 2_001, of: 2_002, bytes: 0 }]);
  });
});

describe('a tarball of this machine', () => {
  it('is unpacked, and its SHA-512 is recorded', async () => {
    tarball();
    const fetched = await fetchSpec('../guards.tgz', scratch);
    expect(fetched).toMatchObject({ name: 'guards', integrity: expect.stringMatching(/^sha512-/) });
    expect(readdirSync(fetched.dir)).toEqual(['HOOK.md', 'sub']);
  });

  it('is refused where it is not the one that was recorded', async () => {
    tarball();
    const fetched = await fetchSpec('../guards.tgz', scratch);
    writeFileSync(join(dir, 'HOOK.md'), 'other');
    tarball();
    await expect(fetchFound(fetched, scratch)).rejects.toMatchObject({ code: 'INTEGRITY_MISMATCH' });
  });

  it('whose name is none gets its name from its package.json', async () => {
    writeFileSync(join(dir, 'package.json'), '{"name":"@acme/guards","version":"1.2.3"}');
    tarball();
    expect(await fetchSpec('../guards.tgz', scratch)).toMatchObject({
      name: '@acme/guards',
      version: '1.2.3',
    });
  });
});

describe('a tarball at an address', () => {
  it('is unpacked, held to what was recorded, and asked for without credentials', async () => {
    let bytes = tarball();
    const { url, asked: requested } = await serve((_, response) => Boolean(response.end(bytes)));
    writeFileSync(join(scratch.home, '.npmrc'), `${url.slice(5)}:_authToken=secret\n`);
    const fetched = await fetchSpec(`${url}a/guards-1.0.0.tgz`, scratch);
    expect(fetched).toMatchObject({ name: 'guards-1.0.0', integrity: expect.stringMatching(/^sha512-/) });
    expect(requested).toEqual([{ path: '/a/guards-1.0.0.tgz', authorization: undefined }]);
    writeFileSync(join(dir, 'HOOK.md'), 'other');
    bytes = tarball();
    await expect(fetchFound(fetched, scratch)).rejects.toMatchObject({ code: 'INTEGRITY_MISMATCH' });
  });

  it('is followed to another address of this machine, for it began there', async () => {
    const bytes = tarball();
    const behind = await serve((_, response) => Boolean(response.end(bytes)));
    const { url } = await serve((_, response) =>
      Boolean(response.writeHead(307, { location: `${behind.url}x.tgz` }).end()),
    );
    expect((await fetchSpec(`${url}guards.tgz`, scratch)).name).toBe('guards');
  });

  it.each([
    ['to http of another machine', 'http://example.com/x.tgz'],
    ['to another protocol', 'file:///etc/passwd'],
    ['with a password', 'http://a:b@127.0.0.1/x.tgz'],
    ['out of this machine', 'https://example.com/x.tgz'],
  ])('is not followed %s', async (_, location) => {
    const { url } = await serve((__, response) => Boolean(response.writeHead(302, { location }).end()));
    await expect(fetchSpec(`${url}x.tgz`, scratch)).rejects.toMatchObject({
      code: 'SOURCE_UNREACHABLE',
      message: expect.stringContaining('redirects'),
    });
  });

  it.each([
    [404, 'SOURCE_UNREACHABLE'],
    [500, 'SOURCE_UNREACHABLE'],
    [206, 'SOURCE_UNREACHABLE'],
    [200, 'ARCHIVE_DAMAGED'],
  ])('is refused where the answer is a page with status %i', async (status, code) => {
    const { url } = await serve((_, response) =>
      Boolean(response.writeHead(status).end('<!doctype html>'.repeat(50))),
    );
    await expect(fetchSpec(`${url}x.tgz`, scratch)).rejects.toMatchObject({ code });
  });

  it('is refused where its name is none, as the text behind `?` is not', async () => {
    const bytes = tarball();
    const { url } = await serve((_, response) => Boolean(response.end(bytes)));
    await expect(fetchSpec(`${url}?file=x.tgz`, scratch)).rejects.toMatchObject({ code: 'PACKAGE_NAMELESS' });
  });

  it('is not shown with what stands behind `?`, which may be a key', async () => {
    const { url } = await serve((_, response) => Boolean(response.writeHead(403).end()));
    await expect(fetchSpec(`${url}x.tgz?key=secret`, scratch)).rejects.toThrow(
      expect.not.stringContaining('secret'),
    );
  });

  it('comes over TLS that is checked, unless the certificate is the one that npm is told', async () => {
    const [key, certificate] = [join(scratch.dir, 'key.pem'), join(scratch.dir, 'cert.pem')];
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
    execFileSync(
      'openssl',
      ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', certificate, ...subject],
      { stdio: 'pipe' },
    );
    const bytes = tarball();
    const server = createTlsServer(
      { key: readFileSync(key), cert: readFileSync(certificate) },
      (request, response) =>
        request.url === '/away'
          ? response.writeHead(302, { location: 'https://example.com/' }).end()
          : response.end(bytes),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    stops.push(async () => void server.close());
    const spec = `https://localhost:${(server.address() as AddressInfo).port}/guards.tgz`;
    await expect(fetchSpec(spec, scratch)).rejects.toMatchObject({
      code: 'SOURCE_UNREACHABLE',
      message: expect.stringContaining('self'),
    });
    writeFileSync(join(scratch.home, '.npmrc'), `cafile=${certificate}\n`);
    expect((await fetchSpec(spec, scratch)).name).toBe('guards');
    await expect(fetchSpec(spec.replace('guards.tgz', 'away'), scratch)).rejects.toMatchObject({
      message: expect.stringContaining('redirects to https://example.com'),
    });
    writeFileSync(join(scratch.home, '.npmrc'), 'strict-ssl=false\n');
    expect((await fetchSpec(spec, scratch)).name).toBe('guards');
  });

  it('is resolved without asking for anything', async () => {
    const { url, asked: invoked } = await serve((_, response) => Boolean(response.end()));
    expect((await resolveSpec(`${url}x.tgz`, contextOf(scratch))).resolved).toBe(`${url}x.tgz`);
    expect(invoked).toEqual([]);
    expect(existsSync(join(scratch.dir, 'stages'))).toBe(false);
  });
});
