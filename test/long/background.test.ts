import { spawn } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readEventLog } from '../support/event-log.ts';
import { type HookSpec, writeHook } from '../support/hook-package.ts';
import { leftoverProcesses } from '../support/leftover-processes.ts';
import { CLI, runHooks } from '../support/run-hooks.ts';
import { makeScratch, type Scratch } from '../support/scratch.ts';

/** What is slow here waits for other processes, on a machine that does other things too. */
const LIMIT_MS = 60_000;
const PAYLOAD = { tool_name: 'Bash', tool_input: { command: 'echo s3cr3t-of-the-payload' } };
const UNTIL_GO = 'until [ -e "$LOG/go" ]; do sleep 0.02; done';

let scratch: Scratch;
beforeEach(() => {
  scratch = makeScratch();
});
afterEach(async () => {
  // Whatever a failed test left waiting.
  writeFileSync(join(scratch.log, 'go'), '');
  for (const pid of processesOf(scratch)) killIfThere(pid);
  scratch.remove();
});

const WORDS = ['run', 'PreToolUse', '--json', '--dangerously-trust-all'];

function hook(name: string, spec: Omit<HookSpec, 'name'>): void {
  writeHook(scratch, { name, ...spec }, 'PreToolUse');
}

const fire = (): ReturnType<typeof runHooks> => runHooks(scratch, WORDS, { stdin: JSON.stringify(PAYLOAD) });

interface Late {
  readonly hooks: readonly {
    readonly name: string;
    readonly outcome: string;
    readonly cause: string | null;
  }[];
}

function lateRecords(): readonly Late[] {
  const entries = readEventLog(scratch.state) as readonly (Late & { readonly schema: string })[];
  return entries.filter(({ schema }) => schema === 'hookmd.late/1');
}

async function until<T>(look: () => T | null | undefined | false): Promise<T> {
  const giveUpAt = performance.now() + 20_000;
  for (;;) {
    const found = look();
    if (found) return found;
    if (performance.now() > giveUpAt) throw new Error(`never: ${String(look)}`);
    await delay(20);
  }
}

/** Of everybody whose environment names the scratch place; Linux only, as all that looks at processes here. */
function processesOf({ dir }: Scratch, program = ''): readonly number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter(
      (pid) => pid > 1 && pid !== process.pid && has(pid, 'environ', dir) && has(pid, 'cmdline', program),
    );
}

function has(pid: number, file: string, text: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1').includes(text);
  } catch {
    return false;
  }
}

const supervisor = (): Promise<number> => until(() => processesOf(scratch, 'supervisor.cjs')[0]);

