import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readGitIndex } from './git-index.ts';

const PATHS = [
  'a b.txt',
  'deep/a.txt',
  'deep/ab.txt',
  'deep/er/äöü.txt',
  'deep/er/äöü.ts',
  'link',
  'x'.repeat(250),
  'y',
];

let dir: string;
const git = (...args: string[]): string =>
  execFileSync('git', ['-c', 'protocol.file.allow=always', ...args], {
    cwd: dir,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' },
  });
const index = (name = 'index'): Buffer => readFileSync(join(dir, '.git', name));
const sorted = (paths: readonly string[] | undefined): readonly string[] => [...(paths ?? [])].sort();

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'hookmd-index-'));
  mkdirSync(join(dir, 'deep', 'er'), { recursive: true });
  for (const path of PATHS) {
    if (path === 'link') symlinkSync('a b.txt', join(dir, path));
    else writeFileSync(join(dir, path), path);
  }
});
afterEach(() => rmSync(dir, { recursive: true }));

test.each(['2', '3', '4'])('what git added is listed, in an index of version %s', (version) => {
  git('init', '-q');
  git('-c', `index.version=${version}`, 'add', '.');
  // Entries with further flags: git writes version 3 for them.
  git('add', '--intent-to-add', '.');
  if (version === '3') git('update-index', '--skip-worktree', 'a b.txt');
  expect(index().readUInt32BE(4)).toBe(Number(version));
  expect(sorted(readGitIndex(index())?.paths)).toEqual(sorted(PATHS));
  expect(readGitIndex(index())?.shared).toBeNull();
});

test('an index with names of SHA-256 is read too', () => {
  git('init', '-q', '--object-format=sha256');
  git('add', '.');
  expect(sorted(readGitIndex(index())?.paths)).toEqual(sorted(PATHS));
});

test('a split index names its other half', () => {
  git('init', '-q');
  git('add', '.');
  git('update-index', '--split-index');
  writeFileSync(join(dir, 'new.txt'), '');
  git('add', 'new.txt');
  const { paths, shared } = readGitIndex(index()) ?? {};
  expect(paths).toEqual(['new.txt']);
  expect(sorted(readGitIndex(index(shared ?? ''))?.paths)).toEqual(sorted(PATHS));
});

test('a submodule is no file', () => {
  git('init', '-q');
  git('update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},module`);
  git('add', 'link');
  expect(readGitIndex(index())?.paths).toEqual(['link']);
});

test('a name that leads out of the project is left out', () => {
  git('init', '-q');
  git('add', 'deep/a.txt', 'link');
  for (const hostile of ['../../a.tx', '/etc/passw', 'deep//a.tx', './p/a.txt.']) {
    const bytes = index();
    bytes.write(hostile.slice(0, 10), bytes.indexOf('deep/a.txt'), 'latin1');
    expect(readGitIndex(bytes)?.paths, hostile).toEqual(['link']);
  }
});

test('what is cut off, or no index at all, is none', () => {
  git('init', '-q');
  git('-c', 'index.version=4', 'add', '.');
  const whole = index();
  for (let length = 0; length < whole.length; length++) {
    expect(readGitIndex(whole.subarray(0, length))).toBeNull();
  }
  expect(readGitIndex(Buffer.alloc(4096, 255))).toBeNull();
  expect(readGitIndex(Buffer.from(`DIRC\0\0\0\x04${'\xff'.repeat(4000)}`, 'latin1'))).toBeNull();
});

test('an index is none that is small and repeats a long name for ever', () => {
  const entry = (name: string): Buffer =>
    Buffer.concat([
      Buffer.alloc(24),
      Buffer.of(0, 0, 0x81, 0xa4),
      Buffer.alloc(34),
      Buffer.from(`\0${name}\0`),
    ]);
  const indexOf = (first: string, repeats: number): Buffer => {
    const head = Buffer.from('DIRC\0\0\0\x04\0\0\0\0', 'latin1');
    head.writeUInt32BE(repeats + 1, 8);
    return Buffer.concat([head, entry(first), ...Array<Buffer>(repeats).fill(entry('')), Buffer.alloc(20)]);
  };
  expect(readGitIndex(indexOf('a'.repeat(4_096), 2))?.paths).toHaveLength(3);
  expect(readGitIndex(indexOf('a'.repeat(4_097), 2))).toBeNull();
  expect(readGitIndex(indexOf('a'.repeat(4_000), 40_000))).toBeNull();
});
