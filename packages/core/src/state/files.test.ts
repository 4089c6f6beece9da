import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { makeDirectory } from './files.ts';

const dir = mkdtempSync(join(tmpdir(), 'hookmd-folder-'));
afterAll(() => rmSync(dir, { recursive: true }));

it('makes what is missing above, private, and does not mind what is there', () => {
  makeDirectory(join(dir, 'a/b/c'));
  makeDirectory(join(dir, 'a/b/c'));
  expect(statSync(join(dir, 'a/b')).mode & 0o777).toBe(0o700);
});

it('refuses a file in the place of a folder', () => {
  writeFileSync(join(dir, 'file'), '');
  expect(() => makeDirectory(join(dir, 'file'))).toThrow('EEXIST');
  expect(() => makeDirectory(join(dir, 'file/below'))).toThrow('ENOTDIR');
});

it.skipIf(process.platform !== 'linux')('ends where the file system takes no folders', () => {
  expect(() => makeDirectory('/proc/no/such/place')).toThrow('ENOENT');
});
