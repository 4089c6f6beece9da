import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quoteWord } from './quote-word.ts';
import { splitShell } from './split.ts';

const texts = (command: string): string[] => splitShell(command).commands.map(({ text }) => text);

/** What a person who wants to hide a command types. */
const PIECES = [
  ...' \t\n;&|<>(){}[]\'"`\\$#=~*?!-,abc019',
  ...[
    '$(',
    '${',
    '((',
    '))',
    '$((',
    '<(',
    '<<E',
    '\nE\n',
    "$'",
    '&&',
    ';;',
    '&>',
    'case x in ',
    'esac',
    'if ',
    'for x in ',
  ],
  ...[
    'sudo ',
    'env -S ',
    'sh -c ',
    'eval ',
    'xargs ',
    'find . -exec ',
    '\\;',
    'git -C ',
    'x=(',
    '[[ ',
    ']]',
    'time ',
    'f() ',
  ],
];
const hostile: fc.Arbitrary<string> = fc
  .array(fc.constantFrom(...PIECES), { maxLength: 60 })
  .map((pieces) => pieces.join(''));

describe('a shell text', () => {
  it.each([
    ['git push', ['git push']],
    ['a; b & c && d || e | f |& g\nh', ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']],
    ['(a; b) && { c; }', ['a', 'b', 'c']],
    ['echo "$(a)" `b` <(c) >(d)', ['a', 'b', 'c', 'd', 'echo $(a) `b` <(c) >(d)']],
    ['if a; then b; elif c; then d; else e; fi', ['a', 'b', 'c', 'd', 'e']],
    ['while a; do b; done; until c; do d; done', ['a', 'b', 'c', 'd']],
    ['for x in 1 2; do a; done', ['a']],
    ['case x in a | b) c;; (d) e;& *) f; esac; g', ['c', 'e', 'f', 'g']],
    ['f() { a; }; function g { b; }', ['a', 'b']],
    ['! a; time -p b', ['a', 'time -p b', 'b']],
    ['A=1 B="2 3" a > out 2>&1 < in', ['a']],
    [
      'sudo -u x env A=1 nice -n 5 a b',
      ['sudo -u x env A=1 nice -n 5 a b', 'env A=1 nice -n 5 a b', 'nice -n 5 a b', 'a b'],
    ],
    ["bash -lc 'a && b' c", ['bash -lc a && b c', 'a', 'b']],
    ['find . -exec a {} \\; -exec b {} +', ['find . -exec a {} ; -exec b {} +', 'a {}', 'b {}']],
    ['cat <<E | a\n$(b)\nc\nE\nd', ['b', 'cat', 'a', 'd']],
    ["bash <<'E'\na\nE", ['bash', 'a']],
    ['a # b', ['a']],
    ['a#b', ['a#b']],
    ['', []],
    [' \n\n ', []],
  ])('%j runs %j', (command, expected) => {
    expect(texts(command)).toEqual(expected);
    expect(splitShell(command).isOpaque).toBe(false);
  });

  it.each([
    ['a > x 2>>y >|z', ['x', 'y', 'z']],
    ['a &> x', ['x']],
    ['a >& x', ['x']],
    ['a <> x', ['x']],
    ['> "a b"', ['a b']],
    ['a 2>&1 >&- 3>&2- < in <<< x', []],
    ['a > >(tee b > c) < <(d > e)', ['c', 'e']],
    ['(a > x); $(b > y); sh -c "c > z"', ['x', 'y', 'z']],
    ['cat > x <<E\nb > c\nE\na > "$Y/z"', ['x', '$Y/z']],
    ['sh <<E\nb > c\nE', ['c']],
    ['[[ a > b ]] && echo "c > d" \\> e', []],
  ])('%j writes to %j', (command, expected) => {
    expect(splitShell(command).writes.map(({ path }) => path)).toEqual(expected);
  });

  it.each([
    ['a < x 3<y > z', ['x', 'y']],
    ['while a; do b; done < x', ['x']],
    ['a <&3 <<< x < <(b) <> y', []],
    ['sh -c "a < $x"', ['$x']],
  ])('%j reads %j', (command, expected) => {
    expect(splitShell(command).inputs.map(({ path }) => path)).toEqual(expected);
  });

  it('says behind which commands a redirection stands', () => {
    const { writes } = splitShell('a > x; cd y && b > z');
    expect(writes).toEqual([
      { path: 'x', at: 0 },
      { path: 'z', at: 2 },
    ]);
  });

  it('gives words without quotes, the bare name, and the command as written', () => {
    const [command] = splitShell(`A=1 /usr/bin/g'i't "pu"sh\\ x > out`).commands;
    expect(command).toEqual({
      words: ['/usr/bin/git', 'push x'],
      text: '/usr/bin/git push x',
      name: 'git',
      raw: `A=1 /usr/bin/g'i't "pu"sh\\ x > out`,
      unknownFrom: -1,
      unknownIsPath: false,
    });
  });

  it('says where in the text each command begins, but for one of a script or of a wrapper', () => {
    const text = 'a=1 b; sudo c $(d); sh -c e > f';
    const { commands, starts } = splitShell(text);
    expect(commands.map(({ raw }, index) => [raw, starts[index]])).toEqual([
      ['a=1 b', 0],
      ['d', 16],
      ['sudo c $(d)', 7],
      ['c $(d)', -1],
      ['sh -c e > f', 20],
      ['e', -1],
    ]);
  });

  it.each([
    ['an ordinary text', 'a | b', false],
    ['a text that is opaque, but read to its end', '$X a', false],
    ['a here-document of 256 KiB', `cat <<E\n${'b'.repeat(262_144)}\nE\nrm a`, false],
    ['subshells too deep', `${'('.repeat(100)}a${')'.repeat(100)}`, true],
    ['a text too long', `a ${'b'.repeat(300_000)}`, true],
    ['too many commands', 'a;'.repeat(10_000), true],
  ])('says of %s whether more may run than it lists', (_, command, isIncomplete) => {
    expect(splitShell(command).isIncomplete).toBe(isIncomplete);
  });

  it('reads no more than it is allowed to', () => {
    const text = 'sh -c "sh -c a"; '.repeat(100);
    const { work } = splitShell(text);
    expect(splitShell(text, work)).toMatchObject({ isIncomplete: false, work });
    const less = splitShell(text, work - 1);
    expect(less).toMatchObject({ isIncomplete: true, isOpaque: true });
    expect(less.work).toBeLessThan(work);
  });

  it.each(['sudo -', 'timeout -', 'git rebase -x -'])('takes an option of 250 KB: %s', (start) => {
    expect(splitShell(start + 'a'.repeat(250_000)).commands.length).toBeGreaterThan(0);
  });

  it.each([
    ['git $X', 4, false],
    ['git a"$X"', 5, false],
    ['ls *.ts', 3, true],
    ['ls *', 3, false],
    ['ls ~/x', 3, true],
    ['echo a{b,c}', 6, false],
    ['git stash@{0}', -1, false],
  ])('knows from where on %j is not certain', (command, unknownFrom, unknownIsPath) => {
    expect(splitShell(command).commands.at(-1)).toMatchObject({ unknownFrom, unknownIsPath });
  });

  it.each([
    ['an open single quote', "a 'b"],
    ['an open double quote', 'a "b'],
    ['an open substitution', 'a $(b'],
    ['an open backtick', 'a `b'],
    ['an open parameter', 'a ${b'],
    ['an open subshell', '(a'],
    ['an open here-document', 'cat <<E\na'],
    ['a variable as command', '$X a'],
    ['a variable in the command', 'a$X b'],
    ['a substitution as command', '$(a) b'],
    ['a file pattern as command', './a* b'],
    ['eval of a variable', 'eval "$X"'],
    ['a variable as script', 'sh -c "$X"'],
    ['a variable in a script', 'sh -c "a $X"'],
    ['a script from a pipe', 'a | sh'],
    ['a script from a pipe, by option', 'a | bash -s -- b'],
    ['a script from a process', 'bash <(a)'],
    ['a script from a file on stdin', 'bash < a'],
    ['a NUL', 'a\0b'],
    ['subshells too deep', `${'('.repeat(100)}a${')'.repeat(100)}`],
    ['wrappers too deep', `${'sudo '.repeat(100)}a`],
    ['a text too long', `a ${'b'.repeat(300_000)}`],
    ['too many commands', 'a;'.repeat(10_000)],
  ])('is opaque with %s', (_, command) => {
    expect(splitShell(command).isOpaque).toBe(true);
  });

  it('never makes a command of a quoted word', () => {
    const word = fc.oneof(fc.string(), hostile).filter((text) => !text.includes('\0'));
    fc.assert(
      fc.property(word, word, (first, second) => {
        // A quoted subscript is data here, and a command where the shell takes it for arithmetic.
        fc.pre(![first, second].some((text) => /\w\[[^\][]*(\$\(|`)/.test(text)));
        const { commands, isOpaque } = splitShell(`echo ${quoteWord(first)} ${quoteWord(second)}`);
        expect(commands.map(({ words }) => words)).toEqual([['echo', first, second]]);
        expect(isOpaque).toBe(false);
      }),
      { numRuns: 2_000 },
    );
  });

  it('reads a double-quoted word back as it was', () => {
    fc.assert(
      fc.property(fc.string(), (token) => {
        fc.pre(!token.includes('\0'));
        const quoted = `"${token.replace(/[\\"$`]/g, '\\$&')}"`;
        fc.pre(!/\w\[[^\][]*(\$\(|`)/.test(token));
        expect(splitShell(`echo ${quoted}`).commands[0]?.words).toEqual(['echo', token]);
      }),
    );
  });

  it('of any kind is split without throwing, into no more text than its length allows', () => {
    fc.assert(
      fc.property(fc.oneof(hostile, fc.string(), fc.string({ unit: 'binary' })), (command) => {
        const { commands } = splitShell(command);
        const size = commands.reduce((sum, { text }) => sum + text.length, 0);
        expect(size).toBeLessThanOrEqual(16 * command.length + 4_096);
      }),
      { numRuns: 5_000 },
    );
  });

  it('repeated without end is split into no more text than its length allows', () => {
    for (const piece of PIECES) {
      for (const name of ['', ...PIECES.slice(-24)]) {
        const command = (piece + name).repeat(4_000 / (piece.length + name.length));
        const size = splitShell(command).commands.reduce((sum, { text }) => sum + text.length, 0);
        expect(size).toBeLessThanOrEqual(16 * command.length + 4_096);
      }
    }
  });

  it('of the table splits the same behind blanks and with a semicolon at its end', () => {
    const table: { harmless: { command: string }[] } = JSON.parse(
      readFileSync(new URL('hostile-spellings.json', import.meta.url), 'utf8'),
    );
    for (const { command } of table.harmless) {
      expect(texts(` \t\n${command}`)).toEqual(texts(command));
      expect(texts(`${command}\n;`)).toEqual(texts(command));
    }
  });
});

describe('the words of a text that are no arguments', () => {
  it.each([
    ['for f in a "b c" $d; do e; done', ['a', 'b c', '$d'], true],
    ['A=(a b); select f in "$A"; do e; done', ['a', 'b', '$A'], true],
    ['X=a Y="$b" c; [[ $X =~ ^/etc/ ]]', ['a', '$b'], false],
    ['while a; do b; done', [], true],
    ["sh -c 'until a; do X=b; done'", ['b'], true],
  ])('%s', (command, listed, hasLoop) => {
    expect(splitShell(command)).toMatchObject({ listed, hasLoop });
  });

  it.each([
    ['cat > f <<E\na\nE', [{ text: 'a\n', isStored: true }]],
    ['cat <<E >> f\na\nE', [{ text: 'a\n', isStored: true }]],
    ['cat 2> f <<E\na\nE', [{ text: 'a\n', isStored: false }]],
    ['while read f; do echo > "$f"; done > g <<E\na\nE', [{ text: 'a\n', isStored: false }]],
    [
      'cat > f <<< "$(while read g; do rm "$g"; done <<< a)"',
      [
        { text: 'a', isStored: false },
        { text: '$(while read g; do rm "$g"; done <<< a)', isStored: true },
      ],
    ],
  ])('heredocs that a command only stores: %j', (command, heredocs) => {
    expect(splitShell(command).heredocs).toEqual(heredocs);
  });
});
