import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { readPackage } from '@hookmd/core/trust';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { packPackage, unpackPackage } from './archive.ts';

let scratch: string;
beforeEach(() => {
  scratch = mkdtempSync(join(tmpdir(), 'hookmd-'));
});
afterEach(() => rmSync(scratch, { recursive: true }));

function write(dir: string, files: Readonly<Record<string, string>>): string {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(scratch, dir, path, '..'), { recursive: true });
    writeFileSync(join(scratch, dir, path), text);
  }
  return join(scratch, dir);
}

const DEEP = `${'d'.repeat(90)}/${'e'.repeat(90)}.txt`;
const files = { 'HOOK.md': '---\n---\n', 'lib/a b.sh': 'x', 'lib/é.txt': '', [DEEP]: 'y'.repeat(513) };

const overwrite =
  (text: string, at: number) =>
  (tar: Buffer): Buffer => {
    tar.write(text, at);
    return tar;
  };

describe('an archive', () => {
  it('unpacks to a package with the same digest', () => {
    const dir = write('a', files);
    chmodSync(join(dir, 'lib/a b.sh'), 0o700);
    const { digest, pack } = packPackage(dir);
    expect(digest).toBe(readPackage(dir).digest);
    expect(unpackPackage(pack(), join(scratch, 'b'))).toBe(digest);
    expect(readPackage(join(scratch, 'b')).files).toEqual(readPackage(dir).files);
  });

  it('has the same bytes for the same files', () => {
    const [a, b] = [write('a', files), write('b', files)];
    utimesSync(join(b, 'HOOK.md'), 1, 1);
    chmodSync(join(b, 'HOOK.md'), 0o600);
    expect(packPackage(b).pack()).toEqual(packPackage(a).pack());
  });

  it('is not made of a path that does not fit', () => {
    const dir = write('a', { 'HOOK.md': '', [`${'d'.repeat(180)}/${'e'.repeat(80)}`]: '' });
    expect(() => packPackage(dir)).toThrow(/is too long for an archive\.$/);
  });

  it.each([
    ['with bytes after its end', (tar: Buffer) => Buffer.concat([tar, Buffer.from('x')])],
    ['without its end', (tar: Buffer) => tar.subarray(0, -512)],
    ['cut off in a file', (tar: Buffer) => tar.subarray(0, 700)],
    ['with a set-user-id bit', overwrite('0004755', 100)],
    ['with an owner', overwrite('root', 265)],
    ['with another checksum', overwrite('000000', 148)],
    ['with a negative size', overwrite('-0000001000', 124)],
    ['with files in another order', (tar: Buffer) => Buffer.concat([tar.subarray(1024, 2048), tar])],
  ])('is rejected %s', (_, change) => {
    const { pack } = packPackage(write('a', files));
    const changed = gzipSync(change(gunzipSync(pack())));
    expect(() => unpackPackage(changed, join(scratch, 'b'))).toThrow();
    expect(existsSync(join(scratch, 'b'))).toBe(false);
  });

  it('is rejected where it is not gzip', () => {
    expect(() => unpackPackage(Buffer.from('<html></html>'), join(scratch, 'b'))).toThrow(
      'incorrect header check',
    );
  });
});
