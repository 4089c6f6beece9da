/** What an agent starts for each event, where somebody wants it to keep still, or something of ours is broken. */
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { endProcesses } from './support/leftover-processes.ts';
import { hasPrograms } from './support/programs.ts';
import { runHooks } from './support/run-hooks.ts';
import { bashCall, enableHooks, fireEvent, makeLauncher, startRuntime, until } from './support/runtime.ts';
import { makeScratch, type Scratch } from './support/scratch.ts';

let scratch: Scratch;
const deny = { exits: 2, stderr: 'no Bash today' };
const guard = { name: 'guard', front: { onFailure: 'block' }, ...deny };

beforeEach(() => {
  scratch = makeScratch();
});
afterEach(async () => {
  await endProcesses(scratch.dir);
  scratch.remove();
});

const bash = (): Record<string, unknown> => bashCall(scratch, 'ls');

/** Breaks what the launcher starts for one event: these lines stand in its place. */
async function breakCommand(source: string): Promise<void> {
  const launcher = await makeLauncher(scratch);
  const command = join(scratch.dir, 'broken.cjs');
  writeFileSync(command, source);
  const [node, , home] = readFileSync(`${launcher}.places`, 'utf8').split('\n');
  writeFileSync(`${launcher}.places`, `${node}\n${command}\n${home}\n`);
}

describe.runIf(hasPrograms(['cc']))('a guard', () => {
  it('is asked in a folder that was removed', async () => {
    await enableHooks(scratch, [{ name: 'guard', ...deny }]);
    const launcher = await makeLauncher(scratch);
    const gone = join(scratch.project, 'deep', 'gone');
    mkdirSync(gone, { recursive: true });
    const words = ['-c', `rm -r "$PWD"; exec '${launcher}' "$@"`, 'sh'] as const;
    const { exit, stdout } = await fireEvent(
      scratch,
      { ...bash(), cwd: gone },
      { cwd: gone, program: ['/bin/sh', ...words] },
    );
    expect([exit, stdout]).toEqual([0, expect.stringContaining('no Bash today')]);
  });

  it.each(['native', 'script'] as const)(
    'is asked whatever a repository’s settings have put into the environment (%s)',
    async (kind) => {
      await enableHooks(scratch, [{ name: 'guard', ...deny }]);
      const launcher = await makeLauncher(scratch);
      if (kind === 'script') {
        unlinkSync(launcher);
        const words = ['daemon', '--launcher', '--state', scratch.state];
        await runHooks(scratch, words, { env: { PATH: '/nowhere' } });
      }
      const written = join(scratch.dir, 'written');
      const env = {
        NODE_V8_COVERAGE: written,
        NODE_REDIRECT_WARNINGS: written,
        NODE_DEBUG: 'module',
        OPENSSL_CONF: '/nowhere',
        LINES: 'x\nexport PATH=/nowhere',
        // The loader of a script's shell reads it first.
        ...(kind === 'native' ? { LD_TRACE_LOADED_OBJECTS: '1', LD_LIBRARY_PATH: scratch.project } : {}),
      };
      const { exit, stdout, stderr } = await fireEvent(scratch, bash(), { env });
      expect([exit, stderr]).toEqual([0, '']);
      expect(JSON.parse(stdout)).toMatchObject({ hookSpecificOutput: { permissionDecision: 'deny' } });
      expect(existsSync(written)).toBe(false);
    },
  );
});

describe.runIf(hasPrograms(['bash']))('the launcher that is a script', () => {
  it('takes no function out of the environment', async () => {
    await enableHooks(scratch, [guard]);
    const words = ['daemon', '--launcher', '--state', scratch.state];
    await runHooks(scratch, words, { env: { PATH: '/nowhere' } });
    const launcher = join(scratch.state, 'bin/hooks-fire');
    rmSync(`${launcher}.places`);
    const sh = join(scratch.dir, 'sh');
    symlinkSync('/bin/bash', sh);
    const names = ['printf', 'read', 'pwd', '[', 'unset', 'export', 'exec', 'exit'];
    const env = Object.fromEntries(names.map((name) => [`BASH_FUNC_${name}%%`, '() { builtin exit 0; }']));
    const { stdout } = await fireEvent(scratch, bash(), { env, program: [sh, launcher] });
    expect(stdout).toContain('"permissionDecision":"deny"');
  });
});

