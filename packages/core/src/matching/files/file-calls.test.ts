import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../events/json.ts';
import { type FileCalls, splitFiles } from './file-calls.ts';

const patch = (...lines: readonly string[]): string =>
  ['*** Begin Patch', ...lines, '*** End Patch', ''].join('\n');

function split(toolName: string, input: JsonObject, isDone = false): FileCalls | null {
  return splitFiles({ toolName, nativeName: 'native', input, cwd: '/p', isDone, resolvesPaths: true });
}
const splitPatch = (text: string, isDone = false): FileCalls | null =>
  split('apply_patch', { command: text }, isDone);
const shown = (calls: FileCalls | null): unknown =>
  calls?.calls.map(({ toolName, input }) => [toolName, input]);
/** The patch after a change of one of its files; null = there is none. */
const changed = (text: string, index: number, change: JsonObject): unknown => {
  const calls = splitPatch(text);
  return calls?.change(index, { ...calls.calls[index]?.input, ...change })?.['command'] ?? null;
};
const nothing = { old_string: '', new_string: '' };

describe('a patch', () => {
  const text = patch(
    ...['*** Add File: new.ts', '+a', '+b'],
    ...['*** Update File: ./src/old.ts', '@@ f', ' x', '-1', '+2', '@@', '-3'],
    ...['*** Delete File: /etc/hosts'],
    ...['*** Update File: from.ts', '*** Move to: to.ts', '@@', '-x', '+y'],
  );
  const edits: readonly JsonObject[] = [
    { old_string: 'x\n1', new_string: 'x\n2' },
    { old_string: '3', new_string: '' },
  ];
  const edited = {
    file_path: '/p/src/old.ts',
    old_string: 'x\n1\n3',
    new_string: 'x\n2\n',
    edits,
  };

  it('is a call for each of its files', () => {
    expect(shown(splitPatch(text))).toEqual([
      ['Write', { file_path: '/p/new.ts', content: 'a\nb\n' }],
      ['Edit', edited],
      ['Edit', { file_path: '/etc/hosts', ...nothing }],
      ['Edit', { file_path: '/p/from.ts', old_string: 'x', new_string: 'y' }],
      ['Edit', { file_path: '/p/to.ts', old_string: 'x', new_string: 'y' }],
    ]);
    expect(splitPatch(text)?.calls.map(({ file }) => file)).toEqual([
      'new.ts',
      './src/old.ts',
      '/etc/hosts',
      'from.ts',
      'to.ts',
    ]);
  });

  it('has no edit of what is gone after it', () => {
    expect(shown(splitPatch(text, true))).toEqual([
      ['Write', { file_path: '/p/new.ts', content: 'a\nb\n' }],
      ['Edit', edited],
      ['Delete', { file_path: '/etc/hosts' }],
      ['Edit', { file_path: '/p/to.ts', old_string: 'x', new_string: 'y' }],
    ]);
  });

  it('shows a file once, also one that it names several times', () => {
    const twice = patch(
      '*** Update File: a',
      '-1',
      '+2',
      '*** Delete File: b',
      '*** Update File: ./a',
      '-3',
      '+4',
    );
    expect(shown(splitPatch(twice))).toMatchObject([
      ['Edit', { file_path: '/p/a', new_string: '2\n4' }],
      ['Edit', { file_path: '/p/b' }],
    ]);
    const replaced = patch('*** Delete File: a', '*** Add File: a', '+x');
    expect(shown(splitPatch(replaced))).toEqual([['Write', { file_path: '/p/a', content: 'x\n' }]]);
  });

  it.each([
    ['a file that is new and changed', ['*** Add File: a', '+1', '*** Update File: a', '-1', '+2']],
    ['a file that is moved over another', ['*** Update File: a', '*** Move to: b', '*** Delete File: b']],
    ['a header that some tools read', ['*** Update File: a', ' *** Add File: b', '-1']],
  ])('that cannot be told is an edit of every path with its whole text: %s', (_, lines) => {
    const whole = patch(...lines);
    const calls = splitPatch(whole);
    const input = { command: whole, old_string: '', new_string: whole };
    expect(shown(calls)).toEqual(
      [...new Set(['a', ...(whole.includes(' b') ? ['b'] : [])])].map((file) => [
        'Edit',
        { ...input, file_path: `/p/${file}` },
      ]),
    );
    expect(calls?.change(0, { ...input, file_path: '/p/a', new_string: 'x' })).toBeNull();
  });

  it('is read in none of two arguments, because a model may have added one', () => {
    const evil = patch('*** Add File: evil', '+x');
    const calls = split('apply_patch', { command: patch('*** Add File: good', '+x'), input: evil });
    expect(calls?.calls.map(({ file }) => file)).toEqual(['good', 'evil']);
    expect(calls?.calls[0]?.input['new_string']).toContain('evil');
  });

  it('stays whole if it has no path', () => {
    expect(splitPatch('nonsense')).toBeNull();
    expect(split('apply_patch', {})).toBeNull();
  });

  it('takes a change of one file, and keeps every other line', () => {
    expect(changed(text, 0, { content: 'c\n' })).toBe(text.replace('+a\n+b\n', '+c\n'));
    expect(changed(text, 0, { content: 'c\n\nd' })).toBe(text.replace('+a\n+b\n', '+c\n+\n+d\n'));
    expect(changed(text, 0, { content: '' })).toBe(text.replace('+a\n+b\n', ''));
    expect(changed(text, 0, { file_path: '/p/other.ts' })).toBe(text.replace('new.ts', '/p/other.ts'));
    expect(changed(text, 3, { new_string: 'z' })).toBe(text.replace('+y', '+z'));
    expect(changed(text.replaceAll('\n', '\r\n'), 0, { content: 'c\n' })).toBe(
      text.replace('+a\n+b\n', '+c\n').replaceAll('\n', '\r\n'),
    );
    const [first = {}] = edits;
    const second = { old_string: '3', new_string: '4' };
    expect(changed(text, 1, { edits: [first, second], new_string: 'x\n2\n4' })).toBe(
      text.replace('-3\n', '-3\n+4\n'),
    );
    expect(
      changed(text, 1, {
        edits: [{ old_string: 'x\n0', new_string: '5' }, second],
        old_string: 'x\n0\n3',
        new_string: '5\n4',
      }),
    ).toBe(text.replace(' x\n-1\n+2\n', '-x\n-0\n+5\n').replace('-3\n', '-3\n+4\n'));
  });

  it.each([
    ['a text with a return', 0, { content: 'a\r\nb\n' }],
    ['a key of its own', 0, { mode: 755 }],
    ['a path that breaks the line', 0, { file_path: '/p/a\n*** Delete File: b' }],
    ['the path of another file', 0, { file_path: '/etc/hosts' }],
    ['an edit less', 1, { edits: edits.slice(0, 1) }],
    ['texts for a deletion', 2, { new_string: 'x' }],
    ['another path of a moved file', 4, { file_path: '/p/elsewhere.ts' }],
    ['nothing at all', 3, nothing],
  ])('has no words for %s', (_, index, change) => {
    expect(changed(text, index, change)).toBeNull();
  });
});

