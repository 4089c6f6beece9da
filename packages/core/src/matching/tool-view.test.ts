import { splitShell } from '@hookmd/shell';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { kindOfName, missingArguments, toolNames, viewTool } from './tool-view.ts';

describe('the view of a tool call', () => {
  it.each([
    ['Bash', { command: 'ls -l' }, 'shell', 'ls -l', []],
    ['Read', { file_path: 'a.ts' }, 'read', null, ['a.ts']],
    ['NotebookRead', { notebook_path: 'a.ipynb' }, 'read', null, ['a.ipynb']],
    ['Edit', { file_path: '/a.ts', old_string: 'a', new_string: 'b' }, 'edit', null, ['/a.ts']],
    ['MultiEdit', { file_path: 'a.ts', edits: [] }, 'edit', null, ['a.ts']],
    ['NotebookEdit', { notebook_path: 'a.ipynb', new_source: '' }, 'edit', null, ['a.ipynb']],
    ['Write', { file_path: 'a.ts', content: '' }, 'write', null, ['a.ts']],
    ['Grep', { pattern: 'x', path: 'src' }, 'search', null, ['src']],
    ['Glob', { pattern: '*.ts' }, 'search', null, []],
    ['LS', { path: '/tmp' }, 'search', null, ['/tmp']],
    ['WebFetch', { url: 'https://example.com' }, 'web', null, []],
    ['WebSearch', { query: 'weather' }, 'web', null, []],
    ['Task', { prompt: 'do it' }, 'agent', null, []],
    ['Agent', { prompt: 'do it' }, 'agent', null, []],
    ['TodoWrite', { todos: [] }, 'other', null, []],
    ['toString', {}, 'other', null, []],
    ['__proto__', {}, 'other', null, []],
  ])('says what %s is about', (name, input, kind, command, paths) => {
    expect(viewTool(name, 'native', input)).toEqual({
      kind,
      native_name: 'native',
      command,
      paths,
      mcp: null,
    });
  });

  it('names server and tool of an MCP tool, up to the first double underscore', () => {
    expect(viewTool('mcp__my_server__do__it', 'x', {}).mcp).toEqual({ server: 'my_server', tool: 'do__it' });
    expect(viewTool('mcp__a__b', 'a.b', {}).kind).toBe('mcp');
    for (const name of ['mcp__', 'mcp__a', 'mcp__a__', 'mcp____a']) {
      expect(viewTool(name, name, {}).kind).toBe('other');
    }
  });

  it('gives every path of a patch, whichever argument holds it', () => {
    const patch = [
      '*** Begin Patch',
      '*** Add File: src/new.ts',
      '+*** Delete File: only text',
      '*** Update File: src/old name.ts',
      '*** Move to: src/moved.ts',
      '@@',
      '-a',
      '  *** delete file:   gone.ts  ',
      '*** End Patch',
    ].join('\n');
    const paths = ['src/new.ts', 'src/old name.ts', 'src/moved.ts', 'gone.ts'];
    for (const input of [
      { command: patch },
      { patch },
      { input: patch },
      { command: ['apply_patch', patch] },
    ]) {
      expect(viewTool('apply_patch', 'apply_patch', input)).toMatchObject({
        kind: 'edit',
        paths,
        command: null,
      });
    }
    expect(viewTool('Edit', 'apply_patch', { file_path: 'a', patch }).paths).toEqual(['a', ...paths]);
    expect(viewTool('apply_patch', 'apply_patch', { patch: patch.replaceAll('\n', '\r\n') }).paths).toEqual(
      paths,
    );
  });

  it('joins a command given as a list so that it splits into the same words', () => {
    const words = ['bash', '-lc', "echo 'a b' && git push", '', '$HOME'];
    const { command } = viewTool('Bash', 'shell', { command: words });
    expect(splitShell(command ?? '').commands[0]?.words).toEqual(words);
  });

  it('reads nothing out of arguments of the wrong type', () => {
    for (const input of [
      null,
      undefined,
      1,
      'x',
      [],
      { command: 1, file_path: {} },
      { command: [1], file_path: '' },
    ]) {
      expect(viewTool('Bash', 'Bash', input).command).toBeNull();
      expect(viewTool('Write', 'Write', input).paths).toEqual([]);
    }
  });

  it('is made of any JSON without throwing', () => {
    const name = fc.oneof(fc.constantFrom('Bash', 'Write', 'apply_patch', 'Grep', 'mcp__a__b'), fc.string());
    fc.assert(
      fc.property(name, fc.jsonValue(), (toolName, input) => {
        const view = viewTool(toolName, toolName, input);
        expect(view.paths.every((path) => typeof path === 'string')).toBe(true);
        expect(Array.isArray(missingArguments(toolName, input))).toBe(true);
      }),
    );
  });
});

describe('required arguments', () => {
  it('are named when they are absent or of another type', () => {
    expect(missingArguments('Edit', { file_path: 1, new_string: '' })).toEqual(['file_path', 'old_string']);
    expect(missingArguments('MultiEdit', { file_path: 'a', edits: 'x' })).toEqual(['edits']);
    expect(missingArguments('Write', { file_path: 'a', content: '' })).toEqual([]);
    expect(missingArguments('Bash', null)).toEqual(['command']);
    expect(missingArguments('Bash', Object.create({ command: 'inherited' }))).toEqual(['command']);
  });

  it('are none for a tool that is not in the table', () => {
    expect(missingArguments('Unknown', {})).toEqual([]);
  });
});

describe('names of a tool', () => {
  it('are the canonical and the native one, the kind, and the MCP spelling', () => {
    expect(toolNames('Bash', viewTool('Bash', 'run_shell', {}), {})).toEqual(['Bash', 'run_shell', 'shell']);
    const view = { ...viewTool('x', 'github.create', {}), mcp: { server: 'github', tool: 'create' } };
    expect(toolNames('github_create', view, {})).toContain('mcp__github__create');
  });

  it('tell the kind where it does not depend on the call', () => {
    const names = ['Bash', 'shell', 'apply_patch', 'mcp__a__b', 'mcp', 'run_shell', 'constructor'];
    expect(names.map(kindOfName)).toEqual(['shell', 'shell', 'edit', 'mcp', 'mcp', null, null]);
  });
});
