import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withLock } from '@hookmd/core/system';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeHook } from './support/hook-package.ts';
import { runHooks } from './support/run-hooks.ts';
import { makeScratch, type Scratch } from './support/scratch.ts';
import { waitForFile } from './support/wait-for-file.ts';

interface Finding {
  readonly code: string;
  readonly path?: string;
  readonly message: string;
  readonly remedy: string;
}

interface Fixes {
  readonly fixed: readonly string[];
  readonly notFixed: readonly Finding[];
  readonly left: readonly string[];
}

let scratch: Scratch;
let child: ChildProcess | null = null;

beforeEach(() => {
  scratch = makeScratch();
});

afterEach(() => {
  child?.kill('SIGKILL');
  child = null;
  scratch.remove();
});

async function findings(section: string): Promise<readonly Finding[]> {
  const { stdout } = await runHooks(scratch, ['doctor', '--json']);
  const all: readonly (Finding & { section: string })[] = JSON.parse(stdout).findings;
  return all.filter((item) => item.section === section);
}

/** As old as what nobody works on any more. */
function age(path: string): void {
  const then = Date.now() / 1000 - 7200;
  utimesSync(path, then, then);
}

describe('`hooks doctor` finds what killed processes left:', () => {
  it('locks, stages and temporary files that are old, and damaged records at once', async () => {
    const inside = (...names: string[]): string => join(scratch.state, ...names);
    mkdirSync(inside('store', '.stage-0123456789abcdef'), { recursive: true });
    mkdirSync(inside('approvals'), { recursive: true });
    mkdirSync(inside('lock'));
    writeFileSync(inside('approvals', '.guard.json.0123456789ab.tmp'), '');
    writeFileSync(inside('approvals', '.young.json.0123456789ab.tmp'), '');
    writeFileSync(inside('approvals', 'guard.json.corrupt'), '{');
    age(inside('store', '.stage-0123456789abcdef'));
    age(inside('approvals', '.guard.json.0123456789ab.tmp'));
    const found = await findings('stale files');
    expect(found.map(({ code, path }) => [code, path])).toEqual([
      ['LEFT_CORRUPT', inside('approvals', 'guard.json.corrupt')],
      ['LEFT_FILE', inside('approvals', '.guard.json.0123456789ab.tmp')],
      ['LEFT_FILE', inside('store', '.stage-0123456789abcdef')],
    ]);
    expect(found[1]?.remedy).toContain(`rm -rf ${inside('approvals', '.guard.json.0123456789ab.tmp')}`);
  });

  it.runIf(process.platform === 'linux')('a lock whose holder has died, and none that is held', async () => {
    const lock = join(scratch.state, 'lock');
    mkdirSync(lock, { recursive: true });
    // A holder on another machine cannot be judged; one of ours, as a command writes it, can.
    writeFileSync(join(lock, '1.1.00000000.00000000.00000000'), '');
    expect(await findings('stale files')).toEqual([]);
    const name = await nameOfDeadHolder();
    renameSync(join(lock, '1.1.00000000.00000000.00000000'), join(lock, name));
    expect(await findings('stale files')).toMatchObject([{ code: 'LEFT_LOCK', path: lock }]);
  });

  it.runIf(process.platform === 'linux')(
    'a process of a handler whose run is over, and none whose run goes on',
    async () => {
      const dead = await deadPid();
      child = await startMarked(`${dead}-abc`);
      expect(await findings('stale files')).toMatchObject([
        {
          code: 'LEFT_PROCESS',
          message: expect.stringContaining('guard'),
          remedy: expect.stringContaining(`kill ${child.pid}`),
        },
      ]);
      child.kill('SIGKILL');
      child = await startMarked(`${process.pid}-abc`);
      expect(await findings('stale files')).toEqual([]);
    },
  );
});

