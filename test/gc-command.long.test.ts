import { type ChildProcess, spawn } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readHookLog } from './support/hook-log.ts';
import { writeHook } from './support/hook-package.ts';
import { runHooks } from './support/run-hooks.ts';
import { makeScratch, type Scratch } from './support/scratch.ts';

let scratch: Scratch;
let child: ChildProcess | null = null;

beforeEach(() => {
  scratch = makeScratch();
  writeHook(scratch, { name: 'guard' }, 'PreToolUse');
});
afterEach(() => {
  child?.kill('SIGKILL');
  child = null;
  scratch.remove();
});

const store = (): string => join(scratch.state, 'store');
const copies = (): string[] => readdirSync(store()).filter((name) => !name.startsWith('.'));

/** As if the last one who stored or dropped it did so two hours ago. */
function ageCopies(): void {
  const then = Date.now() / 1000 - 7200;
  for (const name of copies()) utimesSync(join(store(), name), then, then);
}

async function call(...words: string[]): Promise<Record<string, never>> {
  const { stdout, stderr, exit } = await runHooks(scratch, [...words, '--json']);
  expect([exit, stderr], words.join(' ')).toEqual([0, '']);
  return JSON.parse(stdout);
}

function edit(text: string): void {
  writeFileSync(join(scratch.home, '.hookmd/hooks/guard/handler.sh'), `${text}\n`, { flag: 'a' });
}

/** One copy that is approved, and one that was. */
async function approveTwice(): Promise<readonly [old: string, now: string]> {
  await call('enable', 'guard', '--yes');
  const [old = ''] = copies();
  edit('# more');
  await call('trust', 'guard', '--yes');
  return [old, copies().find((name) => name !== old) ?? ''];
}

async function expectRun(): Promise<void> {
  await runHooks(scratch, ['run', 'PreToolUse', '--json'], { stdin: '{"tool_name":"Bash","tool_input":{}}' });
  expect(readHookLog(scratch.log).runs.map(({ name }) => name)).toContain('guard');
}

