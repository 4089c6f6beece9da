import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPlainScript } from './list-commands.ts';
import { splitShell } from './split.ts';

const texts = (script: string): readonly string[] | undefined =>
  readPlainScript(script)?.map(({ text }) => text);

describe('a plain script', () => {
  it.each([
    ['npm  test', ['npm test']],
    [' a && b|c ; d||e\t', ['a', 'b', 'c', 'd', 'e']],
    [`git commit -m "it's; done" '"x"'`, [`git commit -m it's; done "x"`]],
    [`a b'c'"d"`, ['a bcd']],
    ['tsc --target=es2022', ['tsc --target=es2022']],
  ])('%s is read', (script, commands) => {
    expect(texts(script)).toEqual(commands);
  });

  it.each(
    [
      ['', 'nothing'],
      ['a &&', 'a command that is missing'],
      ['; a', 'a command that is missing'],
      ['a ;; b', 'a command that is missing'],
      ['a & b', 'the background'],
      ['a |& b', 'the background'],
      ['a\nb', 'lines'],
      ['a\rb', 'lines'],
      ['a $X', 'expansions'],
      ['a "$X"', 'expansions'],
      ['a `b`', 'expansions'],
      ['a *.c', 'expansions'],
      ['a {b,c}', 'expansions'],
      ['a ~', 'expansions'],
      ['a =b', 'expansions'],
      ['a [b]', 'expansions'],
      ['a "!b"', 'expansions'],
      ['a > b', 'redirections'],
      ['a < b', 'redirections'],
      ['A=b c', 'assignments'],
      ['(a)', 'subshells'],
      ['a # b', 'comments'],
      ['a \\b', 'escapes'],
      ['a "b', 'quotes that stay open'],
      ["a 'b", 'quotes that stay open'],
      ["'a' b", 'a quoted program'],
      ['a ö', 'letters that a shell may know otherwise'],
      ['a\u00a0b', 'blanks that are none to a shell'],
    ].map(([script, subject]) => ({ script, what: subject })),
  )('$script is not: $what', ({ script = '' }) => {
    expect(readPlainScript(script)).toBeNull();
  });

  it('has no command that the whole shell does not see, and misses none', () => {
    const word = fc.constantFrom('tool', 'push', 'x=1', '"a b"', "'c;d'", 'npm', '-f', 'a"b"', '--x=y');
    const joint = fc.constantFrom(' ', ' ', '; ', ' && ', '||', ' | ', '');
    const script = fc.array(fc.tuple(word, joint), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(script, (parts) => {
        const text = parts.flat().join('');
        const plain = texts(text);
        if (plain !== undefined)
          expect(splitShell(text).commands.map((command) => command.text)).toEqual(plain);
      }),
      { numRuns: 2000 },
    );
  });

  it('is read in linear time', () => {
    const begun = performance.now();
    for (const piece of ['a', '"', 'a"b"', "''", 'a;', ' ']) readPlainScript(`${piece.repeat(200_000)}$`);
    expect(performance.now() - begun).toBeLessThan(3_000);
  });
});
