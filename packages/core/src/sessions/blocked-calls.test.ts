import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { HookEvent } from '../events/event.ts';
import { describeBlocked, isWorkaround, openBlockedCalls, rememberBlocked } from './blocked-calls.ts';
import { intentOf } from './intent.ts';

const folder = mkdtempSync(join(tmpdir(), 'hookmd-blocked-'));
afterAll(() => rmSync(folder, { recursive: true }));

const REASON =
  'recursive delete: `rm -rf src` deletes a directory. Delete files by name, or move it: mv DIRECTORY /tmp/';

function shell(command: string, cwd = '/home/u/app'): HookEvent {
  const tool = { kind: 'shell', native_name: 'Bash', command, paths: [], mcp: null };
  return { hook_event_name: 'PreToolUse', cwd, project_dir: '/home/u/app', tool } as unknown as HookEvent;
}

function write(...paths: readonly string[]): HookEvent {
  const tool = { kind: 'write', native_name: 'Write', command: null, paths, mcp: null };
  return {
    hook_event_name: 'PreToolUse',
    cwd: '/home/u/app',
    project_dir: '/home/u/app',
    tool,
  } as unknown as HookEvent;
}

function follows(blocked: HookEvent, later: HookEvent, reason = 'no'): boolean {
  const call = describeBlocked(blocked, { spanId: 'a', at: 0, hooks: [], reason });
  const intent = intentOf(later);
  return call !== null && intent !== null && isWorkaround(intent, call);
}

describe('another program that changes what was blocked is a workaround', () => {
  it.each([
    ['rm -rf src', 'find src -delete'],
    ['rm -rf src', 'find ./src -type f -exec unlink {} +'],
    ['rm -rf src', `python3 -c "import shutil; shutil.rmtree('src')"`],
    [
      'rm -rf src',
      `node -e 'require("fs").rmSync("/home/u/app/src", {recursive: true, force: true})' && rmdir src`,
    ],
    ['rm -rf src/', 'rsync -a --delete empty/ src/'],
    ['rm -rf src', 'find src -type f | xargs unlink'],
    ['rm -rf src', 'sudo sh -c "find src -delete"'],
    ['rm -rf src/*', 'unlink src/a.ts'],
    [`python3 -c "shutil.rmtree('src')"`, 'rm -rf src'],
    ['sed -i s/a/b/ .env', 'cp other .env'],
    ['sed -i s/a/b/ .env', 'echo A=1 >> .env'],
    ['git checkout -- lib', 'rm -r lib'],
  ])('%s, then %s', (blocked, later) => expect(follows(shell(blocked), shell(later))).toBe(true));

  it('a tool for files, then the shell, and the reverse', () => {
    expect(follows(write('/home/u/app/.env'), shell('tee .env'))).toBe(true);
    expect(follows(shell('echo A=1 > .env'), write('.env'))).toBe(true);
  });
});

describe('anything else is not', () => {
  it.each([
    ['the same program', 'rm -rf src', 'rm -r src'],
    ['a program that only reads', 'rm -rf src', 'cat src/a.ts; ls src; grep -r x src; find src -name "*.ts"'],
    ['another path', 'rm -rf src', 'find lib -delete'],
    ['a path above', 'rm -rf src/a', 'touch src; find . -name "*.pyc" -delete'],
    ['the whole project', 'rm -rf .', 'find src -delete'],
    ['a path with the same beginning', 'rm -rf src', 'unlink src2/a'],
    ['a device', 'tee /dev/null src', 'echo x > /dev/null'],
    ['the value of an option', 'find . -type f -delete', 'find . | while read -r f; do mv "$f" b; done'],
    ['a copy of it', 'rm -rf src', 'cp -r src /tmp/src'],
    ['output to another file', 'rm -rf src', 'cat src/a.ts > copy.ts; ls src 2> /dev/null'],
    ['words in code', 'rm -rf import', `python3 -c "import os; os.remove('x')"`],
  ])('%s: %s, then %s', (_, blocked, later) => expect(follows(shell(blocked), shell(later))).toBe(false));

  it('a program that the reason names', () => {
    const [blocked, later] = [shell('rm -rf src'), shell('mv src /tmp/')];
    expect([follows(blocked, later), follows(blocked, later, REASON)]).toEqual([true, false]);
  });

  it('a tool that changes no files', () => {
    const search = {
      ...shell(''),
      tool: { kind: 'search', native_name: 'Grep', command: null, paths: ['src'], mcp: null },
    };
    expect(follows(shell('rm -rf src'), search as HookEvent)).toBe(false);
  });
});

