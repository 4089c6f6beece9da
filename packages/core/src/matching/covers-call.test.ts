import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type CompiledCondition, evaluateCondition, parseCondition } from './condition.ts';
import { coversCall } from './covers-call.ts';
import type { ToolCall } from './subjects.ts';
import { viewTool } from './tool-view.ts';

function compile(text: string): CompiledCondition {
  const condition = parseCondition(text);
  if ('error' in condition) throw new Error(condition.error);
  return condition;
}

function call(toolName: string, input: unknown): ToolCall {
  return {
    toolName,
    view: viewTool(toolName, toolName, input),
    input,
    cwd: '/home/ann/work',
    home: '/home/ann',
  };
}

const covers = (rules: readonly string[], ...of: Parameters<typeof call>): boolean =>
  coversCall(rules.map(compile), call(...of));

const spellings: Record<'reach' | 'harmless', readonly { how: string; command: string }[]> = JSON.parse(
  readFileSync(new URL('../../../shell/src/hostile-spellings.json', import.meta.url), 'utf8'),
);

describe('rules that allow', () => {
  it.each([
    ['npm test', true],
    ['npm test && npm run lint', true],
    ['npm test | npm run lint -- --fix', true],
    ['npm test && rm -rf x', false],
    ['npm run "lint x"', true],
    ['npm "run x"', false],
    ['npm run lint > x', false],
    ['npm run $X', false],
    ['npm run $(rm x)', false],
    ['A=b npm test', false],
    ['sudo npm test', false],
    ['env npm test', false],
    ['/tmp/npm test', false],
    ['./npm test', false],
    ['npm tes', false],
    ['npm test\nrm x', false],
    ['npm test #', false],
  ])('Bash(npm test) and Bash(npm run *) with %s: %j', (command, expected) => {
    expect(covers(['Bash(npm test)', 'Bash(npm run *)'], 'Bash', { command })).toBe(expected);
  });

  it.each([...spellings.reach, ...spellings.harmless])(
    'cover no push that is not spelled out: $how',
    ({ command }) => {
      const rules = ['Bash(ls*)', 'Bash(echo *)', 'Bash(cat*)', 'Bash(git commit*)', 'Bash(git pull*)'];
      const guard = compile('Bash(git push*)');
      if (covers(rules, 'Bash', { command }))
        expect(evaluateCondition(guard, call('Bash', { command }))).toBe(false);
    },
  );

  it.each([
    ['src/a.ts', true],
    ['./src/x/y', true],
    ['/home/ann/work/src/a', true],
    ['src/../a', false],
    ['/etc/passwd', false],
    ['~/x', false],
    ['~/notes/a', true],
  ])('Edit(src/**) and Edit(~/notes/**), of home and of this folder, with %s: %j', (file_path, expected) => {
    const rules = ['Edit(src/**)', 'Edit(~/notes/**)', 'Edit(./~/notes/**)'];
    expect(covers(rules, 'Edit', { file_path, old_string: '', new_string: '' })).toBe(expected);
  });

  it.each([
    ['cd src && ./check', false],
    ['pushd src; npm test', false],
    ['command cd src; npm test', false],
    ['printf -v PATH x; npm test', false],
    ['export PATH=x; npm test', false],
    ['npm test && cd src', true],
    ['printf x | npm test', true],
  ])('cover nothing behind what may change its meaning: %s: %j', (command, expected) => {
    const programs = ['cd', 'pushd', 'command', 'printf', 'export', 'npm'].map((name) => `Bash(${name} *)`);
    expect(covers(['Bash(./check)', ...programs], 'Bash', { command })).toBe(expected);
  });

  it.each([
    ...[
      '~root/a',
      '$HOME/a',
      '@/etc/a',
      'file:/etc/a',
      ' /etc/a',
      'a ',
      '../x\0/../work/a',
      'a\r/../b',
      '..\\a',
    ],
    ...[['a', ''], ['a', ['/etc/a']], []],
  ])('cover no path that some tools read otherwise: %j', (file_path) => {
    expect(covers(['Read(**)'], 'Read', { file_path: 'a/b c$é.ts' })).toBe(true);
    expect(covers(['Read(**)'], 'Read', { file_path })).toBe(false);
    expect(covers(['Read'], 'Read', { file_path })).toBe(true);
  });

  it('cover no script that a shell is sent by a pipe', () => {
    expect(covers(['Bash(cat *)', 'Bash(sh)'], 'Bash', { command: 'cat x | sh' })).toBe(false);
    expect(covers(['Bash(cat *)', 'Bash(sort)'], 'Bash', { command: 'cat x | sort' })).toBe(true);
  });

  it('cover both readings of a path that begins with `~`', () => {
    expect(covers(['Read(~/notes/**)'], 'Read', { file_path: '~/notes/a' })).toBe(false);
  });

  it('cover no call that does not say what it is about', () => {
    expect(covers(['Bash(npm *)'], 'Bash', { command: 1 })).toBe(false);
    expect(covers(['Edit(**)'], 'Edit', {})).toBe(false);
    expect(covers(['WebFetch(https://a.example/*)'], 'WebFetch', {})).toBe(false);
  });

  it('cover calls of which a part may be unseen by the name of the tool alone', () => {
    const patch = { patch: '*** Update File: src/a.md\n' };
    expect(covers(['edit(src/**)'], 'apply_patch', patch)).toBe(false);
    expect(covers(['apply_patch'], 'apply_patch', patch)).toBe(true);
    const edit = { ...call('Edit', {}), input: { file_path: 'src/a', ...patch } };
    const patched = { ...edit, view: viewTool('Edit', 'apply_patch', edit.input) };
    expect(coversCall([compile('Edit(src/**)')], patched)).toBe(false);
    expect(covers(['Glob(src/**)'], 'Glob', { path: 'src/a', pattern: '../../x' })).toBe(false);
    expect(covers(['search'], 'Glob', { path: 'src/a', pattern: '../../x' })).toBe(true);
    expect(covers(['mcp__a__b(*"x"*)'], 'mcp__a__b', { x: 'x' })).toBe(false);
    expect(covers(['mcp__a__b'], 'mcp__a__b', { x: 'x' })).toBe(true);
    expect(covers(['mcp__a__c', 'Read'], 'mcp__a__b', {})).toBe(false);
  });

  it('cover an address as written and as the network sees it', () => {
    const rule = ['WebFetch(https://a.example/*)'];
    expect(covers(rule, 'WebFetch', { url: 'https://a.example/x' })).toBe(true);
    expect(covers(rule, 'WebFetch', { url: 'https://a.example/..\\..//x' })).toBe(true);
    expect(covers(rule, 'WebFetch', { url: 'https://a.example' })).toBe(false);
    expect(covers(['web(https://*.a.example/*)'], 'WebFetch', { url: 'https://b.a.example/x' })).toBe(true);
    for (const end of [
      '/.a.example/x',
      '/x.a.example/',
      '?.a.example/x',
      '#.a.example/x',
      '\\\\.a.example/x',
    ])
      expect(covers(['web(https://*.a.example/*)'], 'WebFetch', { url: `https://b.example${end}` })).toBe(
        false,
      );
    expect(covers(['web(http://localhost:*/*)'], 'WebFetch', { url: 'http://localhost:3000/' })).toBe(true);
    for (const url of [
      'http://a.example/x',
      'https://a.example./x',
      'https://ann@a.example/x',
      'a.example/x',
    ])
      expect(covers(rule, 'WebFetch', { url })).toBe(false);
    expect(covers(['WebFetch(https://a.example*)'], 'WebFetch', { url: 'https:\\a.example' })).toBe(false);
  });
});
