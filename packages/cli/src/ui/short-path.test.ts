import { describe, expect, it } from 'vitest';
import { fromHome, shortPath } from './short-path.ts';

const environment = { HOME: '/home/a.b' };

describe('a path', () => {
  it.each([
    ['/home/a.b/project/.claude/settings.json', '.claude/settings.json'],
    ['/home/a.b/.claude/settings.json', '~/.claude/settings.json'],
    ['/home/a.b', '..'],
    ['/home/aXb/file', '/home/aXb/file'],
    ['/home/a.bc/file', '/home/a.bc/file'],
    ['/etc/hookmd', '/etc/hookmd'],
  ])('%s is written %s', (path, short) => {
    expect(shortPath(path, { cwd: '/home/a.b/project', environment })).toBe(short);
  });

  it('beside the folder that somebody is in is written from there, where it is not below their home', () => {
    expect(shortPath('/srv/other', { cwd: '/srv/project', environment })).toBe('../other');
  });
});

describe('a sentence', () => {
  it('spells paths from home where a shell expands that', () => {
    expect(fromHome('Run `chmod u+w /home/a.b/x`, or edit /home/a.b/y.', environment)).toBe(
      'Run `chmod u+w ~/x`, or edit ~/y.',
    );
  });

  it('keeps what is quoted, and what only contains the path', () => {
    const text = `Run \`rm '/home/a.b/a file'\` in /mnt/home/a.b/x`;
    expect(fromHome(text, environment)).toBe(text);
  });

  it.each([undefined, '', '/', 'relative'])('stays as it is where home is %j', (HOME) => {
    expect(fromHome('/home/a.b/x', { HOME })).toBe('/home/a.b/x');
  });
});
