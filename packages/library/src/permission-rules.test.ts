import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ToolWords } from '@hookmd/core/protocols';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { compileRules, type PermissionRules, type RuleDecision } from './permission-rules.ts';

let dir: string;
beforeEach(() => {
  dir = realpathSync(mkdtempSync(join(tmpdir(), 'hookmd-rules-')));
  mkdirSync(join(dir, 'project/src'), { recursive: true });
  writeFileSync(join(dir, 'secret'), '');
});
afterEach(() => rmSync(dir, { recursive: true }));

const words = new ToolWords([{ native: 'sh', tool: 'Bash', arguments: [{ native: 'cmd', key: 'command' }] }]);
const judge = (rules: PermissionRules, name: string, input: Record<string, string>): RuleDecision =>
  compileRules(rules, { words, environment: { HOME: dir }, cwd: join(dir, 'project') })({ name, input });

test('what denies comes before what asks, and that before what allows', () => {
  const rules = { deny: ['Bash(rm*)'], ask: ['Bash(*x)', 'Bash(*y*)'], allow: ['Bash'] };
  expect(judge(rules, 'Bash', { command: 'ls; rm x' })).toEqual({ decision: 'deny', rules: ['Bash(rm*)'] });
  expect(judge(rules, 'Bash', { command: 'yy x' })).toEqual({ decision: 'ask', rules: rules.ask });
  expect(judge(rules, 'Bash', { command: 'ls' })).toEqual({ decision: 'allow', rules: ['Bash'] });
  expect(judge(rules, 'Read', { file_path: 'a' })).toEqual({ decision: 'none', rules: [] });
  expect(judge({}, 'Read', { file_path: 'a' })).toEqual({ decision: 'none', rules: [] });
});

test('a call in the words of the agent is known by both names', () => {
  expect(judge({ deny: ['sh(rm*)'] }, 'sh', { cmd: 'rm x' }).decision).toBe('deny');
  expect(judge({ allow: ['Bash(ls)'] }, 'sh', { cmd: 'ls' }).decision).toBe('allow');
});

test('nothing is allowed through a link that leads elsewhere', () => {
  const at = (path: string): string => join(dir, 'project', path);
  const rules = { allow: ['Edit(src/**)'] };
  const edit = (file_path: string): string =>
    judge(rules, 'Edit', { file_path, old_string: '', new_string: '' }).decision;
  symlinkSync('../../secret', at('src/file'));
  symlinkSync('../..', at('src/folder'));
  symlinkSync('new', at('src/inside'));
  symlinkSync('loop', at('src/loop'));
  expect([edit('src/a'), edit('src/not/there'), edit('src/inside')]).toEqual(['allow', 'allow', 'allow']);
  expect([edit('src/file'), edit('src/folder/secret'), edit('src/folder/new')]).toEqual([
    'none',
    'none',
    'none',
  ]);
  expect(edit('src/loop')).toBe('none');
});

test('a URL that cannot be parsed is not allowed by its spelling', () => {
  const rules = { allow: ['WebFetch(https://*.example.com/*)'], deny: ['WebFetch(https://evil*)'] };
  const fetch = (url: string): string => judge(rules, 'WebFetch', { url }).decision;
  expect(fetch('https://docs.example.com/x')).toBe('allow');
  expect(fetch('https://other.example:99999999\\.example.com/x')).toBe('none');
  expect(fetch('https://other.example%2f.example.com/')).toBe('none');
  expect(fetch('https://evil.example%2f.example.com/')).toBe('deny');
});

test('a project that is reached through a link has its own files', () => {
  symlinkSync('project', join(dir, 'alias'));
  const evaluated = compileRules(
    { allow: ['Read(src/**)'] },
    { words, environment: { HOME: dir }, cwd: dir },
  );
  const call = { name: 'Read', input: { file_path: 'src/a' } };
  expect(evaluated({ ...call, cwd: join(dir, 'alias') }).decision).toBe('allow');
});

test('`..` behind a link is judged as the kernel goes there, and as a tool that cleans up names', () => {
  mkdirSync(join(dir, 'elsewhere'));
  symlinkSync('../../elsewhere', join(dir, 'project/src/folder'));
  symlinkSync('folder/../new', join(dir, 'project/src/made'));
  const read = (file_path: string): string =>
    judge({ allow: ['Read(src/**)'] }, 'Read', { file_path }).decision;
  // Of the kernel `secret` beside the project, of others `src/secret`.
  expect([read('src/folder/../secret'), read('src/made')]).toEqual(['none', 'none']);
  expect([read('src/x/../a'), read('src/./a')]).toEqual(['none', 'allow']);
  mkdirSync(join(dir, 'project/src/x'));
  expect(read('src/x/../a')).toBe('allow');
});

test('what denies and what asks means a file also by the name that a link leads to', () => {
  writeFileSync(join(dir, 'project/.env'), '');
  symlinkSync('../.env', join(dir, 'project/src/notes.txt'));
  const rules = { deny: ['Read(**/.env)'], ask: ['Edit(.env)'], allow: ['Read', 'Edit'] };
  const input = { file_path: 'src/notes.txt' };
  expect(judge(rules, 'Read', input)).toEqual({ decision: 'deny', rules: ['Read(**/.env)'] });
  expect(judge(rules, 'Edit', input)).toEqual({ decision: 'ask', rules: ['Edit(.env)'] });
  expect(judge(rules, 'Read', { file_path: 'src/a' }).decision).toBe('allow');
});