describe('`hooks gc`', () => {
  test('clears what no approval names, says how much that is, and nothing else', async () => {
    const [old, now] = await approveTwice();
    ageCopies();
    expect(await call('gc', '--dry-run')).toMatchObject({ dryRun: true, cleared: [{ kind: 'copy' }] });
    expect(copies()).toHaveLength(2);
    const { cleared, freedBytes } = await call('gc');
    expect(cleared).toEqual([{ path: join(store(), old), kind: 'copy', bytes: freedBytes }]);
    expect(freedBytes).toBeGreaterThan(100);
    expect(readdirSync(store())).toEqual([now]);
    await expectRun();
    expect(await call('gc')).toMatchObject({ cleared: [], freedBytes: 0 });
  });

  test('leaves for an hour what was dropped: it may run at this very moment', async () => {
    await call('enable', 'guard', '--yes');
    ageCopies();
    edit('# more');
    await call('trust', 'guard', '--yes');
    expect(await call('gc')).toMatchObject({ cleared: [] });
    expect(copies()).toHaveLength(2);
  });

  test('leaves what events of any project read, whatever became of the approval', async () => {
    await call('enable', 'guard', '--yes');
    rmSync(join(scratch.state, 'approvals'), { recursive: true });
    ageCopies();
    expect(await call('gc')).toMatchObject({ cleared: [] });
    await expectRun();
  });

  test.skipIf(process.platform !== 'linux')('leaves what a process says that it runs', async () => {
    const [old] = await approveTwice();
    ageCopies();
    child = spawn('sleep', ['60'], { cwd: join(store(), old), stdio: 'ignore' });
    expect(await call('gc')).toMatchObject({ cleared: [] });
    expect(copies()).toHaveLength(2);
  });

  test('leaves the store alone where the approvals cannot be believed', async () => {
    await approveTwice();
    ageCopies();
    chmodSync(scratch.state, 0o777);
    const { exit, stdout } = await runHooks(scratch, ['gc', '--json']);
    expect([exit, JSON.parse(stdout).cleared]).toEqual([1, []]);
    expect(JSON.parse(stdout).issues).toMatchObject([{ code: 'STATE_IGNORED' }]);
    expect(copies()).toHaveLength(2);
  });

  test('clears stages and temporary files after an hour, and damaged records after the days of the event log', async () => {
    const at = (name: string, hours: number): string => {
      const path = join(scratch.state, name);
      if (name.includes('stage')) mkdirSync(path, { recursive: true });
      else writeFileSync(path, 'x'.repeat(1000));
      const then = Date.now() / 1000 - hours * 3600;
      utimesSync(path, then, then);
      return path;
    };
    mkdirSync(join(scratch.state, 'approvals'), { recursive: true });
    const gone = [
      at('store/.stage-0123456789abcdef', 2),
      at('approvals/.x.json.0123456789ab.tmp', 2),
      at('approvals/x.json.corrupt', 15 * 24),
    ];
    const cached = [
      at('store/.stage-1123456789abcdef', 0.5),
      at('approvals/.y.json.0123456789ab.tmp', 0.5),
      at('approvals/y.json.corrupt', 13 * 24),
    ];
    const { cleared } = await call('gc');
    expect((cleared as unknown as { path: string }[]).map(({ path }) => path).sort()).toEqual(
      [...gone].sort(),
    );
    expect([...gone, ...cached].map((path) => existsSync(path))).toEqual([
      ...gone.map(() => false),
      ...cached.map(() => true),
    ]);
  });

  test('never follows a link out of the state directory', async () => {
    await call('enable', 'guard', '--yes');
    const outside = join(scratch.dir, 'outside');
    cpSync(join(scratch.home, '.hookmd'), outside, { recursive: true });
    const name = 'f'.repeat(64);
    mkdirSync(join(store(), name));
    cpSync(outside, join(scratch.dir, 'again'), { recursive: true });
    const { symlinkSync } = await import('node:fs');
    symlinkSync(outside, join(store(), name, 'link'));
    symlinkSync(outside, join(store(), 'e'.repeat(64)));
    const then = Date.now() / 1000 - 7200;
    utimesSync(join(store(), name), then, then);
    utimesSync(outside, then, then);
    await call('gc');
    expect(existsSync(join(store(), name))).toBe(false);
    expect(statSync(join(outside, 'hooks/guard/handler.sh')).mode & 0o777).toBe(0o755);
  });

  test('with --projects forgets what was approved for a project that is gone', async () => {
    writeHook(scratch, { name: 'theirs', at: 'project', does: 'true' }, 'Stop');
    const { digest } = await call('info', 'theirs');
    await call('enable', 'theirs', '--yes', '--digest', digest ?? '');
    rmSync(scratch.project, { recursive: true });
    mkdirSync(join(scratch.dir, 'other', '.git'), { recursive: true });
    const words = ['gc', '--json', '--home', scratch.home, '--project', join(scratch.dir, 'other')];
    const gc = async (...more: string[]): Promise<unknown> =>
      JSON.parse((await runHooks(scratch, [...words, ...more], { bare: true, cwd: scratch.dir })).stdout);
    expect(await gc()).toMatchObject({ forgotten: [] });
    expect(await gc('--projects', '--dry-run')).toMatchObject({ forgotten: [{ approvals: 1 }] });
    expect(readdirSync(join(scratch.state, 'approvals'))).toHaveLength(1);
    expect(await gc('--projects')).toMatchObject({
      forgotten: [{ projectDir: scratch.project, approvals: 1 }],
    });
    expect(readdirSync(join(scratch.state, 'approvals'))).toEqual([]);
  });
});

test('20 approvals of bytes that are garbage, beside a store that is cleared again and again, all run', async () => {
  for (let index = 0; index < 20; index += 1) {
    writeHook(scratch, { name: `guard-${index}`, does: `: ${index % 4}` }, 'PreToolUse');
  }
  const names = Array.from({ length: 20 }, (_, index) => `guard-${index}`);
  await call('enable', ...names, '--yes');
  for (const directory of ['approvals', 'active'])
    rmSync(join(scratch.state, directory), { recursive: true });
  ageCopies();
  expect(copies()).toHaveLength(4);
  let isOver = false;
  const sweeper = (async () => {
    let rounds = 0;
    for (; !isOver; rounds += 1) await call('gc');
    return rounds;
  })();
  const ended = await Promise.all(
    names.map((name) => runHooks(scratch, ['enable', name, '--yes', '--json'])),
  );
  isOver = true;
  expect(await sweeper).toBeGreaterThan(0);
  expect(ended.map(({ exit }) => exit)).toEqual(names.map(() => 0));
  const { hooks } = await call('list');
  const states = (hooks as unknown as { name: string; state: string }[]).filter(({ name }) =>
    names.includes(name),
  );
  expect(states.map(({ state }) => state)).toEqual(names.map(() => 'ready'));
  await runHooks(scratch, ['run', 'PreToolUse'], { stdin: '{"tool_name":"Bash","tool_input":{}}' });
  expect(new Set(readHookLog(scratch.log).runs.map(({ name }) => name))).toEqual(new Set(names));
}, 120_000);
