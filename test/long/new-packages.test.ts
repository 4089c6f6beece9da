import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type EventName, eventNames, permits } from '@hookmd/core/events';
import { runConcurrently } from '@hookmd/core/runtime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { leftoverProcesses } from '../support/leftover-processes.ts';
import { CLI, type Ended, runHooks } from '../support/run-hooks.ts';
import { makeScratch } from '../support/scratch.ts';

const scratch = makeScratch();
afterAll(() => scratch.remove());
const hooksDir = join(scratch.home, '.hookmd/hooks');

interface Made {
  readonly name: string;
  readonly words: readonly string[];
}

/** Every event, in every language, and as a guard where it can be blocked. */
const all: readonly Made[] = eventNames.flatMap((event: EventName) =>
  ['sh', 'js', 'py'].flatMap((lang) => {
    const words = ['--event', event, '--lang', lang];
    const watches = { name: `${event}-${lang}`, words };
    const guard = { name: `${event}-${lang}-guard`, words: [...words, '--guard'] };
    return permits(event, 'block') ? [watches, guard] : [watches];
  }),
);

describe('what `hooks new` writes', () => {
  let made: readonly Ended[];
  beforeAll(async () => {
    made = await runConcurrently(all, 4, ({ name, words }) => runHooks(scratch, ['new', name, ...words]));
  }, 120_000);

  it('is written for every event, in each language, as a guard where it can be blocked', () => {
    expect(made.filter(({ exit }) => exit !== 0).map(({ stderr }) => stderr)).toEqual([]);
    expect(readdirSync(hooksDir).sort()).toEqual(all.map(({ name }) => name).sort());
  });

  it('passes `hooks check` without a remark, but that no agent fires some of the events', async () => {
    const { exit, stdout } = await runHooks(scratch, ['check', '--json']);
    const codes = JSON.parse(stdout).issues.map(({ code }: { code: string }) => code);
    expect([...new Set(codes)]).toEqual(['EVENT_NEVER_DISPATCHED']);
    expect(exit).toBe(0);
  });

  it('passes `hooks test`', async () => {
    const { exit, stdout } = await runHooks(scratch, ['test', '--jobs', '4', ...all.map(({ name }) => name)]);
    expect(stdout.split('\n').filter((line) => line.includes('✗'))).toEqual([]);
    expect(stdout).toMatch(new RegExp(`of ${all.length} packages: \\d+ passed\n$`));
    expect(exit).toBe(0);
  }, 120_000);
});

