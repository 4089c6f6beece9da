import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeScratch, type Scratch } from '../../../../test/support/scratch.ts';
import { type ProgramRequest, type ProgramResult, runProgram } from './run-program.ts';

let scratch: Scratch;
beforeAll(() => {
  scratch = makeScratch();
});
afterAll(() => scratch.remove());

function sh(script: string, change: Partial<ProgramRequest> = {}): Promise<ProgramResult> {
  const environment = { PATH: process.env.PATH };
  return runProgram({
    program: 'sh',
    args: ['-c', script],
    cwd: '/',
    environment,
    timeoutMs: 10_000,
    ...change,
  });
}

describe('a program that is no handler', () => {
  it('returns its output, its exit code and how long it took', async () => {
    const result = await sh('cat; echo oops >&2; exit 3', { stdin: 'hello\n' });
    expect(result).toMatchObject({ end: 'exit', exitCode: 3, durationMs: expect.any(Number) });
    expect([result.stdout.toString(), result.stderr.toString()]).toEqual(['hello\n', 'oops\n']);
  });

  it('has no terminal and no input unless it is given one', async () => {
    expect((await sh('cat; (: </dev/tty) 2>/dev/null && echo terminal')).stdout.toString()).toBe('');
  });

  it('gets what is passed or set of the environment, never what makes it run something else', async () => {
    const environment = {
      PATH: `relative:${process.env.PATH}:`,
      HOME: '/home/x',
      SECRET: 's',
      TOKEN: 't',
      GIT_DIR: '/evil',
      NODE_OPTIONS: '--require=/evil',
      LD_PRELOAD: '/evil',
      BASH_ENV: '/evil',
    };
    const passes = ['TOKEN', 'GIT_DIR', 'NODE_OPTIONS', 'LD_PRELOAD', 'BASH_ENV'];
    const { stdout } = await sh('env', { environment, passes, sets: { GIT_TERMINAL_PROMPT: '0' } });
    const lines = stdout.toString().split('\n');
    expect(lines).toEqual(expect.arrayContaining(['HOME=/home/x', 'TOKEN=t', 'GIT_TERMINAL_PROMPT=0']));
    expect(stdout.toString()).not.toMatch(/SECRET|evil|relative/);
  });

  it('ends at its timeout, with everything that it started', async () => {
    const file = join(scratch.dir, 'late');
    const result = await sh(`(sleep 1; touch ${file}) & trap '' TERM; sleep 60`, { timeoutMs: 200 });
    expect(result.end).toBe('timeout');
    await sleep(1_200);
    expect(existsSync(file)).toBe(false);
  });

  it('does not wait for a process that left its group and holds the output', async () => {
    const startedAt = performance.now();
    const result = await sh(`setsid sleep 5 & echo done`);
    expect(result).toMatchObject({ end: 'exit', exitCode: 0 });
    expect(result.stdout.toString()).toBe('done\n');
    expect(performance.now() - startedAt).toBeLessThan(4_000);
  });

  it('ends where it prints more than it may', async () => {
    const result = await sh('while :; do echo xxxxxxxxxxxxxxxx; done', { maxOutputBytes: 1000 });
    expect(result.end).toBe('output-limit');
    expect(result.stdout.length).toBe(1000);
  });

  it('ends when the caller aborts, before or while it runs', async () => {
    const signal = AbortSignal.timeout(200);
    expect((await sh('sleep 60', { signal })).end).toBe('aborted');
    expect((await sh('sleep 60', { signal })).end).toBe('aborted');
  });

  it('that does not exist or cannot be executed is reported with the code of the system', async () => {
    const file = join(scratch.dir, 'no-program');
    writeFileSync(file, 'text');
    chmodSync(file, 0o644);
    expect(await sh('', { program: 'no-such-program' })).toMatchObject({
      end: 'missing',
      errorCode: 'ENOENT',
    });
    expect(await sh('', { program: file })).toMatchObject({ end: 'missing', errorCode: 'EACCES' });
    expect(await sh('', { cwd: join(scratch.dir, 'none') })).toMatchObject({ end: 'missing' });
    expect(readFileSync(file, 'utf8')).toBe('text');
  });

  it('that a signal ended is reported as such', async () => {
    expect(await sh('kill -9 $$')).toMatchObject({ end: 'signal', exitCode: null });
  });
});
