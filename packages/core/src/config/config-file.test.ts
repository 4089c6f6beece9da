import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { followLinks, readConfigFile, writeConfigFile } from './config-file.ts';

const dir = realpathSync(mkdtempSync(join(tmpdir(), 'hookmd-')));
afterAll(() => rmSync(dir, { recursive: true, force: true }));
const at = (...names: string[]): string => join(dir, ...names);

describe('a configuration file', () => {
  it('is read through links, and is null where there is none', () => {
    writeFileSync(at('real'), 'a: 1');
    symlinkSync('real', at('link'));
    expect(readConfigFile(at('link'))?.toString()).toBe('a: 1');
    expect(readConfigFile(at('nothing'))).toBeNull();
    expect(readConfigFile(at('real', 'below'))).toBeNull();
  });

  it.each(['/dev/zero', '/dev/null', dir])('that is %s is refused at once', (target) => {
    expect(() => readConfigFile(target)).toThrow('not a regular file');
  });

  it('is read no further than shows that it is too long', () => {
    writeFileSync(at('long'), Buffer.alloc(200_000));
    expect(readConfigFile(at('long'))).toHaveLength(65_537);
  });

  it('is found behind links, also where nothing is there yet', () => {
    mkdirSync(at('dotfiles'));
    symlinkSync('dotfiles', at('folder'));
    symlinkSync('../dotfiles/config.yaml', at('dotfiles', 'one'));
    symlinkSync(at('folder', 'one'), at('two'));
    expect(followLinks(at('two'))).toBe(at('dotfiles', 'config.yaml'));
    expect(followLinks(at('new', 'folder', 'config.yaml'))).toBe(at('new', 'folder', 'config.yaml'));
    symlinkSync('loop', at('loop'));
    expect(() => followLinks(at('loop'))).toThrow();
    mkdirSync(at('elsewhere', 'inside'), { recursive: true });
    symlinkSync('../elsewhere/inside', at('dotfiles', 'away'));
    symlinkSync('dotfiles/away/../new', at('upward'));
    expect(followLinks(at('upward'))).toBe(at('elsewhere', 'new'));
    expect(() => followLinks(`${at('missing')}/../new`)).toThrow(/does not exist/);
  });

  it('keeps its mode; a new one is for its owner alone', () => {
    writeFileSync(at('shared'), '');
    chmodSync(at('shared'), 0o664);
    writeConfigFile(at('shared'), 'x');
    writeConfigFile(at('fresh', 'new'), 'y');
    expect([statSync(at('shared')).mode & 0o777, readFileSync(at('shared'), 'utf8')]).toEqual([0o664, 'x']);
    expect(statSync(at('fresh', 'new')).mode & 0o777).toBe(0o600);
  });

  it('that cannot be written is told so', () => {
    writeFileSync(at('file'), '');
    expect(() => writeConfigFile(at('file', 'config.yaml'), '')).toThrow(
      /cannot write .*Nothing was changed/,
    );
  });
});
