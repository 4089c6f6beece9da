import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findHooks } from './package-hooks.ts';

let outside: string;
let dir: string;
beforeEach(() => {
  outside = mkdtempSync(join(tmpdir(), 'hookmd-pack-'));
  dir = join(outside, 'package');
  mkdirSync(dir);
});
afterEach(() => rmSync(outside, { recursive: true, force: true }));

function write(path: string, text = ''): void {
  mkdirSync(dirname(join(dir, path)), { recursive: true });
  writeFileSync(join(dir, path), text);
}
const list = (...hooks: readonly unknown[]): void =>
  write('package.json', JSON.stringify({ hookmd: { hooks } }));
const problems = (): readonly string[] => findHooks(dir, 'pack').issues.map(({ message }) => message);

describe('the hooks of a package', () => {
  it('are those that its package.json lists, in that order, and no others', () => {
    for (const path of ['b/HOOK.md', 'deep/a/HOOK.md', 'hooks/c/HOOK.md', 'HOOK.md']) write(path);
    list('./b', 'deep/a/');
    expect(findHooks(dir, '@acme/pack')).toEqual({
      hooks: [
        { kind: 'packages', name: 'b', path: 'b' },
        { kind: 'packages', name: 'a', path: 'deep/a' },
      ],
      issues: [],
    });
  });

  it('are those that a pack of OpenClaw lists', () => {
    write('hooks/a/HOOK.md');
    write('package.json', JSON.stringify({ openclaw: { hooks: ['./hooks/a'] } }));
    expect(findHooks(dir, 'pack').hooks).toEqual([{ kind: 'packages', name: 'a', path: 'hooks/a' }]);
  });

  it('are the package itself where it has a HOOK.md, named by the last part of its name', () => {
    for (const path of ['HOOK.md', 'hooks/c/HOOK.md']) write(path);
    expect(findHooks(dir, '@acme/pack')).toEqual({
      hooks: [{ kind: 'packages', name: 'pack', path: '.' }],
      issues: [],
    });
  });

  it('are else all folders of `hooks` with a HOOK.md', () => {
    for (const path of ['hooks/b/HOOK.md', 'hooks/a/HOOK.md', 'hooks/no/README.md', 'hooks/HOOK.md'])
      write(path);
    expect(findHooks(dir, 'pack').hooks).toEqual([
      { kind: 'packages', name: 'a', path: 'hooks/a' },
      { kind: 'packages', name: 'b', path: 'hooks/b' },
    ]);
  });

  it.each([
    ['leaves the package', '../outside', /leaves the package/],
    ['climbs out behind a name', './b/../../outside', /leaves the package/],
    ['is absolute', '/etc', /absolute path/],
    ['is no text', { path: './b' }, /is not text/],
    ['is nothing', null, /is not text/],
    ['has a backslash', '.\\b', /characters that are not allowed/],
    ['has a NUL', './b\0', /characters that are not allowed/],
    ['is not there', './gone', /no such directory/],
    ['has no HOOK.md', './empty', /no HOOK\.md/],
    ['leads through a link', './link', /through a link/],
    ['leads through a link to the outside', './way/hook', /through a link/],
    ['has a name that no hook may have', './-x', /no name of a hook/],
  ])('are refused where an entry %s', (_, entry, message) => {
    mkdirSync(join(outside, 'outside', 'hook'), { recursive: true });
    writeFileSync(join(outside, 'outside', 'HOOK.md'), '');
    writeFileSync(join(outside, 'outside', 'hook', 'HOOK.md'), '');
    for (const path of ['b/HOOK.md', '-x/HOOK.md', 'empty/README.md']) write(path);
    symlinkSync('b', join(dir, 'link'));
    symlinkSync('../outside', join(dir, 'way'));
    list('./b', entry);
    expect(findHooks(dir, 'pack').hooks).toEqual([{ kind: 'packages', name: 'b', path: 'b' }]);
    expect(problems()).toEqual([expect.stringMatching(message)]);
  });

  it('are refused where two have one name, also in other letters', () => {
    for (const path of ['x/a/HOOK.md', 'y/a/HOOK.md', 'z/A/HOOK.md']) write(path);
    list('x/a', 'y/a', 'z/A');
    expect(problems()).toEqual([
      expect.stringMatching(/another hook "a"/),
      expect.stringMatching(/another hook "A"/),
    ]);
  });

  it.each([
    ['nothing', () => {}, /it has no HOOK\.md/],
    ['an empty list', () => list(), /list of hooks is empty/],
    [
      'a list that is none',
      () => write('package.json', '{"hookmd":{"hooks":"./a"}}'),
      /`hookmd\.hooks` is no list/,
    ],
    ['a package.json that is no JSON', () => write('package.json', '{'), /cannot use/],
    [
      'a package.json with a key twice',
      () => write('package.json', '{"hookmd":{},"hookmd":{"hooks":["a"]}}'),
      /appears twice/,
    ],
    ['a package.json that is a folder', () => mkdirSync(join(dir, 'package.json')), /no regular file/],
    ['a package.json that is a link', () => symlinkSync('/etc/hostname', join(dir, 'package.json')), /ELOOP/],
    [
      'a HOOK.md that is a link',
      () => symlinkSync('/etc/hostname', join(dir, 'HOOK.md')),
      /it has no HOOK\.md/,
    ],
  ])('are none where it has %s, and it is said', (_, make, text) => {
    make();
    expect(findHooks(dir, 'pack').hooks).toEqual([]);
    expect(problems()).toEqual([expect.stringMatching(text)]);
  });
});
