import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { launcherCommand } from '../packages/cli/src/launcher/launcher-command.ts';
import { readEventLog } from './support/event-log.ts';
import { readHookLog } from './support/hook-log.ts';
import { writeHook } from './support/hook-package.ts';
import { leftoverProcesses } from './support/leftover-processes.ts';
import { hasPrograms } from './support/programs.ts';
import { runHooks } from './support/run-hooks.ts';
import { bashCall, fireEvent, makeLauncher, socketPath, until } from './support/runtime.ts';
import { runtimeScene } from './support/runtime-scene.ts';
import type { Scratch } from './support/scratch.ts';

let scratch: Scratch;
const isRoot = process.geteuid?.() === 0;
const NOBODY = 65_534;
const scene = runtimeScene();
const { enable, status, serve, starts } = scene;
beforeEach(() => {
  scratch = scene.scratch;
});

const bash = (command: string): Record<string, unknown> => bashCall(scratch, command);
const deny = { exits: 2, stderr: 'no Bash today' };

describe.runIf(hasPrograms(['cc']))('an event of an agent', () => {
  it('gets the same answer of the runtime, byte for byte, as of a one shot', async () => {
    await enable(
      { name: 'context', front: { matcher: 'Read' }, prints: { context: 'Mind the "licence".' } },
      { name: 'guard', front: { matcher: 'Bash' }, ...deny },
    );
    await makeLauncher(scratch);
    const payloads = [
      bash('ls'),
      { ...bash('x'), tool_name: 'Read' },
      { ...bash('x'), tool_name: 'Glob' },
      Buffer.from('{"a":'),
      Buffer.from(''),
    ];
    const words = ['run', 'PreToolUse', '--agent', 'claude-code', '--home', scratch.home];
    const oneShots = [];
    for (const payload of payloads) {
      const stdin = Buffer.isBuffer(payload) ? payload : JSON.stringify(payload);
      const { exit, stdout, stderr } = await runHooks(scratch, words, { stdin, bare: true });
      oneShots.push({ exit, stdout, stderr });
    }
    await serve();
    for (const [index, payload] of payloads.entries()) {
      const { exit, stdout, stderr } = await fireEvent(scratch, payload);
      expect({ exit, stdout, stderr }).toEqual(oneShots[index]);
    }
    expect(await status()).toMatchObject({ dispatched: payloads.length, rejected: 0 });
    const [first] = readEventLog(scratch.state);
    expect(Object.keys(readEventLog(scratch.state).at(-3) as object)).toEqual(Object.keys(first as object));
  });

  it('brings its environment and its folder, and gets nothing of those of the runtime', async () => {
    await enable({ name: 'sees', front: { env: ['LOG', 'TOKEN'] } });
    await makeLauncher(scratch);
    await serve();
    const elsewhere = join(scratch.dir, 'elsewhere');
    mkdirSync(join(elsewhere, '.git'), { recursive: true });
    const env = {
      TOKEN: 'one',
      OTHER: 'x',
      NODE_OPTIONS: '--no-such-option',
      HOME: '/nowhere',
      HOOKMD_HOME: '/nowhere',
    };
    // A project that nobody has seen is compiled first: by a one shot.
    await fireEvent(scratch, { ...bash('ls'), cwd: elsewhere }, { env, cwd: elsewhere });
    await fireEvent(scratch, { ...bash('ls'), cwd: elsewhere }, { env, cwd: elsewhere });
    await fireEvent(scratch, bash('ls'), { env: { TOKEN: 'two' } });
    const [, first, second] = readHookLog(scratch.log).runs;
    expect(first?.cwd).toBe(elsewhere);
    expect(second?.cwd).toBe(scratch.project);
    expect(first?.env).toMatchObject({ TOKEN: 'one', HOME: scratch.home, HOOK_PROJECT_DIR: elsewhere });
    expect(second?.env.TOKEN).toBe('two');
    for (const name of ['OTHER', 'NODE_OPTIONS', 'HOOKMD_HOME']) expect(first?.env).not.toHaveProperty(name);
    expect(await status()).toMatchObject({ dispatched: 2, rejected: 1 });
  });

  it('of another place than that of the runtime is judged there', async () => {
    await enable({ name: 'makes', does: 'rm -f "$LOG/made"; : >"$LOG/made"' });
    const launcher = await makeLauncher(scratch);
    await serve();
    const modeWith = async (mask: string): Promise<string> => {
      const words = ['-c', `umask ${mask}; exec '${launcher}' "$@"`, 'sh'] as const;
      expect((await fireEvent(scratch, bash('ls'), { program: ['/bin/sh', ...words] })).exit).toBe(0);
      return (statSync(join(scratch.log, 'made')).mode & 0o777).toString(8);
    };
    const current = process.umask();
    expect(await modeWith(current.toString(8))).toBe((0o666 & ~current).toString(8));
    expect(await status()).toMatchObject({ dispatched: 1, rejected: 0 });
    expect(await modeWith(current === 0o27 ? '77' : '27')).toBe(current === 0o27 ? '600' : '640');
    if (isRoot) await fireEvent(scratch, bash('ls'), { program: ['unshare', '-m', launcher] });
    expect(await status()).toMatchObject({ dispatched: 1, rejected: isRoot ? 2 : 1 });
  });

  it('is judged by what holds when it comes', async () => {
    await enable({ name: 'guard', ...deny });
    await makeLauncher(scratch);
    await serve();
    expect((await fireEvent(scratch, bash('ls'))).stdout).toContain('deny');
    await runHooks(scratch, ['disable', 'guard']);
    expect((await fireEvent(scratch, bash('ls'))).stdout).toBe('');
    await runHooks(scratch, ['enable', 'guard', '--yes']);
    expect((await fireEvent(scratch, bash('ls'))).stdout).toContain('deny');
    expect(await status()).toMatchObject({ dispatched: 3, rejected: 0 });
  });

  it('is asked of one process of a typed handler, however many there are', async () => {
    const handler = `import { defineHook } from '@hookmd/sdk';
export default defineHook({ on: 'PreToolUse', run: (_event, h) => h.block(String(process.pid)) });`;
    await enable({ name: 'typed', front: { command: null }, files: { 'handler.js': handler } });
    await makeLauncher(scratch);
    await serve();
    const answers = [];
    for (const command of ['a', 'b', 'c']) answers.push((await fireEvent(scratch, bash(command))).stdout);
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toContain('deny');
  });

  it('that begins a session is run without the daemon', async () => {
    await enable({ name: 'guard', ...deny });
    await makeLauncher(scratch);
    await serve();
    const { exit } = await fireEvent(
      scratch,
      { session_id: 's', source: 'startup' },
      { event: 'SessionStart' },
    );
    expect(exit).toBe(0);
    expect(await status()).toMatchObject({ dispatched: 0, rejected: 1 });
  });

  it('that its agent gives up is called off, with what ran for it', async () => {
    await enable({ name: 'hangs', does: 'sleep 60' });
    await makeLauncher(scratch);
    await serve();
    const fired = fireEvent(scratch, bash('ls'), {
      started: (child) => void until(() => starts('hangs') === 1).then(() => child.kill('SIGKILL')),
    });
    expect((await fired).signal).toBe('SIGKILL');
    await until(async () => (await status()).inProgress === 0);
    expect((await leftoverProcesses(`${scratch.dir}/log`)).filter((line) => line.includes('sleep'))).toEqual(
      [],
    );
  });
});