describe.runIf(process.platform === 'linux')('a hook of the background', { timeout: LIMIT_MS }, () => {
  it('holds no descriptor of the agent, and nothing of the payload is on a disk or in a command line', async () => {
    hook('late', { front: { async: true }, does: UNTIL_GO });
    const child = spawn(
      process.execPath,
      [CLI, ...WORDS, '--home', scratch.home, '--project', scratch.project],
      {
        env: { PATH: process.env.PATH, LOG: scratch.log, TMPDIR: join(scratch.dir, 'tmp') },
        stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
      },
    );
    const closed = [1, 2, 3].map((fd) => {
      const stream = child.stdio[fd];
      stream?.on('data', () => {});
      return new Promise((resolve) => stream?.once('close', resolve));
    });
    child.stdin.end(JSON.stringify(PAYLOAD));
    await Promise.all(closed);
    const pid = await supervisor();
    expect(lateRecords()).toEqual([]);
    expect(has(pid, 'cmdline', 's3cr3t') || has(pid, 'environ', 's3cr3t')).toBe(false);
    expect(readdirSync(join(scratch.dir, 'tmp'))).toEqual([]);
    writeFileSync(join(scratch.log, 'go'), '');
    await until(() => lateRecords().length === 1);
    expect(await leftoverProcesses(scratch.dir)).toEqual([]);
  });

  it('ends with its supervisor, which is told to end', async () => {
    hook('late', { front: { async: true }, does: 'setsid sleep 60 & sleep 60' });
    hook('left', { does: 'echo \'{"async":true}\'; sleep 60' });
    await fire();
    await until(
      () =>
        existsSync(join(scratch.log, 'runs')) &&
        readFileSync(join(scratch.log, 'runs'), 'utf8').includes('late'),
    );
    process.kill(await supervisor(), 'SIGTERM');
    await until(() => lateRecords().length === 2);
    const ends = lateRecords().flatMap(({ hooks }) =>
      hooks.map(({ name, outcome, cause }) => `${name} ${outcome} ${cause}`),
    );
    expect([...ends].sort()).toEqual(['late canceled ABORTED', 'left canceled ABORTED']);
    expect(await leftoverProcesses(scratch.dir)).toEqual([]);
  });

  it('is gone when its time is up, at whatever instant the command was killed', async () => {
    hook('late', { front: { async: true, asyncTimeout: '500ms' }, does: 'sleep 60' });
    hook('left', { does: 'echo \'{"async":true,"asyncTimeout":0.5}\'; sleep 60', front: { timeout: '2s' } });
    const { elapsedMs } = await fire();
    for (let round = 1; round <= 6; round++) {
      await runHooks(scratch, WORDS, {
        stdin: JSON.stringify(PAYLOAD),
        started: (pid) => void delay((elapsedMs * round) / 6).then(() => killIfThere(pid)),
      });
    }
    // A command that was killed before it had handed over owns what it started, and nobody else does: that is what `doctor` finds.
    await until(() => processesOf(scratch, 'supervisor.cjs').length === 0);
    const left = processesOf(scratch).filter((pid) => !has(pid, 'environ', 'HOOK_NAME=left'));
    expect(left).toEqual([]);
  });

  it('is known to `doctor` as left behind only once nobody looks after it', async () => {
    hook('late', { front: { async: true }, does: UNTIL_GO });
    hook('left', { does: `echo '{"async":true}'; ${UNTIL_GO}` });
    await fire();
    const pid = await supervisor();
    await until(() => processesOf(scratch).some((value) => has(value, 'environ', 'HOOK_NAME=late')));
    const codes = async (): Promise<string> => (await runHooks(scratch, ['doctor', '--json'])).stdout;
    expect(await codes()).not.toContain('LEFT_PROCESS');
    process.kill(pid, 'SIGKILL');
    await until(() => !processesOf(scratch, 'supervisor.cjs').includes(pid));
    expect((await codes()).match(/LEFT_PROCESS/g)).not.toBeNull();
  });

  it('is recorded for every one of many dispatches at once', async () => {
    hook('late', { front: { async: true }, does: 'sleep 0.1' });
    hook('left', { does: 'echo \'{"async":true}\'; sleep 0.1' });
    const ended = await Promise.all(Array.from({ length: 20 }, fire));
    expect(ended.map(({ exit, stderr }) => `${exit}${stderr}`)).toEqual(Array(20).fill('0'));
    await until(() => lateRecords().length === 40);
    const outcomes = lateRecords().flatMap(({ hooks }) => hooks.map(({ outcome }) => outcome));
    expect(new Set(outcomes)).toEqual(new Set(['success']));
    expect(await leftoverProcesses(scratch.dir)).toEqual([]);
  });

  it('may flood its output: it is ended, also when its command is gone', async () => {
    hook('late', { front: { async: true }, does: 'yes' });
    hook('left', { does: 'echo \'{"async":true}\'; exec yes' });
    await fire();
    await until(() => lateRecords().length === 2);
    expect(lateRecords().map(({ hooks }) => hooks[0]?.cause)).toEqual(['OUTPUT_LIMIT', 'OUTPUT_LIMIT']);
    expect(await leftoverProcesses(scratch.dir)).toEqual([]);
  });

  it('runs where no file can be written for its supervisor, nor for the event log', async () => {
    hook('late', { front: { async: true }, does: 'touch "$LOG/ran"' });
    const words = [...WORDS, '--state', '/proc/nowhere/x'];
    const { exit, stderr } = await runHooks(scratch, words, {
      stdin: JSON.stringify({ tool_name: 'Bash', tool_input: { command: 'x'.repeat(300_000) } }),
      env: { TMPDIR: '/proc/nowhere' },
    });
    expect(exit).toBe(0);
    expect(stderr).toMatch(/event log/);
    await until(() => existsSync(join(scratch.log, 'ran')));
  });

  it('is refused nothing by a handler that is not there: that is recorded, and `once` stays armed', async () => {
    hook('late', { front: { async: true, once: true } });
    chmodSync(join(scratch.home, '.hookmd', 'hooks', 'late', 'handler.sh'), 0o644);
    for (const times of [1, 2]) {
      await fire();
      await until(() => lateRecords().length + readEventLog(scratch.state).length >= times);
    }
    const causes = readEventLog(scratch.state).map((entry) =>
      (entry as Late).hooks.map(({ cause }) => cause),
    );
    expect(causes.flat()).not.toContain('ONCE_SPENT');
  });
});

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It had ended before.
  }
}