describe.runIf(process.platform === 'linux')('`hooks doctor --fix`', () => {
  const lock = (): string => join(scratch.state, 'lock');
  const part = (): string => join(scratch.state, 'active', '_.json');
  const temporary = (): string => join(scratch.state, 'approvals', '.guard.json.0123456789ab.tmp');

  async function fix(): Promise<Fixes> {
    const { stdout, stderr, exit } = await runHooks(scratch, ['doctor', '--fix', '--json']);
    expect([stderr, exit]).toEqual(['', 0]);
    const { fixed, notFixed, findings: left } = JSON.parse(stdout);
    const codes = (list: readonly Finding[]): readonly string[] => list.map(({ code }) => code);
    return { fixed: codes(fixed), notFixed, left: codes(left) };
  }

  beforeEach(async () => {
    writeHook(scratch, { name: 'guard' }, 'PreToolUse');
    await runHooks(scratch, ['enable', 'guard', '--yes']);
    writeFileSync(part(), '{');
    writeFileSync(temporary(), '');
    age(temporary());
  });

  it('does each thing once when two run at the same time, and no approval is lost', async () => {
    mkdirSync(lock());
    writeFileSync(join(lock(), await nameOfDeadHolder()), '');
    const both = await Promise.all([fix(), fix()]);
    const all = both.flatMap(({ fixed }) => fixed);
    for (const code of ['LEFT_FILE', 'LEFT_LOCK'])
      expect(all.filter((fixed) => fixed === code).length).toBeLessThanOrEqual(1);
    expect(both.flatMap(({ notFixed }) => notFixed)).toEqual([]);
    expect((await fix()).left.filter((code) => /^(LEFT|HOOK_INDEX)_/.test(code))).toEqual([]);
    expect([existsSync(lock()), existsSync(temporary())]).toEqual([false, false]);
    expect((await runHooks(scratch, ['list', '--state', 'ready'])).stdout).toContain('guard');
  });

  it('leaves the lock of a living process, says so, and does the rest', async () => {
    const [ended, holder] = await withLock(lock(), async () => [await fix(), readdirSync(lock())]);
    expect(ended.fixed).toEqual(['LEFT_FILE']);
    expect(ended.notFixed).toMatchObject([
      { code: 'HOOK_INDEX_OUTDATED', message: expect.stringContaining(`held the lock ${lock()}`) },
    ]);
    expect(ended.left).toContain('HOOK_INDEX_OUTDATED');
    expect(holder).toHaveLength(1);
    expect((await fix()).fixed).toEqual(['HOOK_INDEX_OUTDATED']);
  });
});

describe('`hooks doctor` reads in the event log', () => {
  it('which hook fails, which failed before, and whose breaker is open', async () => {
    const isWaiting = 'test -e "$LOG/waits"';
    writeHook(scratch, { name: 'blocks', does: `! ${isWaiting} || exit 2` }, 'PreToolUse');
    const fails = `! ${isWaiting} || sleep 60; test -e "$LOG/works" || exit 3`;
    writeHook(scratch, { name: 'guard', does: fails }, 'PreToolUse');
    await runHooks(scratch, ['enable', 'blocks', 'guard', '--yes']);
    const dispatch = (): Promise<unknown> =>
      runHooks(scratch, ['run', 'PreToolUse'], {
        stdin: '{"tool_name":"Bash","tool_input":{"command":"ls"}}',
      });
    for (let count = 0; count < 4; count++) await dispatch();
    // The block of another hook cancels a run, which says nothing of it.
    writeFileSync(join(scratch.log, 'waits'), '');
    await dispatch();
    expect((await findings('event log'))[0]?.message).toMatch(/user\/guard failed 4 of its 4 runs/);
    rmSync(join(scratch.log, 'waits'));
    await dispatch();
    const breakers = join(scratch.state, 'breakers');
    const failing = await findings('event log');
    expect(failing.map(({ code }) => code)).toEqual(['HOOK_FAILING', 'BREAKER_OPEN']);
    expect(failing[0]?.message).toMatch(/user\/guard failed 5 of its 5 runs.*code 3/);
    expect(failing[0]?.remedy).toMatch(/Then run `hooks approve guard`\. `hooks trace [0-9a-f]{8}` shows/);
    for (const name of readdirSync(breakers)) renameSync(join(breakers, name), join(scratch.dir, name));
    writeFileSync(join(scratch.log, 'works'), '');
    await dispatch();
    expect(await findings('event log')).toMatchObject([{ code: 'HOOK_FAILED_BEFORE' }]);
  });
});

/** The name under which a command of this machine, dead by now, would hold the lock. */
async function nameOfDeadHolder(): Promise<string> {
  const lock = join(scratch.state, 'held');
  const [mine = ''] = withLock(lock, () => readdirSync(lock));
  return mine.replace(/^\d+/, String(await deadPid()));
}

async function deadPid(): Promise<number> {
  const started = spawn('true');
  const { pid = 0 } = started;
  await new Promise((resolve) => started.once('exit', resolve));
  return pid;
}

async function startMarked(marker: string): Promise<ChildProcess> {
  const ready = join(scratch.dir, `ready-${marker}`);
  const started = spawn('sh', ['-c', `: > ${ready}; exec sleep 60`], {
    env: {
      PATH: process.env.PATH,
      HOOK_RUN: marker,
      HOOK_NAME: 'guard',
      HOOK_TRACE_ID: '0123456789abcdef',
      HOOK_DATA_DIR: join(scratch.state, 'data', 'user', 'guard'),
    },
  });
  await waitForFile(ready, AbortSignal.timeout(10_000));
  return started;
}