describe.runIf(hasPrograms(['cc']))('an event whose runtime is lost', () => {
  it('is judged again, and observers are told of it once', async () => {
    // The observer ends the runtime that tells it, before the decision is answered.
    await enable(
      { name: 'guard', ...deny },
      { name: 'watches', front: { observe: true }, does: 'kill -9 "$(cat "$LOG/pid")"; sleep 0.2' },
      { name: 'late', front: { async: true } },
    );
    await makeLauncher(scratch);
    const { pid } = await serve();
    writeFileSync(join(scratch.log, 'pid'), String(pid));
    const { stdout, exit } = await fireEvent(scratch, bash('ls'));
    expect(exit).toBe(0);
    expect(stdout).toContain('no Bash today');
    expect([starts('guard'), starts('watches')]).toEqual([2, 1]);
    const last = readEventLog(scratch.state).find(
      (entry) => (entry as { schema: string }).schema === 'hookmd.trace/1',
    );
    const causes = (last as { hooks: { name: string; cause: string | null }[] }).hooks.map(
      ({ name, cause }) => `${name} ${cause}`,
    );
    expect(causes).toContain('watches ONCE_SPENT');
    await until(() => starts('late') === 1);
  });

  it('leaves nothing in its session once it is answered', async () => {
    await enable({ name: 'watches', front: { observe: true } });
    await makeLauncher(scratch);
    await serve();
    await fireEvent(scratch, bash('ls'));
    await until(() => {
      const [session = ''] = readdirSync(join(scratch.state, 'sessions'));
      return readdirSync(join(scratch.state, 'sessions', session)).length === 0;
    });
    expect(starts('watches')).toBe(1);
  });

  it('finds the next one where a socket was left behind', async () => {
    await enable({ name: 'guard', ...deny });
    await makeLauncher(scratch);
    const first = await serve();
    first.child.kill('SIGKILL');
    await first.ended;
    expect(existsSync(socketPath(scratch))).toBe(true);
    expect((await fireEvent(scratch, bash('ls'))).stdout).toContain('deny');
    await until(async () => (await status()).running);
    expect((await fireEvent(scratch, bash('ls'))).stdout).toContain('deny');
    expect((await status()).dispatched).toBe(1);
  });
});

