import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { eventNames, permits } from '@hookmd/core/events';
import { runConcurrently } from '@hookmd/core/runtime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Ended, runHooks } from '../support/run-hooks.ts';
import { makeScratch } from '../support/scratch.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const scratch = makeScratch();
afterAll(() => scratch.remove());
const userDir = join(scratch.home, '.hookmd');
const names = eventNames.flatMap((event) => [event, ...(permits(event, 'block') ? [`${event}-guard`] : [])]);

describe('what `hooks new --lang ts` writes', () => {
  let made: readonly Ended[];
  beforeAll(async () => {
    made = await runConcurrently(names, 4, (name) => {
      const [event = '', guard] = name.split('-');
      const words = ['new', name, '--lang', 'ts', '--event', event];
      return runHooks(scratch, guard === undefined ? words : [...words, '--guard']);
    });
  }, 120_000);

  it('is written for every event, as a guard where it can be blocked', () => {
    expect(made.filter(({ exit }) => exit !== 0).map(({ stderr }) => stderr)).toEqual([]);
    expect(readdirSync(join(userDir, 'hooks', 'Stop')).sort()).toEqual([
      'HOOK.md',
      'handler.ts',
      'tests',
      'tsconfig.json',
    ]);
  });

  it('is built', async () => {
    const built = await runConcurrently(names, 4, (name) =>
      runHooks(scratch, ['build', name, '--check', '--json']),
    );
    const problems = built.map(({ stdout }) => JSON.parse(stdout).issues);
    expect(problems.flat()).toEqual([]);
  }, 120_000);

  it('passes its own tsconfig.json, with the types that `hooks new` wrote beside it', async () => {
    // All in one program, which takes a second instead of a minute.
    const config = '{"extends":"./hooks/Stop/tsconfig.json","include":["hooks/*/*.ts"]}';
    writeFileSync(join(userDir, 'tsconfig.json'), config);
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    const checked = promisify(execFile)(process.execPath, [tsc, '-p', userDir]);
    expect(
      await checked.then(
        () => '',
        ({ stdout }) => stdout,
      ),
    ).toBe('');
  }, 60_000);

  it('has cases that `hooks test` reads', () => {
    for (const name of names)
      expect(readFileSync(join(userDir, 'hooks', name, `tests/${name}.json`), 'utf8')).toContain(
        'hookmd.case/1',
      );
  });

  it('passes `hooks check` and `hooks test`', async () => {
    const check = JSON.parse((await runHooks(scratch, ['check', '--json'])).stdout);
    const codes = check.issues.map(({ code }: { code: string }) => code);
    expect([...new Set(codes)]).toEqual(['EVENT_NEVER_DISPATCHED']);
    const { exit, stdout } = await runHooks(scratch, ['test', '--jobs', '4', ...names]);
    expect(stdout.split('\n').filter((line) => line.includes('✗'))).toEqual([]);
    expect(exit).toBe(0);
  }, 240_000);
});
