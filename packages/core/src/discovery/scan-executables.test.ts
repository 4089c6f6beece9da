import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Source } from '../events/source.ts';
import type { Root } from './roots.ts';
import { scanExecutables } from './scan.ts';

let dir: string;
beforeEach(() => {
  dir = realpathSync(mkdtempSync(join(tmpdir(), 'hookmd-executables-')));
  mkdirSync(at('.'), { recursive: true });
});
afterEach(() => rmSync(dir, { recursive: true }));

const at = (name: string): string => join(dir, 'project', '.kodelet', 'hooks', name);
const root = (source: Source = 'project'): Root => ({
  kind: 'executables',
  source,
  dir: at('.').replace(/\/\.?$/, ''),
  realDir: at('.').replace(/\/\.?$/, ''),
});
const write = (name: string, mode = 0o755): void => {
  writeFileSync(at(name), '');
  chmodSync(at(name), mode);
};
const namesIn = (source?: Source): readonly string[] =>
  scanExecutables(root(source)).definitions.map(({ directory }) => directory);

describe('scanExecutables', () => {
  it('lists in the order of bytes whatever anybody may execute, hidden ones too', () => {
    for (const name of ['b', '10-x', '2-y', 'ä', 'Z', '.hidden', 'z\u{1F600}', 'z\uFF21']) write(name);
    write('for-others', 0o641);
    write('nobody', 0o644);
    expect(namesIn()).toEqual([
      '.hidden',
      '10-x',
      '2-y',
      'Z',
      'b',
      'for-others',
      'z\uFF21',
      'z\u{1F600}',
      'ä',
    ]);
  });

  it('knows a name that is switched off, and not what it would be', () => {
    write('a.disable');
    write('b.disable', 0o600);
    const { definitions, switchedOff, issues } = scanExecutables(root());
    expect([definitions, issues]).toEqual([[], []]);
    expect(switchedOff.map(({ name, path }) => [name, path])).toEqual([
      ['a', at('a.disable')],
      ['b', at('b.disable')],
    ]);
  });

  it('says why a file is none, and says nothing of folders', () => {
    write('plain', 0o600);
    mkdirSync(at('folder'));
    symlinkSync('folder', at('to-folder'));
    symlinkSync('gone', at('to-nothing'));
    symlinkSync('plain', at('to-plain'));
    symlinkSync('loop', at('loop'));
    expect(
      scanExecutables(root()).issues.map(({ path = '', message }) => [path.split('/').at(-1), message]),
    ).toEqual([
      ['loop', expect.stringContaining('ELOOP')],
      ['plain', 'This is not a hook: it has no exec bit.'],
      ['to-nothing', 'This is not a hook: it is a link to nothing.'],
      ['to-plain', 'This is not a hook: it is a link to a file without an exec bit.'],
    ]);
  });

  it('follows links inside the project, and everywhere only for a person', () => {
    write('real');
    symlinkSync('real', at('inside'));
    writeFileSync(join(dir, 'project', 'tool'), '', { mode: 0o755 });
    symlinkSync('../../tool', at('in-project'));
    writeFileSync(join(dir, 'tool'), '', { mode: 0o755 });
    symlinkSync('../../../tool', at('outside'));
    symlinkSync('outside', at('twice'));
    expect(namesIn()).toEqual(['in-project', 'inside', 'real']);
    expect(namesIn('user')).toEqual(['in-project', 'inside', 'outside', 'real', 'twice']);
  });

  it('gives no more reasons than anybody reads', () => {
    for (let index = 0; index < 60; index++) write(`file-${index}`, 0o600);
    const { issues } = scanExecutables(root());
    expect([issues.length, issues.at(-1)?.message]).toEqual([
      51,
      'This is not a hook: 10 more files in this directory.',
    ]);
  });
});
