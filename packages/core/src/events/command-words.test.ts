import { describe, expect, it } from 'vitest';
import { readCommand, splitWords } from './text.ts';

describe('a command without a shell', () => {
  it.each([
    ['./a.sh --x', ['./a.sh', '--x']],
    ['  a\t b \n c ', ['a', 'b', 'c']],
    [`a "b c" 'd e'`, ['a', 'b c', 'd e']],
    [`a b"c d"'e f'g`, ['a', 'bc de fg']],
    [`a ""  ''`, ['a', '', '']],
    ['a b\\ c \\"d\\\\', ['a', 'b c', '"d\\']],
    [`"a\\"b" 'c\\d' "e\\f"`, ['a"b', 'c\\d', 'e\\f']],
    [`"\${HOOK_DIR}/run.sh" $HOOK_DIR/x`, [`\${HOOK_DIR}/run.sh`, '$HOOK_DIR/x']],
    ['grep "a|b" \'$x\' \\$y', ['grep', 'a|b', '$x', '$y']],
    ['prüfe "日本 語"', ['prüfe', '日本 語']],
  ])('%j is split into its words, and nothing is expanded', (text, words) => {
    expect(readCommand(text)).toEqual({ words, shellSigns: [] });
  });

  it.each([
    ['a | b', ['|']],
    ['a && b || c; d &', ['&&', '||', ';', '&']],
    ['a > b 2>> c < d', ['>', '>>', '<']],
    [`a $HOME "\${HOME}/x" "$(id)" \`id\``, ['$HOME', `\${HOME}`, '$(', '`']],
    ['a ~/x', ['~']],
    ['FOO=1 a', ['FOO=']],
    ['a x~y "a;b" \'&&\'', []],
  ])('%j tells what a shell would have acted on', (text, shellSigns) => {
    expect(readCommand(text)).toMatchObject({ shellSigns });
  });

  it.each([
    ['a "b', 'the quote " is not closed'],
    ["a 'b", "the quote ' is not closed"],
    ['a \\', 'it ends with a backslash'],
    ['  ', 'it is empty'],
  ])('%j cannot be split', (text, error) => {
    expect(readCommand(text)).toEqual({ error });
    expect(splitWords(text)).toEqual([]);
  });
});