it('costs the event little, however long its paths are', () => {
  const call = describeBlocked(shell('rm -rf src'), { spanId: 'a', at: 0, hooks: [], reason: 'no' });
  const deep = 'a/'.repeat(40_000);
  const many = Array.from({ length: 1000 }, (_, index) => `src/${index}/${'a/'.repeat(500)}`);
  const startedAt = performance.now();
  for (const event of [
    write(deep),
    write(...many),
    shell(`rm ${'a/'.repeat(4000)}`),
    shell(
      `ls ${Array.from({ length: 16 }, (_, index) => `${index}/${'a/'.repeat(100)}b`).join(' ')}; ${'rm; '.repeat(1000)}`,
    ),
  ])
    for (let count = 0; count < 8; count += 1) {
      const intent = intentOf(event);
      if (intent !== null && call !== null) isWorkaround(intent, call);
    }
  expect(performance.now() - startedAt).toBeLessThan(4000);
});

describe('the memory of a session', () => {
  const blocked = (spanId: string, hooks: readonly string[], at = Date.now()) =>
    describeBlocked(shell('rm -rf src'), { spanId, at, hooks, reason: REASON });

  it('finds the latest block of a hook, and has no text of the call', () => {
    const directory = join(folder, 'session');
    for (const [id, hooks] of [
      ['one', ['user/a']],
      ['two', ['user/a', 'user/b']],
      ['three', ['user/c']],
    ] as const) {
      const call = blocked(id, hooks);
      if (call !== null) rememberBlocked(directory, call);
    }
    const calls = openBlockedCalls(directory, shell('find src -delete'));
    const found = ['a', 'b', 'c', 'd'].map((name) => calls.find({ qualifiedName: `user/${name}` })?.spanId);
    expect(found).toEqual(['two', 'two', 'three', undefined]);
    expect(openBlockedCalls(directory, shell('ls src')).find({ qualifiedName: 'user/a' })).toBeNull();
    const { calls: stored } = JSON.parse(readFileSync(join(directory, 'blocked.json'), 'utf8')) as {
      calls: { reason: string }[];
    };
    expect(JSON.stringify(stored.map((call) => ({ ...call, reason: '' })))).not.toMatch(/src|rm"/);
  });

  it('forgets after half an hour, and keeps eight', () => {
    const directory = join(folder, 'old');
    const hour = 3_600_000;
    const late = blocked('late', ['user/a'], Date.now() - hour);
    if (late !== null) rememberBlocked(directory, late);
    const find = (name: string) =>
      openBlockedCalls(directory, shell('find src -delete')).find({ qualifiedName: name });
    expect(find('user/a')).toBeNull();
    for (let index = 0; index < 9; index += 1) {
      const call = blocked(String(index), [`user/${index}`]);
      if (call !== null) rememberBlocked(directory, call);
    }
    expect([find('user/0'), find('user/1')?.spanId, find('user/8')?.spanId]).toEqual([null, '1', '8']);
  });

  it('is empty where its file is damaged or cannot be written', () => {
    const directory = join(folder, 'damaged');
    const call = blocked('one', ['user/a']);
    if (call === null) throw new Error('nothing to remember');
    rememberBlocked(directory, call);
    writeFileSync(join(directory, 'blocked.json'), '{"calls":[{"spanId":3}]}');
    expect(
      openBlockedCalls(directory, shell('find src -delete')).find({ qualifiedName: 'user/a' }),
    ).toBeNull();
    writeFileSync(join(folder, 'file'), '');
    rememberBlocked(join(folder, 'file'), call);
    expect(
      openBlockedCalls(join(folder, 'file'), shell('find src -delete')).find({ qualifiedName: 'user/a' }),
    ).toBeNull();
  });
});