describe('a call of another tool', () => {
  it('is one of each file that its edits name', () => {
    const at = (file_path: string, new_string: string): JsonObject => ({
      file_path,
      old_string: 'x',
      new_string,
    });
    const [first, second, third] = [at('a', '1'), at('/b', '2'), at('./a', '3')];
    const input = { note: 'n', edits: [first, second, third] };
    const calls = split('MultiEdit', input);
    const ofB = { file_path: '/b', old_string: 'x', new_string: '2', edits: [second] };
    expect(shown(calls)).toEqual([
      ['Edit', { file_path: '/p/a', old_string: 'x\nx', new_string: '1\n3', edits: [first, third] }],
      ['Edit', ofB],
    ]);
    const changedInput = { ...input, edits: [first, at('/b', '4'), third] };
    expect(calls?.change(1, { ...ofB, new_string: '4' })).toEqual(changedInput);
    expect(calls?.change(1, { ...ofB, edits: [at('/b', '4')] })).toEqual(changedInput);
    expect(calls?.change(1, { ...ofB, edits: [at('/b', '4')], new_string: '5' })).toBeNull();
    expect(calls?.change(1, { ...ofB, file_path: '/c' })).toBeNull();
  });

  it('is one edit of the file that it names for all of its edits', () => {
    const edits = [
      { old_string: '1', new_string: '2', file_path: 'decoy' },
      { old_string: '3', new_string: '4' },
    ];
    const all = { file_path: '/p/a', old_string: '1\n3', new_string: '2\n4', edits };
    const calls = split('MultiEdit', { file_path: 'a', edits });
    expect(shown(calls)).toEqual([['Edit', all]]);
    expect(calls?.calls[0]?.file).toBeNull();
    const after = [edits[0] ?? {}, { old_string: '3', new_string: '5' }];
    expect(calls?.change(0, { ...all, edits: after })).toEqual({ file_path: 'a', edits: after });
    expect(calls?.change(0, { ...all, new_string: '5' })).toBeNull();
    expect(shown(split('MultiEdit', { file_path: '/a', old_string: '1', new_string: '2' }))).toMatchObject([
      ['Edit', { old_string: '1', new_string: '2' }],
    ]);
    expect(split('MultiEdit', { file_path: '/a', edits: 'x', old_string: '1', new_string: '2' })).toBeNull();
    expect(split('MultiEdit', { edits: [{ old_string: '1', new_string: '2' }] })).toBeNull();
  });

  it('is one of each file in a list', () => {
    expect(shown(split('Read', { file_path: ['a', '/b', './a'], limit: 1 }))).toEqual([
      ['Read', { file_path: '/p/a', limit: 1 }],
      ['Read', { file_path: '/b', limit: 1 }],
    ]);
  });

  it('has an absolute path, and gets its own back', () => {
    const calls = split('Write', { file_path: './../a', content: 'x' });
    expect(shown(calls)).toEqual([['Write', { file_path: '/p/../a', content: 'x' }]]);
    expect(calls?.change(0, { file_path: '/p/../a', content: 'y' })).toEqual({
      file_path: './../a',
      content: 'y',
    });
    expect(calls?.change(0, { file_path: '/b', content: 'x' })).toEqual({ file_path: '/b', content: 'x' });
  });

  it('stays as it is if its path is absolute, or read by some tools in their own way', () => {
    for (const path of ['/a', '~/a', '~ann', '@a', '$HOME/a', 'file:///a', 'C:\\a', ''])
      expect(split('Edit', { file_path: path }), path).toBeNull();
    const asItCame = {
      toolName: 'Edit',
      nativeName: 'Edit',
      input: { file_path: 'a' },
      cwd: '/p',
      isDone: false,
    };
    expect(splitFiles({ ...asItCame, resolvesPaths: false })).toBeNull();
    for (const tool of ['Bash', 'Grep', 'LS', 'mcp__a__b', 'Other'])
      expect(split(tool, { path: 'a', file_path: 'a' })).toBeNull();
  });

  it('is an edit before it deletes', () => {
    expect(shown(split('Delete', { file_path: '/a' }))).toEqual([['Edit', { file_path: '/a', ...nothing }]]);
    expect(split('Delete', { file_path: '/a' }, true)).toBeNull();
  });
});
