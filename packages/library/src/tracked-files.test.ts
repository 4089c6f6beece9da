import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { TrackedFiles } from './tracked-files.ts';

let dir: string;
const at = (path: string): string => join(dir, path);
const git = (...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@localhost', ...args], {
    cwd: at('top'),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' },
  });
/** What is tracked in a folder, from `dir` on. */
const trackedIn = (folder: string, named: readonly string[] = []): readonly string[] =>
  [...new TrackedFiles(at(folder), named).look()].map((path) => path.slice(dir.length + 1)).sort();

beforeEach(() => {
  dir = realpathSync(mkdtempSync(join(tmpdir(), 'hookmd-tracked-')));
  mkdirSync(at('top/project/src'), { recursive: true });
  for (const path of ['top/a', 'top/project/b', 'top/project/src/c']) writeFileSync(at(path), '');
  git('init', '-q');
});
afterEach(() => rmSync(dir, { recursive: true }));

test('nothing is tracked before git was told of it, but what is named', () => {
  expect(trackedIn('top')).toEqual([]);
  expect(trackedIn('top', ['a', './project/../a', at('else')])).toEqual(['else', 'top/a']);
});

test('a project below the top of the work tree has what is in it', () => {
  git('add', '.');
  expect(trackedIn('top')).toEqual(['top/a', 'top/project/b', 'top/project/src/c']);
  expect(trackedIn('top/project')).toEqual(['top/project/b', 'top/project/src/c']);
});

test('what is added or removed later counts from then on', () => {
  const files = new TrackedFiles(at('top'), []);
  git('add', 'a');
  const before = files.look();
  expect([...before]).toEqual([at('top/a')]);
  expect(files.look()).toBe(before);
  git('rm', '-q', '--cached', 'a');
  git('add', 'project/b');
  expect([...files.look()]).toEqual([at('top/project/b')]);
});

test('a linked work tree has its own', () => {
  git('add', 'a');
  git('commit', '-qm', 'one');
  git('worktree', 'add', '-q', '../linked');
  git('add', '.');
  expect(trackedIn('linked')).toEqual(['linked/a']);
});

test('a file behind a folder that has become a link is not one of the project', () => {
  git('add', '.');
  const files = new TrackedFiles(at('top'), [at('top/project/b')]);
  files.look();
  expect(files.isInside(at('top/project/src/c'))).toBe(true);
  mkdirSync(at('else/src'), { recursive: true });
  rmSync(at('top/project'), { recursive: true });
  symlinkSync(at('else'), at('top/project'));
  expect(files.isInside(at('top/project/src/c'))).toBe(false);
  expect(files.isInside(at('top/project/b'))).toBe(true);
});

test('both halves of a split index are tracked', () => {
  git('add', 'a');
  git('update-index', '--split-index');
  git('add', 'project/b');
  expect(trackedIn('top')).toEqual(['top/a', 'top/project/b']);
});

test('an index that is a pipe, a link or nonsense keeps nobody waiting', () => {
  const index = at('top/.git/index');
  execFileSync('mkfifo', [index]);
  expect(trackedIn('top', ['a'])).toEqual(['top/a']);
  rmSync(index);
  symlinkSync('/dev/zero', index);
  expect(trackedIn('top', ['a'])).toEqual(['top/a']);
  rmSync(index);
  writeFileSync(index, 'DIRC');
  expect(trackedIn('top', ['a'])).toEqual(['top/a']);
});
