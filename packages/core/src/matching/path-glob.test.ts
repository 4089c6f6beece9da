import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pathForms } from './path-forms.ts';
import { matchPathGlob, parsePathGlob } from './path-glob.ts';

const CWD = '/home/ann/site';
const HOME = '/home/ann';

function matches(glob: string, path: string): boolean {
  const globs = parsePathGlob(glob);
  if ('error' in globs) throw new Error(globs.error);
  return globs.some((each) => pathForms(path, CWD, HOME).some((forms) => matchPathGlob(each, forms)));
}

describe('a path glob of a condition', () => {
  it.each([
    ['src/**/*.ts', 'src/a.ts', true],
    ['src/**/*.ts', './src//x/./y.ts', true],
    ['src/**/*.ts', '/home/ann/site/src/a.ts', true],
    ['src/**/*.ts', '~/site/src/a.ts', true],
    ['src/**/*.ts', 'lib/../src/a.ts', true],
    ['src/**/*.ts', 'src/../lib/a.ts', false],
    ['src/**/*.ts', '/src/a.ts', false],
    ['./src/*', 'src/a', true],
    ['lib/../src/*', 'src/a', true],
    ['src/', 'src/deep/a', true],
    ['/etc/**', '/etc/passwd', true],
    ['/etc/**', '../../../etc/passwd', true],
    ['/etc/**', 'etc/passwd', false],
    ['/../etc/*', '/etc/passwd', true],
    ['~/.ssh/**', '/home/ann/.ssh/id', true],
    ['~/.ssh/**', '../.ssh/id', true],
    ['~/.ssh/**', '~/.ssh/id', true],
    ['~/.ssh/**', '.ssh/id', false],
    ['~', '/home/ann', true],
    ['../other/*', '/home/ann/other/a', true],
    ['../*/a', 'a', false],
    ['**/.env', '/somewhere/else/.env', true],
    ['*/.env', '../.env', false],
    ['?/.env', '../.env', false],
    ['src/*.{ts,tsx}', 'src/a.tsx', true],
    ['src/*.{ts,tsx}', 'src/a.js', false],
    ['{/etc,~/.ssh,src}/**', '/etc/passwd', true],
    ['{/etc,~/.ssh,src}/**', 'src/a', true],
    ['a{b,{c,d}e}f', 'adef', true],
    ['a{,b}c', 'ac', true],
    ['{id}.ts', '{id}.ts', true],
    ['{a,b', '{a,b', true],
    ['app/(group)/[id]/*', 'app/(group)/[id]/page.tsx', true],
  ])('%s against %s: %j', (glob, path, expected) => {
    expect(matches(glob, path)).toBe(expected);
  });

  it('takes a path that begins with a tilde for both of its readings', () => {
    expect(matches('src/*', '~/../src/a')).toBe(true);
    expect(matches('~/.ssh/*', '~/.ssh/id')).toBe(true);
  });

  it.each([
    ['{a,b}'.repeat(7), /more than 64/],
    ['{a,{b,{c,{d,e}}}}'.repeat(3), /more than 64/],
    [`${'{'.repeat(200)}a${',b}'.repeat(200)}`, /more than 64/],
    ['src/*/../a', /`\.\.` after/],
    ['a'.repeat(1_025), /at most 1024/],
  ])('is refused: %s', (glob, message) => {
    expect(parsePathGlob(glob)).toEqual({ error: expect.stringMatching(message) });
  });

  it('may stand for 64 globs', () => {
    expect(parsePathGlob('{a,b}'.repeat(6))).toHaveLength(64);
  });

  it('is read without throwing, and misses whatever does not begin with its prefix', () => {
    const text = fc.array(fc.constantFrom('a', 'b', '/', '*', '?', '{', '}', ',', '.', '..', '~'), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(text, text, (glob, path) => {
        const globs = parsePathGlob(glob.join(''));
        if ('error' in globs) return;
        for (const forms of pathForms(path.join(''), '/a/b', '/a')) {
          for (const each of globs) {
            if (matchPathGlob(each, forms))
              expect(forms[each.base].startsWith(each.literalPrefix)).toBe(true);
          }
        }
      }),
      { numRuns: 2_000 },
    );
  });
});
