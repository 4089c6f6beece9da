import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePatch, patchPaths, writePatch } from './patch.ts';

const patch = (...lines: readonly string[]): string =>
  ['*** Begin Patch', ...lines, '*** End Patch'].join('\n');
const update = (...lines: readonly string[]): string => patch('*** Update File: a', ...lines);
const edits = (text: string): unknown =>
  parsePatch(text)?.sections[0]?.hunks.map(({ edit }) => [edit.old_string, edit.new_string]);

describe('a patch', () => {
  it('is its files, in order', () => {
    const text = patch(
      '*** Add File: src/new file.ts',
      '+one',
      '+',
      '+*** Delete File: text of the file',
      '*** Delete File: /gone',
      '*** Update File: a',
      '*** Move to: b/c',
      '@@ class A',
      '-x',
      '+y',
    );
    expect(parsePatch(text)?.sections).toMatchObject([
      { action: 'Add', path: 'src/new file.ts', content: 'one\n\n*** Delete File: text of the file\n' },
      { action: 'Delete', path: '/gone' },
      {
        action: 'Update',
        path: 'a',
        movedTo: 'b/c',
        hunks: [{ edit: { old_string: 'x', new_string: 'y' } }],
      },
    ]);
  });

  it('has an edit for each hunk, with the lines around it', () => {
    const hunks = ['@@', ' a', '-1', '+2', ' b', '@@ class', '@@ method', '+3', '*** End of File'];
    expect(edits(update(...hunks))).toEqual([
      ['a\n1\nb', 'a\n2\nb'],
      ['', '3'],
    ]);
    expect(edits(update(' a', '-1', '+2', '', ''))).toEqual([['a\n1', 'a\n2']]);
    expect(edits(update('-a', '', '-b').replaceAll('\n', '\r\n'))).toEqual([['a\n\nb', '']]);
  });

  it('may move a file and change nothing of it', () => {
    expect(parsePatch(update('*** Move to: b'))?.sections).toMatchObject([
      { path: 'a', movedTo: 'b', hunks: [] },
    ]);
  });

  it.each([
    ["<<'EOF'\n", '\nEOF'],
    ['apply_patch <<"EOF"\n', '\nEOF\n'],
    ['%%bash\napply_patch <<EOF\n', '\nEOF'],
    ['  \n', '\n\n'],
  ])('may stand between %j and %j', (before, after) => {
    expect(parsePatch(before + patch('*** Delete File: a') + after)?.sections).toHaveLength(1);
  });

  it.each([
    ['no patch at all', 'nonsense'],
    ['a unified diff', '--- a/x\n+++ b/x\n@@ -1 +1 @@\n-1\n+2\n'],
    ['a patch without an end', patch('*** Delete File: a').slice(0, -6)],
    ['a patch of no files', patch()],
    ['text around it', `rm -rf /\n${patch('*** Delete File: a')}`],
    ['a line before the first file', patch('x', '*** Delete File: a')],
    ['an environment', patch('*** Environment ID: remote', '*** Delete File: a')],
    [
      'another patch in it',
      patch('*** Delete File: a', '*** End Patch', '*** Begin Patch', '*** Delete File: b'),
    ],
    ['a header in other letters', patch('*** Delete File: a', '*** delete file: b')],
    ['a header without a blank', patch('*** Delete File: a', '*** Delete File:b')],
    ['an indented header', patch('*** Delete File: a', ' *** Delete File: b')],
    ['a header behind a blank of one language', patch('*** Delete File: a', '\x85*** Delete File: b')],
    ['a context line that some read as a header', update(' *** Add File: b', '-1')],
    [
      'a context line that some read as a header, behind a blank of theirs',
      update(' \x85*** Add File: b', '-1'),
    ],
    ['a context line that some read as a place', update('-1', ' @@ b')],
    ['a header behind a return', update('-1\r*** Delete File: b')],
    ['blanks around a path', patch('*** Delete File:  a')],
    ['an update without a change', update()],
    ['a place without a change', update('@@ a')],
    ['an end of the file without a change', update('@@', '*** End of File')],
    ['a line without a sign', update('x')],
    ['a line without a sign in a new file', patch('*** Add File: a', '+x', 'y')],
    ['lines of a deleted file', patch('*** Delete File: a', '-x')],
    ['a moved new file', patch('*** Add File: a', '*** Move to: b', '+x')],
  ])('cannot be told with %s', (_, text) => {
    expect(parsePatch(text)).toBeNull();
  });

  it('comes back as it was, and has the paths that a tolerant reader finds', () => {
    const word = fc.constantFrom('a', 'src/b c.ts', './d', '/e', '*** f', '@@', 'EOF');
    const line = fc.constantFrom(
      ...[
        '+',
        '+x',
        '-x',
        ' x',
        '',
        '@@',
        '@@ x',
        '@@x',
        'x',
        '*** End of File',
        '*** Begin Patch',
        '*** End Patch',
      ],
      ...[
        ' *** Add File: g',
        '*** add file: h',
        '\x85*** Add File: i',
        '+*** Add File: j',
        ' @@ x',
        '\r',
        '*** Move to: k',
      ],
    );
    const header = fc
      .tuple(fc.constantFrom('Add', 'Update', 'Delete'), word)
      .map(([action, path]) => `*** ${action} File: ${path}`);
    const body = fc.array(fc.oneof({ weight: 3, arbitrary: line }, header), { maxLength: 8 });
    let parsed = 0;
    fc.assert(
      fc.property(header, body, (first, rest) => {
        const text = patch(first, ...rest);
        const read = parsePatch(text);
        if (read === null) return;
        parsed += 1;
        expect(writePatch(read)).toBe(text);
        const paths = read.sections.flatMap(({ path, movedTo }) =>
          movedTo === null ? [path] : [path, movedTo],
        );
        expect([...new Set(paths)]).toEqual(patchPaths(text));
      }),
      { numRuns: 3_000 },
    );
    expect(parsed).toBeGreaterThan(100);
  });
});
