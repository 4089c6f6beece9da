import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readPackage } from './digest.ts';
import { removeTree } from './package-tree.ts';
import { isStored, storedPath, storePackage, verifyStored } from './store.ts';

let dir: string;
let store: string;
const at = (...names: string[]): string => join(dir, 'package', ...names);
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'hookmd-store-'));
  store = join(dir, 'state', 'store');
  mkdirSync(at('lib', 'deep'), { recursive: true });
  writeFileSync(at('HOOK.md'), '---\nname: x\n---\n');
  writeFileSync(at('run.sh'), '#!/bin/sh\n', { mode: 0o755 });
  writeFileSync(at('lib', 'deep', 'a.bin'), Buffer.alloc(200_000, 7));
  writeFileSync(at('lib', 'empty.txt'), '');
  symlinkSync('../run.sh', at('lib', 'link'));
  mkdirSync(at('nothing'));
});
afterEach(() => removeTree(dir));

const names = (): string[] => readdirSync(store).sort();
const mode = (...path: string[]): string => (lstatSync(join(...path)).mode & 0o7777).toString(8);

describe('storing', () => {
  test('makes a read-only copy under the digest of its bytes', () => {
    const { digest, path } = storePackage(at(), store);
    expect(digest).toBe(readPackage(at()).digest);
    expect(path).toBe(storedPath(store, digest));
    expect(names()).toEqual([digest.slice(7)]);
    expect(readPackage(path)).toEqual(readPackage(at()));
    expect(readlinkSync(join(path, 'lib', 'link'))).toBe('../run.sh');
    expect(existsSync(join(path, 'nothing'))).toBe(false);
    expect([
      mode(path, 'HOOK.md'),
      mode(path, 'run.sh'),
      mode(path, 'lib/deep'),
      mode(path),
      mode(store),
    ]).toEqual(['400', '500', '500', '500', '700']);
    expect([isStored(store, digest), verifyStored(store, digest, 'user/x')]).toEqual([true, null]);
  });

  test('a second time reuses the copy', () => {
    const first = storePackage(at(), store);
    const { ino } = lstatSync(first.path);
    expect(storePackage(at(), store)).toEqual(first);
    expect([lstatSync(first.path).ino, names().length]).toEqual([ino, 1]);
  });

  test('what cannot be approved is not stored', () => {
    symlinkSync('/etc/passwd', at('out'));
    expect(() => storePackage(at(), store)).toThrowError(
      expect.objectContaining({
        code: 'PACKAGE_UNAPPROVABLE',
        message: 'out cannot be approved: it is a link to an absolute path.',
      }),
    );
    expect(names()).toEqual([]);
  });

  test('a store that cannot be made is a clear error', () => {
    writeFileSync(join(dir, 'state'), 'a file');
    expect(() => storePackage(at(), store)).toThrowError(
      expect.objectContaining({ code: 'STATE_NOT_WRITABLE' }),
    );
  });

  test('clears stages older than an hour and leaves younger ones', () => {
    const old = join(store, '.stage-old');
    mkdirSync(join(old, 'folder'), { recursive: true });
    mkdirSync(join(store, '.stage-young'));
    symlinkSync(at(), join(store, '.stage-link'));
    chmodSync(join(old, 'folder'), 0o500);
    const twoHoursAgo = Date.now() / 1000 - 7200;
    utimesSync(old, twoHoursAgo, twoHoursAgo);
    const { digest } = storePackage(at(), store);
    expect(names()).toEqual(['.stage-link', '.stage-young', digest.slice(7)]);
    expect(existsSync(at('HOOK.md'))).toBe(true);
  });
});

describe('a stored copy', () => {
  const damages: Readonly<Record<string, (path: string) => void>> = {
    'a removed file': (path) => unlinkSync(join(path, 'HOOK.md')),
    'a new file': (path) => writeFileSync(join(path, 'new'), ''),
    'a cut file': (path) => truncateSync(join(path, 'run.sh'), 3),
    'a lost execute bit': (path) => chmodSync(join(path, 'run.sh'), 0o400),
    'a file that others can write': (path) => chmodSync(join(path, 'run.sh'), 0o522),
    'a folder that others can write': (path) => chmodSync(path, 0o777),
  };
  test.each(Object.entries(damages))('with %s is told, and repaired by storing again', (_, damage) => {
    const { digest, path } = storePackage(at(), store);
    for (const directory of [path, join(path, 'lib')]) chmodSync(directory, 0o700);
    for (const file of ['HOOK.md', 'run.sh'])
      chmodSync(join(path, file), 0o600 | (lstatSync(join(path, file)).mode & 0o100));
    expect(verifyStored(store, digest, 'user/x')).toBeNull();
    damage(path);
    expect(verifyStored(store, digest, 'user/x')).toMatchObject({ code: 'STORE_DAMAGED', path });
    expect(storePackage(at(), store).path).toBe(path);
    expect(verifyStored(store, digest, 'user/x')).toBeNull();
    expect(names()).toEqual([digest.slice(7)]);
  });

  test('with different content of the same length is told by its digest, and repaired by storing again', () => {
    const { digest, path } = storePackage(at(), store);
    chmodSync(join(path, 'run.sh'), 0o700);
    writeFileSync(join(path, 'run.sh'), '#!/bin/SH\n');
    expect(verifyStored(store, digest, 'user/x')?.message).toBe(
      'The approved copy of user/x is missing or was changed, so the hook does not run.',
    );
    storePackage(at(), store);
    expect(verifyStored(store, digest, 'user/x')).toBeNull();
  });

  test('that is missing, a link or a file is not there', () => {
    const { digest, path } = storePackage(at(), store);
    const missing = `sha256:${'0'.repeat(64)}`;
    expect([isStored(store, missing), verifyStored(store, missing, 'x')?.code]).toEqual([
      false,
      'STORE_DAMAGED',
    ]);
    removeTree(path);
    symlinkSync(at(), path);
    expect(isStored(store, digest)).toBe(false);
    unlinkSync(path);
    writeFileSync(path, '');
    expect(isStored(store, digest)).toBe(false);
    storePackage(at(), store);
    expect(readFileSync(join(path, 'run.sh'), 'utf8')).toBe('#!/bin/sh\n');
  });

  test('in a store that others can write is not believed', () => {
    const { digest } = storePackage(at(), store);
    chmodSync(store, 0o777);
    expect(isStored(store, digest)).toBe(false);
  });
});

test('nothing but a digest becomes a path in the store', () => {
  for (const text of ['sha256:../../etc', `sha256:${'A'.repeat(64)}`, `sha256:${'a'.repeat(64)}/x`, '']) {
    expect(() => storedPath(store, text)).toThrowError(expect.objectContaining({ code: 'INTERNAL' }));
  }
});