describe('`hooks new`', () => {
  it('is made by one of many processes that ask for the same name', async () => {
    const calls = Array.from({ length: 6 }, (_, index) => ['sh', 'js'][index % 2] ?? 'sh');
    const ended = await Promise.all(calls.map((lang) => runHooks(scratch, ['new', 'raced', '--lang', lang])));
    expect(ended.filter(({ exit }) => exit === 0)).toHaveLength(1);
    expect(ended.filter(({ stderr }) => stderr.startsWith('HOOK_EXISTS'))).toHaveLength(5);
    expect(readdirSync(join(hooksDir, 'raced'))).toHaveLength(3);
    expect(readdirSync(hooksDir).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  it('leaves nothing where the folder cannot be written', async () => {
    const current = makeScratch();
    mkdirSync(join(current.home, '.hookmd'));
    writeFileSync(join(current.home, '.hookmd/hooks'), '');
    const { exit, stderr } = await runHooks(current, ['new', 'x']);
    const left = readdirSync(join(current.home, '.hookmd'));
    current.remove();
    expect(stderr).toMatch(/^PACKAGE_NOT_WRITABLE/);
    expect(exit).toBe(1);
    expect(left).toEqual(['hooks']);
  });

  it('makes a shell handler executable, and a name that YAML would read as a number a name', async () => {
    const { exit } = await runHooks(scratch, ['new', '1e3']);
    expect(exit).toBe(0);
    expect(statSync(join(hooksDir, '1e3/handler.sh')).mode & 0o111).not.toBe(0);
    const { stdout } = await runHooks(scratch, ['info', '1e3', '--json']);
    expect(JSON.parse(stdout).name).toBe('1e3');
  });

  it('writes a guard that refuses a command too long to be looked at', async () => {
    await runHooks(scratch, ['new', 'long', '--guard']);
    await runHooks(scratch, ['enable', 'long', '--yes']);
    const input = { command: `git push ${' '.repeat(9_000)} --force` };
    const stdin = JSON.stringify({ tool_name: 'Bash', tool_input: input });
    const { stdout } = await runHooks(scratch, ['run', 'PreToolUse', '--json'], { stdin });
    expect(JSON.parse(stdout)).toMatchObject({
      decision: 'block',
      reason: expect.stringContaining('too long'),
    });
  });
});

describe('`hooks test`', () => {
  const writeCases = (name: string, handler: string, cases: readonly object[]): void => {
    const dir = join(hooksDir, name);
    mkdirSync(join(dir, 'tests'), { recursive: true });
    writeFileSync(join(dir, 'HOOK.md'), '---\nevents: [Stop]\ncommand: [./handler.sh]\n---\n');
    writeFileSync(join(dir, 'handler.sh'), `#!/bin/sh\n${handler}\n`, { mode: 0o755 });
    const whole = cases.map((item) => ({
      schema: 'hookmd.case/1',
      event: 'Stop',
      expect: { outcome: 'success' },
      ...item,
    }));
    writeFileSync(join(dir, `tests/${name}.json`), JSON.stringify(whole));
  };
  const left = (): readonly string[] => readdirSync(join(scratch.dir, 'tmp'));

  it('prints in the order of the files however long each case takes', async () => {
    const files = (text: string): object => ({ files: { first: text } });
    writeCases('slow', 'test "$(cat first)" = yes && sleep 1; exit 0', [
      { name: 'one', ...files('yes') },
      { name: 'two', ...files('no') },
      { name: 'three', ...files('no') },
    ]);
    const { stdout } = await runHooks(scratch, ['test', 'slow', '--jobs', '3']);
    expect(stdout).toMatch(/one .*\n.*two .*\n.*three .*\n/);
    expect(left()).toEqual([]);
  });

  it('leaves no folder behind that a handler locked, and no process', async () => {
    writeCases('locks', 'mkdir -p a/b; touch a/b/c; chmod 000 a/b a; mktemp; sleep 60 & exit 0', [
      { name: 'one' },
    ]);
    const { stdout } = await runHooks(scratch, ['test', 'locks']);
    expect(stdout).toContain('1 case of 1 package');
    expect(left()).toEqual([]);
    expect(await leftoverProcesses(scratch.dir)).toEqual([]);
  });

  it('never waits for what a handler put in place of a file', async () => {
    writeCases('pipes', 'mkfifo out; ln -s /etc/passwd link; exit 0', [
      { name: 'one', expect: { files: { out: 'x', link: 'y' } } },
    ]);
    const { exit, stdout } = await runHooks(scratch, ['test', 'pipes']);
    expect(exit).toBe(1);
    expect(stdout.match(/cannot be read/g)).toHaveLength(2);
    expect(stdout).not.toContain('root:');
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('ends at once on %s, and leaves nothing', async (signal) => {
    const mark = join(scratch.log, `started-${signal}`);
    writeCases('hangs', `touch '${mark}'; sleep 60 & sleep 60`, [{ name: 'one' }, { name: 'two' }]);
    const ended = await new Promise<number | null>((resolve) => {
      const words = [CLI, 'test', 'hangs', '--home', scratch.home, '--project', scratch.project];
      const env = { PATH: process.env['PATH'], HOME: scratch.home, TMPDIR: join(scratch.dir, 'tmp') };
      const child = spawn(process.execPath, words, { env, stdio: 'ignore' });
      child.on('exit', resolve);
      const watch = setInterval(() => {
        if (!existsSync(mark)) return;
        clearInterval(watch);
        child.kill(signal);
      }, 20);
    });
    expect(ended).toBe(130);
    expect(left()).toEqual([]);
    expect(await leftoverProcesses(scratch.dir)).toEqual([]);
  });

  it('keeps to what is approved: nothing it runs is approved afterwards', () => {
    const approvals = join(scratch.state, 'approvals');
    const names = existsSync(approvals) ? readdirSync(approvals, { recursive: true, encoding: 'utf8' }) : [];
    const texts = names
      .filter((name) => name.endsWith('.json'))
      .map((name) => readFileSync(join(approvals, name), 'utf8'));
    expect(texts.filter((text) => !text.includes('user/long'))).toEqual([]);
  });
});
