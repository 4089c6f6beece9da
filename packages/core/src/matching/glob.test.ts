import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchPath, matchText, type StepMeter, textPrefix } from './glob.ts';

/** The obvious matcher, exponential in the stars. */
function matchesNaively(glob: string, subject: string): boolean {
  const [first = '', ...rest] = glob;
  const remaining = rest.join('');
  if (glob === '') return subject === '';
  if (first === '*')
    return matchesNaively(remaining, subject) || (subject !== '' && matchesNaively(glob, subject.slice(1)));
  return subject.startsWith(first) && matchesNaively(remaining, subject.slice(1));
}

/** The same for paths, one rule of the language a line. */
function matchesPathNaively(glob: string, subject: string, isElement = true): boolean {
  if (/^\/\*\*+$/.test(glob)) return subject === '' || subject.startsWith('/');
  if (glob === '') return subject === '';
  const stars = /^\*\*+/.exec(glob)?.[0].length ?? 0;
  if (stars > 0 && isElement && glob[stars] === '/') {
    if (matchesPathNaively(glob.slice(stars + 1), subject)) return true;
    return [...subject].some(
      (character, index) =>
        character === '/' && matchesPathNaively(glob.slice(stars + 1), subject.slice(index + 1)),
    );
  }
  if (stars > 0) {
    if (matchesPathNaively(glob.slice(stars), subject, false)) return true;
    return subject !== '' && matchesPathNaively(glob, subject.slice(1), false);
  }
  const character = subject[0];
  if (glob[0] === '*') {
    if (matchesPathNaively(glob.slice(1), subject, false)) return true;
    return character !== undefined && character !== '/' && matchesPathNaively(glob, subject.slice(1), false);
  }
  if (character === undefined || (glob[0] === '?' ? character === '/' : glob[0] !== character)) return false;
  return matchesPathNaively(glob.slice(1), subject.slice(1), character === '/');
}

const text = (letters: string, maxLength: number): fc.Arbitrary<string> =>
  fc.array(fc.constantFrom(...letters), { maxLength }).map((characters) => characters.join(''));

const HOSTILE: readonly [glob: string, subject: string][] = [
  ['*a'.repeat(500), 'a'.repeat(100_000)],
  [`${'*a'.repeat(400)}*b`, 'a'.repeat(100_000)],
  [`*${'a'.repeat(1_000)}b`, 'a'.repeat(100_000)],
  [`*b${'a'.repeat(1_000)}*b`, 'a'.repeat(100_000)],
  [`*${'ab'.repeat(500)}c`, 'ab'.repeat(50_000)],
  ['*'.repeat(1_000), '\n'.repeat(100_000)],
  ['**/a'.repeat(250), 'a/'.repeat(50_000)],
  ['?'.repeat(1_000), 'a'.repeat(100_000)],
  ['*?'.repeat(500), '/'.repeat(100_000)],
];

describe('a text glob', () => {
  it.each([
    ['git push*', 'git push -f', true],
    ['git push*', 'git pull', false],
    ['git push*', 'echo git push', false],
    ['git push', 'git push -f', false],
    ['*', '', true],
    ['a*c', 'a\nb\nc', true],
    ['a*a', 'a', false],
    ['*b*b*', 'abab', true],
    ['*aab*', 'aaab', true],
    ['*ababc', 'abababc', true],
    ['a?[b]{c,d}', 'a?[b]{c,d}', true],
    ['a?', 'ab', false],
    ['', '', true],
    ['', 'a', false],
    ['Git*', 'git', false],
  ])('%j against %j: %j', (glob, subject, expected) => {
    expect(matchText(glob, subject)).toBe(expected);
  });

  it('agrees with the obvious matcher', () => {
    fc.assert(
      fc.property(text('ab*', 8), text('ab\n', 8), (glob, subject) => {
        expect(matchText(glob, subject)).toBe(matchesNaively(glob, subject));
      }),
      { numRuns: 3_000 },
    );
  });

  it('finds a part wherever it stands', () => {
    fc.assert(
      fc.property(text('ab', 6), text('ab', 20), (part, subject) => {
        expect(matchText(`*${part}*`, subject)).toBe(subject.includes(part));
        expect(matchText(`a*${part}*b`, `a${subject}b`)).toBe(subject.includes(part));
      }),
      { numRuns: 2_000 },
    );
  });

  it('begins with its literal prefix whatever it matches', () => {
    fc.assert(
      fc.property(text('ab*', 6), text('ab', 6), (glob, subject) => {
        if (matchText(glob, subject)) expect(subject.startsWith(textPrefix(glob))).toBe(true);
      }),
    );
  });

  it('takes at most four steps a character, whatever the glob', () => {
    const count = (glob: string, subject: string): void => {
      const meter: StepMeter = { steps: 0 };
      matchText(glob, subject, meter);
      expect(meter.steps).toBeLessThanOrEqual(4 * (glob.length + subject.length));
    };
    for (const [glob, subject] of HOSTILE) count(glob, subject);
    fc.assert(fc.property(text('ab*', 1_000), text('ab', 2_000), count));
  });
});

describe('a path glob', () => {
  it.each([
    ['src/**/*.ts', 'src/a.ts', true],
    ['src/**/*.ts', 'src/x/y.ts', true],
    ['src/**/*.ts', 'lib/a.ts', false],
    ['src/**/*.ts', 'src/a.js', false],
    ['*.ts', 'a.ts', true],
    ['*.ts', 'src/a.ts', false],
    ['**/*.ts', 'a.ts', true],
    ['**', 'any/thing', true],
    ['src/**', 'src', true],
    ['src/**', 'src/a/b', true],
    ['src/**', 'srcs', false],
    ['src/*', 'src', false],
    ['a**b', 'a/x/b', true],
    ['a**/b', 'a1/2/b', true],
    ['a?c', 'abc', true],
    ['a?c', 'a/c', false],
    ['?', '😀', true],
    ['[id].ts', '[id].ts', true],
    ['[id].ts', 'i.ts', false],
    ['.*', '.env', true],
    ['*', '.env', true],
    ['a/**/**/b', 'a/b', true],
    ['SRC/*', 'src/a', false],
  ])('%s against %s: %j', (glob, subject, expected) => {
    expect(matchPath(glob, subject)).toBe(expected);
  });

  it('agrees with the obvious matcher', () => {
    const glob = fc.array(fc.constantFrom('a', 'b', '/', '*', '?', '**', '**/', '/**'), { maxLength: 6 });
    fc.assert(
      fc.property(glob, text('ab/', 8), (pieces, subject) => {
        expect(matchPath(pieces.join(''), subject)).toBe(matchesPathNaively(pieces.join(''), subject));
      }),
      { numRuns: 5_000 },
    );
  });

  it('takes at most one step for each place in the glob and character', () => {
    const count = (glob: string, subject: string): void => {
      const meter: StepMeter = { steps: 0 };
      matchPath(glob, subject, meter);
      expect(meter.steps).toBeLessThanOrEqual((glob.length + 1) * (subject.length + 1));
    };
    for (const [glob, subject] of HOSTILE) count(glob, subject.slice(0, 4_096));
    count('**/*a*a*a*a*a*a*a*b', 'a'.repeat(100_000));
    fc.assert(fc.property(text('ab*?/', 100), text('ab/', 300), count));
  });
});
