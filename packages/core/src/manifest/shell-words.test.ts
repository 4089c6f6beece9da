import { describe, expect, it } from 'vitest';
import { shellWords } from './shell-words.ts';

/** Every word: its meaning, `?` where it has to be evaluated, with `*` where a program is looked for. */
function show(text: string): readonly string[] {
  return shellWords(text).map(({ plain, isProgram }) => {
    const means =
      plain === null ? '?' : `${plain.variable === null ? '' : `$${plain.variable}`}${plain.text}`;
    return `${isProgram ? '*' : ''}${means}`;
  });
}

describe('the words of shell text', () => {
  it.each([
    ['./guard.sh --strict', ['*./guard.sh', '--strict']],
    ['a && b; c | d & e\nf', ['*a', '*b', '*c', '*d', '*e', '*f']],
    [`'a b'c"d e"\\ f`, ['*a bcd e f']],
    [
      // biome-ignore lint/suspicious/noTemplateCurlyInString: that is how people write it
      '"$CLAUDE_PROJECT_DIR"/x "$CLAUDE_PROJECT_DIR/a b" ${HOME}/y',
      ['*$CLAUDE_PROJECT_DIR/x', '$CLAUDE_PROJECT_DIR/a b', '$HOME/y'],
    ],
    ['~/x ~', ['*$HOME/x', '$HOME']],
    ['A=1 B="x y" run >out 2>&1 <in arg', ['A=1', 'B=x y', '*run', 'out', '1', 'in', 'arg']],
    ['if [ -x a ]; then b; else c; fi', ['if', '*[', '-x', 'a', ']', 'then', '*b', 'else', '*c', '*fi']],
    ['echo $(./inner.sh "a)b") `x y` after', ['*echo', '?', '?', 'after']],
    ['x=$(a b) y', ['?', '*y']],
    ['a # b\nc', ['*a', '*c']],
    ['a*.sh {b,c}', ['*?', '?']],
    ['unclosed "quote', ['*unclosed', '?']],
    ['', []],
  ])('%s', (text, words) => {
    expect(show(text)).toEqual(words);
  });

  it('take no time worth speaking of, whatever they are', () => {
    const startedAt = performance.now();
    for (const piece of ['$(', '"$(', '(', '"', "'", '`', '\\', 'a=', '<', '${', '$("'])
      shellWords(piece.repeat(30_000));
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  });

  it('stand where they say', () => {
    const text = '  "./a b" && c';
    expect(shellWords(text).map(({ start, end }) => text.slice(start, end))).toEqual(['"./a b"', 'c']);
  });
});