describe.runIf(hasPrograms(['cc']))('the launcher', () => {
  /** Whatever connects is remembered, and answered as if it were allowed. */
  async function impostor(): Promise<{ readonly calls: () => number; close(): void }> {
    let calls = 0;
    const server = createServer((socket) => {
      calls += 1;
      socket.on('error', () => {}).end();
    });
    mkdirSync(join(scratch.state, 'run'), { recursive: true, mode: 0o700 });
    await new Promise<void>((resolve) => server.listen(socketPath(scratch), resolve));
    return { calls: () => calls, close: () => server.close() };
  }

  it.each([
    ['whose folder others may look into', () => chmodSync(join(scratch.state, 'run'), 0o755), true],
    ['whose folder is a link', () => linkAway(), true],
    ["whose folder is another user's", () => chownSync(join(scratch.state, 'run'), NOBODY, NOBODY), isRoot],
  ] as const)('says nothing to a socket %s', async (_what, spoil, isPossible) => {
    if (!isPossible) return;
    await enable({ name: 'guard', ...deny });
    await makeLauncher(scratch);
    const server = await impostor();
    spoil();
    try {
      expect((await fireEvent(scratch, bash('ls'))).stdout).toContain('deny');
      expect(server.calls()).toBe(0);
    } finally {
      server.close();
    }
  });

  function linkAway(): void {
    const run = join(scratch.state, 'run');
    const away = join(scratch.dir, 'away');
    spawnSync('mv', [run, away]);
    symlinkSync(away, run);
  }

  it.runIf(isRoot)('of one user does not reach the runtime of another', async () => {
    await enable({ name: 'guard', ...deny });
    await makeLauncher(scratch);
    await serve();
    const stranger = join(scratch.dir, 'stranger');
    spawnSync('cp', [join(scratch.state, 'bin/hooks-fire'), stranger]);
    for (const directory of [scratch.dir, stranger]) chmodSync(directory, 0o755);
    const { exit, stdout } = await fireEvent(scratch, bash('ls'), {
      uid: NOBODY,
      cwd: '/',
      program: [stranger],
    });
    expect([exit, stdout]).toEqual([0, '']);
    expect(await status()).toMatchObject({ dispatched: 0, rejected: 0 });
  });

  it('is called by the same words in every version, and known to `doctor` by them', async () => {
    const state = '/home/a/.local/state/hookmd';
    expect(launcherCommand('claude-code', 'PreToolUse', { stateDir: state })).toBe(
      `${state}/bin/hooks-fire claude-code PreToolUse`,
    );
    expect(launcherCommand('codex', 'Stop', { stateDir: "/it's" })).toBe(
      `'/it'\\''s/bin/hooks-fire' codex Stop`,
    );
    await makeLauncher(scratch);
    const command = launcherCommand('claude-code', 'Stop', { stateDir: scratch.state });
    const hooks = { Stop: [{ hooks: [{ type: 'command', command }] }] };
    mkdirSync(join(scratch.home, '.claude'));
    writeFileSync(join(scratch.home, '.claude/settings.json'), JSON.stringify({ hooks }));
    const { stdout } = await runHooks(scratch, ['doctor', '--json']);
    expect(stdout).toContain('claude-code on 1 event');
    expect(stdout).not.toContain('AGENT_CANNOT_START');
  });

  it('is neither made nor asked to stop by an agent', async () => {
    for (const words of [['daemon', '--launcher'], ['daemon', '--stop'], ['daemon']]) {
      const { exit, stderr } = await runHooks(scratch, words, { env: { CLAUDECODE: '1' } });
      expect([exit, stderr]).toEqual([2, expect.stringContaining('AGENT_CALLS')]);
    }
    await enable({ name: 'guard', ...deny });
    await makeLauncher(scratch);
    // The runtime that an event starts has nothing of the agent's environment.
    await fireEvent(scratch, bash('ls'), { env: { CLAUDECODE: '1', HOOK_DEPTH: '0', TMPDIR: '/nowhere' } });
    await until(async () => (await status()).running);
    const { pid } = await status();
    if (process.platform !== 'linux') return;
    const names = readFileSync(`/proc/${pid}/environ`, 'utf8')
      .split('\0')
      .map((entry) => entry.split('=')[0]);
    expect(names.filter(Boolean).sort()).toEqual(['HOME', 'PATH']);
  });

  it('takes out of the environment what would choose the code that runs', async () => {
    await enable({ name: 'guard', ...deny });
    await makeLauncher(scratch);
    const env = {
      NODE_OPTIONS: '--require /nowhere.js',
      NODE_EXTRA_CA_CERTS: '/nowhere',
      HOOKMD_HOME: '/nowhere',
      XDG_STATE_HOME: '/nowhere',
    };
    const { stdout, stderr } = await fireEvent(scratch, bash('ls'), { env });
    expect(stdout).toContain('no Bash today');
    expect(stderr).toBe('');
  });

  it.each(['native', 'script'] as const)(
    'refuses without Node what a hook must agree to, and nothing else (%s)',
    async (kind) => {
      await enable({ name: 'guard', front: { onFailure: 'block' }, ...deny });
      await makeLauncher(scratch);
      const launcher = join(scratch.state, 'bin/hooks-fire');
      if (kind === 'script') {
        unlinkSync(launcher);
        const words = ['daemon', '--launcher', '--json', '--state', scratch.state];
        const made = await runHooks(scratch, words, { env: { PATH: '/nowhere' } });
        expect(JSON.parse(made.stdout)).toMatchObject({ kind, problem: 'there is no C compiler (cc)' });
        expect((await fireEvent(scratch, bash('ls'))).stdout).toContain('no Bash today');
      }
      const places = readFileSync(`${launcher}.places`, 'utf8').split('\n');
      for (const line of [0, 1]) {
        writeFileSync(
          `${launcher}.places`,
          places.map((location, at) => (at === line ? '/nowhere' : location)).join('\n'),
        );
        const env = { PATH: '/nowhere' };
        const gate = await fireEvent(scratch, bash('ls'), { env });
        expect(gate.exit).toBe(0);
        expect(JSON.parse(gate.stdout)).toMatchObject({ hookSpecificOutput: { permissionDecision: 'deny' } });
        const omit = await fireEvent(scratch, {}, { env, event: 'UserPromptSubmit' });
        expect(omit.exit).toBe(0);
        expect(Object.keys(JSON.parse(omit.stdout))).toEqual(['systemMessage']);
        expect(omit.stderr).toContain('was moved or removed');
        const unknown = await fireEvent(scratch, {}, { env, event: 'NoSuchEvent' });
        expect([unknown.exit, unknown.stdout]).toEqual([0, '']);
      }
    },
  );

  it('refuses for a hook of the project only in that project', async () => {
    writeHook(
      scratch,
      { name: 'guard', at: 'project', front: { onFailure: 'block' }, ...deny },
      'PreToolUse',
    );
    const listed = JSON.parse((await runHooks(scratch, ['list', '--json'])).stdout) as {
      hooks: { digest: string }[];
    };
    const { exit } = await runHooks(scratch, [
      'enable',
      'guard',
      '--yes',
      '--digest',
      listed.hooks[0]?.digest ?? '',
    ]);
    expect(exit).toBe(0);
    const launcher = await makeLauncher(scratch);
    writeFileSync(`${launcher}.places`, '/nowhere\n/nowhere\n/nowhere\n');
    const inside = join(scratch.project, 'deep');
    mkdirSync(inside);
    mkdirSync(`${scratch.project}-other`);
    const isRejected = async (cwd: string): Promise<boolean> =>
      (await fireEvent(scratch, bash('ls'), { cwd })).stdout.includes('deny');
    expect(await isRejected(inside)).toBe(true);
    expect(await isRejected(`${scratch.project}-other`)).toBe(false);
  });

  it('hands a payload of more than 12 MiB to the one shot, which says so', async () => {
    await enable({ name: 'guard', ...deny });
    await makeLauncher(scratch);
    await serve();
    const { exit, stdout } = await fireEvent(scratch, bash('x'.repeat(13 * 1024 * 1024)));
    expect([exit, stdout]).toEqual([0, expect.stringContaining('12 MiB')]);
    expect((await fireEvent(scratch, bash('x'.repeat(11 * 1024 * 1024)))).stdout).toContain('deny');
  });
});
