import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { patchBack, patchOf } from './file-patch.ts';

const line = fc.string().map((text) => text.replace(/[\r\n]|^\*+|^@+/g, ''));
const text = fc
  .array(line, { minLength: 1, maxLength: 4 })
  .map((lines) => lines.join('\n'))
  .filter((joined) => joined !== '');

describe('a change of one file', () => {
  it('is the same after the way to a patch and back', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const edit = { file_path: 'a.ts', old_string: before, new_string: after };
        expect(patchBack('Edit', edit, patchOf('Edit', edit) ?? '')).toEqual(edit);
        const write = { file_path: 'a.ts', content: `${after}\n` };
        expect(patchBack('Write', write, patchOf('Write', write) ?? '')).toEqual(write);
      }),
    );
  });

  it('is several changes for several edits', () => {
    const edits = [
      { old_string: 'a', new_string: 'b' },
      { old_string: 'c', new_string: '' },
    ];
    expect(patchOf('MultiEdit', { file_path: 'x', edits })).toBe(
      ['*** Begin Patch', '*** Update File: x', '@@', '-a', '+b', '@@', '-c', '*** End Patch'].join('\n'),
    );
  });

  it('is none for a path with a line break, which would be another part of the patch', () => {
    expect(patchOf('Write', { file_path: 'a\n*** Delete File: b', content: '' })).toBeNull();
    expect(patchOf('Read', { file_path: 'a' })).toBeNull();
  });

  it.each([
    ['another action', '*** Delete File: a.ts'],
    ['two files', '*** Update File: a.ts\n-x\n+y\n*** Update File: b.ts\n-x\n+y'],
    ['two places', '*** Update File: a.ts\n@@\n-x\n+y\n@@\n-z\n+y'],
    ['a new file', '*** Add File: a.ts\n+y'],
  ])('cannot be %s', (_, body) => {
    const edit = { file_path: 'a.ts', old_string: 'x', new_string: 'y' };
    expect(patchBack('Edit', edit, `*** Begin Patch\n${body}\n*** End Patch`)).toBeNull();
  });
});
