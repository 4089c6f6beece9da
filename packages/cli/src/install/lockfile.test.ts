import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  changeLockfile,
  type LockedPackage,
  readLockfile,
  readLockfileIfPresent,
  rejectUnreadable,
} from './lockfile.ts';

let dir: string;
let path: string;
let stage: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'hookmd-lock-'));
  path = join(dir, 'hooks.lock');
  stage = join(dir, '.install-x');
  mkdirSync(stage);
});
afterEach(() => rmSync(dir, { recursive: true }));

const digest = `sha256:${'a'.repeat(64)}`;
const guards: LockedPackage = {
  spec: 'npm:@acme/guards@^1',
  resolved: 'https://registry.example/guards-1.2.0.tgz',
  version: '1.2.0',
  integrity: 'sha512-x',
  commit: null,
  hooks: { b: { path: 'b', digest }, a: { path: 'deep/a', digest } },
};
const written = (change: object): string =>
  JSON.stringify({ lockfileVersion: 1, packages: { guards: { ...guards, ...change } } }, null, 2);
const problemOf = (text: string | Buffer): string => {
  writeFileSync(path, text);
  try {
    readLockfile(path);
    return 'none';
  } catch (error) {
    const { code, message } = error as { code: string; message: string };
    return `${code} ${message.replace(path, 'LOCK')}`;
  }
};

describe('hooks.lock', () => {
  it('comes back as it was written, with sorted keys, and is written only where something changes', () => {
    changeLockfile(path, { z: guards, '@acme/guards': guards }, stage);
    const text = readFileSync(path, 'utf8');
    expect(readLockfile(path)).toEqual({
      lockfileVersion: 1,
      packages: { '@acme/guards': guards, z: guards },
    });
    const keys = [...text.matchAll(/^ *"([^"]+)":/gm)].map(([, key]) => key);
    const ofOne = ['commit', 'hooks', 'a', 'digest', 'path', 'b', 'digest', 'path', 'integrity', 'resolved'];
    const item = [...ofOne, 'spec', 'version'];
    expect(keys).toEqual(['lockfileVersion', 'packages', '@acme/guards', ...item, 'z', ...item]);
    expect(text.endsWith('}\n') && !text.includes('\r')).toBe(true);
    changeLockfile(path, { z: guards }, stage);
    expect(readFileSync(path, 'utf8')).toBe(text);
    expect(readdirSync(dir).sort()).toEqual(['.install-x', 'hooks.lock']);
  });

  it('goes with its last package', () => {
    expect(readLockfileIfPresent(path)).toBe(null);
    changeLockfile(path, { z: guards }, stage);
    changeLockfile(path, { z: null }, stage);
    expect(readLockfileIfPresent(path)).toBe(null);
    changeLockfile(path, { z: null }, stage);
    expect(readdirSync(dir)).toEqual(['.install-x']);
  });

  it('is refused with the line where it is in the middle of a merge', () => {
    expect(problemOf(`{\n<<<<<<< HEAD\n${written({})}`)).toMatch(/^LOCKFILE_CONFLICT LOCK:2 /);
    expect(problemOf(written({}).replace('\n', '\n=======\n'))).toMatch(/^LOCKFILE_CONFLICT LOCK:2 /);
  });

  it.each([
    ['no JSON', '{\n  "lockfileVersion": 1,\n  oops', /LOCK:3 is not JSON/],
    ['another version', '{"lockfileVersion": 2, "packages": {}}', /LOCK:1 .* at `lockfileVersion`/],
    ['a key too many', written({ scripts: 'x' }), /LOCK:4 .* at `packages\.guards`/],
    [
      'a hook that is a path',
      written({ hooks: { '../x': { path: 'x', digest } } }),
      /packages\.guards\.hooks\.\.\.\/x/,
    ],
    ['a path that leaves', written({ hooks: { a: { path: '../x', digest } } }), /hooks\.a\.path/],
    ['an absolute path', written({ hooks: { a: { path: '/x', digest } } }), /hooks\.a\.path/],
    ['no digest', written({ hooks: { a: { path: 'a', digest: 'md5:x' } } }), /hooks\.a\.digest/],
    ['an empty spec', written({ spec: '' }), /packages\.guards\.spec/],
    ['a package with a wrong name', written({}).replace('"guards"', '"../guards"'), /packages\.\.\.\/guards/],
    ['a prototype', written({}).replace('"guards"', '"__proto__"'), /LOCKFILE_INVALID/],
    ['not a string', Buffer.from([0xff, 0xfe]), /is not UTF-8/],
    ['too much', Buffer.alloc(2 * 1024 * 1024, 0x20), /cannot be read: it has 2097152 bytes/],
  ])('is refused where it has %s', (_, text, expected) => {
    expect(problemOf(text)).toMatch(expected);
  });

  it('is refused, and waited for by nobody, where it is a pipe', () => {
    execFileSync('mkfifo', [path]);
    expect(() => readLockfile(path)).toThrow(/not a regular file/);
  });
});

it('is refused beforehand where it could not be read any more', () => {
  const digest = `sha256:${'0'.repeat(64)}`;
  const many = Array.from({ length: 1200 }, (_, index) => [
    `hook-${index}`,
    { path: 'd'.repeat(900), digest },
  ]);
  const item = { spec: 'npm:a', resolved: 'x', version: null, integrity: null, commit: null };
  const edits = { a: { ...item, hooks: Object.fromEntries(many) } };
  expect(() => rejectUnreadable(path, edits)).toThrow(/larger than 1 MB/);
  const long = { ...item, hooks: {}, resolved: 'x'.repeat(3000) };
  expect(() => rejectUnreadable(path, { a: long })).toThrow(/too long for hooks.lock/);
  expect(() => rejectUnreadable(path, { a: { ...item, hooks: {} } })).not.toThrow();
});