describe.runIf(hasPrograms(['cc']))('an event that a guard must agree to', () => {
  it('is refused where what the launcher starts is broken, or killed', async () => {
    await enableHooks(scratch, [guard]);
    for (const source of ['throw 1', 'process.exit(3)', 'process.kill(process.pid, "SIGKILL")']) {
      await breakCommand(source);
      const gate = await fireEvent(scratch, bash());
      expect(JSON.parse(gate.stdout)).toMatchObject({ hookSpecificOutput: { permissionDecision: 'deny' } });
      const omit = await fireEvent(scratch, {}, { event: 'UserPromptSubmit' });
      expect(Object.keys(JSON.parse(omit.stdout))).toEqual(['systemMessage']);
      for (const { exit, stderr } of [gate, omit])
        expect([exit, stderr]).toEqual([0, expect.stringContaining('ended without a decision')]);
    }
  });

  it('is refused where the agent has made the state directory part of a project', async () => {
    await enableHooks(scratch, [guard]);
    await makeLauncher(scratch);
    const trap = join(scratch.home, '.local');
    mkdirSync(join(trap, '.hookmd'));
    const { exit, stdout } = await fireEvent(scratch, { ...bash(), cwd: trap }, { cwd: trap });
    expect([exit, stdout]).toEqual([0, expect.stringContaining('"permissionDecision":"deny"')]);
  });
});

describe.runIf(hasPrograms(['cc', 'python3']))('an agent', () => {
  // Stop is blocked by an exit status here, which only a parent hears.
  it.each([
    ['has closed its streams', 'os.close(0); os.close(1)'],
    ['ignores its children', 'signal.signal(signal.SIGCHLD, signal.SIG_IGN)'],
  ])('that %s hears the same', async (_what, does) => {
    await enableHooks(scratch, [{ name: 'guard', front: { events: ['TaskCompleted'] }, ...deny }]);
    const launcher = await makeLauncher(scratch);
    const source = `import os, signal, sys; ${does}; os.execv(sys.argv[1], sys.argv[1:])`;
    const program = ['python3', '-c', source, launcher] as const;
    const { exit, stderr } = await fireEvent(scratch, {}, { event: 'TaskCompleted', program: [...program] });
    expect([exit, stderr]).toEqual([2, expect.stringContaining('no Bash today')]);
  });
});

describe.runIf(hasPrograms(['cc', 'prlimit']))('a runtime that has no descriptors left', () => {
  it('leaves an event to a one shot, rather than let it go on unasked', async () => {
    await enableHooks(scratch, [{ name: 'guard', ...deny }]);
    await makeLauncher(scratch);
    const { child, pid, ended } = await startRuntime(scratch);
    expect((await fireEvent(scratch, bash())).stdout).toContain('no Bash today');
    // Enough to hear an event, and to read what is compiled.
    const limit = readdirSync(`/proc/${pid}/fd`).length + 3;
    spawnSync('prlimit', ['--pid', String(pid), `--nofile=${limit}:${limit}`]);
    expect((await fireEvent(scratch, bash())).stdout).toContain('no Bash today');
    child.kill('SIGKILL');
    await ended;
  });
});

describe.runIf(hasPrograms(['cc']))('the launcher', () => {
  it('hands on that it is to end, and takes what it started with it', async () => {
    const pidFile = join(scratch.dir, 'pid');
    const writes = `require('fs').writeFileSync(${JSON.stringify(pidFile)}, String(process.pid));`;
    await breakCommand(`${writes} setInterval(() => {}, 1000);`);
    const pid = (): number => Number(existsSync(pidFile) ? readFileSync(pidFile, 'utf8') : 0);
    // What nobody can hear has to be told by the system.
    for (const signal of process.platform === 'linux'
      ? (['SIGTERM', 'SIGKILL'] as const)
      : ['SIGTERM' as const]) {
      rmSync(pidFile, { force: true });
      const { exit, stdout } = await fireEvent(scratch, bash(), {
        started: (child) => void until(() => pid() > 0).then(() => child.kill(signal)),
      });
      expect([exit, stdout]).toEqual([signal === 'SIGKILL' ? null : 130, '']);
      await until(() => !isAlive(pid()));
    }
  });
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
