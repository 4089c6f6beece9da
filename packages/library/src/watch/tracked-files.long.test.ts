import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
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
/** The tracked files of a directory, relative to `dir`. */
async function trackedIn(directory: string, named: readonly string[] = []): Promise<readonly string[]> {
  const files = new TrackedFiles(at(directory), named, process.env);
  await files.refresh();
  return [...files.paths].map((path) => path.slice(dir.length + 1)).sort();
}

beforeEach(() => {
  dir = realpathSync(mkdtempSync(join(tmpdir(), 'hookmd-tracked-')));
  mkdirSync(at('top/project/src'), { recursive: true });
  for (const path of ['top/a', 'top/project/b', 'top/project/src/c']) writeFileSync(at(path), '');
  git('init', '-q');
});
afterEach(() => rmSync(dir, { recursive: true }));

test('tracks nothing but the named files before `git add`', async () => {
  expect(await trackedIn('top')).toEqual([]);
  expect(await trackedIn('top', ['a', './project/../a', at('else')])).toEqual(['else', 'top/a']);
});

test('tracks the files below the project alone, where the worktree is larger', async () => {
  git('add', '.');
  expect(await trackedIn('top')).toEqual(['top/a', 'top/project/b', 'top/project/src/c']);
  expect(await trackedIn('top/project')).toEqual(['top/project/b', 'top/project/src/c']);
});

test('follows `git add` and `git rm`, and runs git only after them', async () => {
  const files = new TrackedFiles(at('top'), [], process.env);
  git('add', 'a');
  await files.refresh();
  const before = files.paths;
  expect([...before]).toEqual([at('top/a')]);
  await files.refresh();
  expect(files.paths).toBe(before);
  git('rm', '-q', '--cached', 'a');
  git('add', 'project/b');
  await files.refresh();
  expect([...files.paths]).toEqual([at('top/project/b')]);
});

test('tracks the files of a linked worktree', async () => {
  git('add', 'a');
  git('commit', '-qm', 'one');
  git('worktree', 'add', '-q', '../linked');
  git('add', '.');
  expect(await trackedIn('linked')).toEqual(['linked/a']);
});

test('finds a file outside the project when a directory has become a link', async () => {
  git('add', '.');
  const files = new TrackedFiles(at('top'), [at('top/project/b')], process.env);
  await files.refresh();
  expect(files.isInside(at('top/project/src/c'))).toBe(true);
  mkdirSync(at('else/src'), { recursive: true });
  rmSync(at('top/project'), { recursive: true });
  symlinkSync(at('else'), at('top/project'));
  expect(files.isInside(at('top/project/src/c'))).toBe(false);
  expect(files.isInside(at('top/project/b'))).toBe(true);
});

test('tracks both halves of a split index', async () => {
  git('add', 'a');
  git('update-index', '--split-index');
  git('add', 'project/b');
  expect(await trackedIn('top')).toEqual(['top/a', 'top/project/b']);
});

test('tracks the named files where the index is a pipe, a link or nonsense', async () => {
  const index = at('top/.git/index');
  execFileSync('mkfifo', [index]);
  expect(await trackedIn('top', ['a'])).toEqual(['top/a']);
  rmSync(index);
  symlinkSync('/dev/zero', index);
  expect(await trackedIn('top', ['a'])).toEqual(['top/a']);
  rmSync(index);
  writeFileSync(index, 'DIRC');
  expect(await trackedIn('top', ['a'])).toEqual(['top/a']);
});

test('runs no program that the repository names', async () => {
  const program = at('program');
  writeFileSync(program, `#!/bin/sh\ntouch ${at('ran')}\n`, { mode: 0o755 });
  git('add', '.');
  git('commit', '-qm', 'one');
  git('config', 'index.sparse', 'true');
  git('sparse-checkout', 'set', '--cone', '--sparse-index', 'src');
  const [tree = ''] = git('rev-parse', 'HEAD:project').split('\n');
  rmSync(at(`top/.git/objects/${tree.slice(0, 2)}/${tree.slice(2)}`));
  const settings = {
    'core.fsmonitor': program,
    'core.sshCommand': program,
    'core.pager': program,
    'core.repositoryFormatVersion': '1',
    'extensions.partialClone': 'origin',
    'remote.origin.url': `ext::${program}`,
    'remote.origin.promisor': 'true',
    'protocol.ext.allow': 'always',
  };
  for (const [key, value] of Object.entries(settings)) git('config', key, value);
  expect(await trackedIn('top', ['a'])).toEqual(['top/a']);
  expect(existsSync(at('ran'))).toBe(false);
});
