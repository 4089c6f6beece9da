import { describe, expect, it } from 'vitest';
import type { Removal } from '../../install/plan-removal.ts';
import { undoCommands } from './undo.ts';

const COMMIT = '0123456789abcdef0123456789abcdef01234567';

function undoOf(spec: string, source: 'user' | 'project' = 'user'): readonly string[] {
  const locked = { spec, resolved: spec, version: '1.2.3', integrity: null, commit: COMMIT, hooks: {} };
  const scope = { source } as Removal['scope'];
  const removal = { scope, packages: [], locked: [locked], directories: [], forgotten: [], hooks: [] };
  return undoCommands([removal], []);
}

describe('the command that undoes a removal', () => {
  it.each([
    ['npm:@acme/guards@^1', 'npm:@acme/guards@1.2.3'],
    ['github:acme/hooks#main:guards', `'git:https://github.com/acme/hooks.git#${COMMIT}&path:guards'`],
    ['github:acme/hooks#plugin:guard', "'github:acme/hooks#plugin:guard'"],
    ["file:/tmp/it's here", `'file:/tmp/it'\\''s here'`],
  ])('installs %s as %s', (spec, word) => {
    expect(undoOf(spec)).toEqual([`hooks install ${word}`]);
  });

  it('names the scope of a project, and nothing of what cannot be installed', () => {
    expect(undoOf('npm:guard', 'project')).toEqual(['hooks install npm:guard@1.2.3 --scope project']);
    expect(undoOf('--evil')).toEqual([]);
  });

  it('links a directory again', () => {
    expect(undoCommands([], [{ target: '/src/a b' }])).toEqual(["hooks install --link '/src/a b'"]);
  });
});
