/** Agents that read each other's settings tell of one call more than once; it is judged once, and every answer says the same. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { launcherPath } from '../packages/cli/src/launcher/launcher-command.ts';
import { fill } from './agents/every-agent.ts';
import { readEventLog } from './support/event-log.ts';
import { readHookLog } from './support/hook-log.ts';
import type { HookSpec } from './support/hook-package.ts';
import { endProcesses } from './support/leftover-processes.ts';
import { hasPrograms } from './support/programs.ts';
import { CLI } from './support/run-hooks.ts';
import {
  enableHooks,
  fireEvent,
  makeLauncher,
  type RunningRuntime,
  runtimeStatus,
  startRuntime,
  until,
} from './support/runtime.ts';
import { makeScratch, type Scratch } from './support/scratch.ts';

let scratch: Scratch;
let runtime: RunningRuntime | null = null;

const AGENTS = join(import.meta.dirname, '..', 'packages', 'agents', 'src');
type Payload = Record<string, unknown>;
type Ended = Awaited<ReturnType<typeof fireEvent>>;
/** Through the launcher, which asks the runtime where there is one, or as a one shot. */
type Way = 'launcher' | 'one shot';

const recorded = (path: string): Payload =>
  fill(JSON.parse(readFileSync(join(AGENTS, path), 'utf8')), scratch) as Payload;

beforeEach(() => {
  scratch = makeScratch();
});
afterEach(async () => {
  runtime?.child.kill('SIGKILL');
  await runtime?.ended;
  runtime = null;
  await endProcesses(scratch.dir);
  scratch.remove();
});

/** Both registrations, as they stand in a repository. */
function attachBoth(): void {
  const write = (directory: string, name: string, hooks: unknown): void => {
    mkdirSync(join(scratch.project, directory), { recursive: true });
    writeFileSync(join(scratch.project, directory, name), JSON.stringify({ hooks }));
  };
  const command = (agent: string, event: string): string =>
    `${launcherPath({ stateDir: scratch.state })} ${agent} ${event}`;
  write('.claude', 'settings.json', {
    PreToolUse: [{ hooks: [{ type: 'command', command: command('claude-code', 'PreToolUse') }] }],
  });
  write(join('.github', 'hooks'), 'hookmd.json', {
    preToolUse: [{ bash: command('copilot', 'preToolUse') }],
  });
}

async function prepare(...hooks: readonly HookSpec[]): Promise<void> {
  attachBoth();
  await enableHooks(scratch, hooks);
  await makeLauncher(scratch);
}

const env = { COPILOT_CLI: '1' };

function fire(way: Way, agent: string, event: string, payload: Payload): Promise<Ended> {
  const { home, state } = scratch;
  const words = ['run', '--home', home, '--state', state, '--agent'] as const;
  const program: readonly [string, ...string[]] = [process.execPath, CLI, ...words];
  return fireEvent(scratch, payload, { agent, event, env, ...(way === 'launcher' ? {} : { program }) });
}

/** The same call by its own entry, and by the one in Claude Code's settings. */
const own = (way: Way, changed: Payload = {}): Promise<Ended> =>
  fire(way, 'copilot', 'preToolUse', { ...recorded('copilot/recorded/preToolUse.blocked.json'), ...changed });
const read = (way: Way, changed: Payload = {}): Promise<Ended> =>
  fire(way, 'claude-code', 'PreToolUse', {
    ...recorded('copilot/recorded-through-claude/PreToolUse.json'),
    ...changed,
  });

const starts = (name: string): number =>
  readHookLog(scratch.log).lines.filter((line) => line === `start ${name}`).length;

const blocking: HookSpec = { name: 'guard', exits: 2, stderr: 'not here' };
const observing: HookSpec = { name: 'observer', front: { observe: true } };
const denied = { permissionDecision: 'deny', permissionDecisionReason: 'not here' };

describe.runIf(hasPrograms(['cc']))('a call that an agent tells of by two registrations', () => {
  it.each<[Way, Way]>([
    ['launcher', 'launcher'],
    ['one shot', 'one shot'],
    ['launcher', 'one shot'],
    ['one shot', 'launcher'],
  ])('is judged once, one after the other: %s, then %s', async (first, second) => {
    await prepare(blocking, observing);
    runtime = await startRuntime(scratch);
    const answers = [await own(first), await read(second)];
    for (const { exit, stdout, stderr } of answers) {
      expect({ exit, answer: JSON.parse(stdout), stderr }).toEqual({ exit: 0, answer: denied, stderr: '' });
    }
    expect([starts('guard'), starts('observer')]).toEqual([1, 1]);
    expect(readEventLog(scratch.state)).toHaveLength(1);
    if (first === 'launcher' && second === 'launcher')
      expect(await runtimeStatus(scratch)).toMatchObject({ dispatched: 2, rejected: 0 });
  });

  it.each<[Way, Way]>([
    ['launcher', 'launcher'],
    ['one shot', 'one shot'],
    ['launcher', 'one shot'],
  ])('is judged once, both at once: %s and %s', async (first, second) => {
    await prepare({ ...blocking, does: 'sleep 0.3' }, observing);
    runtime = await startRuntime(scratch);
    const answers = await Promise.all([own(first), read(second)]);
    for (const { stdout } of answers) expect(JSON.parse(stdout)).toEqual(denied);
    expect([starts('guard'), starts('observer')]).toEqual([1, 1]);
  });

  it('is the same call when the agent shows the second what the first has made of it', async () => {
    const input = { description: 'a command', command: 'touch b.txt' };
    const front = { modify: { PreToolUse: ['command'] } };
    const prints = { hookSpecificOutput: { hookEventName: 'PreToolUse', updatedInput: input } };
    await prepare({ name: 'rewriter', front, prints }, observing);
    expect(JSON.parse((await own('one shot')).stdout)).toEqual({ modifiedArgs: input });
    expect(JSON.parse((await read('one shot', { tool_input: input })).stdout)).toEqual({});
    expect([starts('rewriter'), starts('observer')]).toEqual([1, 1]);
  });

  it('is another one when the first registration tells of it again', async () => {
    await prepare(blocking);
    for (const item of [own, read, own, read, read]) await item('one shot');
    // Own, own again, and a third that was only told of by the second registration.
    expect(starts('guard')).toBe(3);
  });

  it('is another one with another input', async () => {
    await prepare(blocking);
    await own('one shot');
    await read('one shot', { tool_input: { description: 'a command', command: 'rm -rf other' } });
    expect(starts('guard')).toBe(2);
  });

  it('is another one in another folder, where other hooks may be', async () => {
    await prepare(blocking);
    await own('one shot');
    await read('one shot', { cwd: scratch.home });
    expect(starts('guard')).toBe(2);
  });

  it('with an id is the same also by one registration', async () => {
    await prepare(blocking, observing);
    const call = { cursor_version: '3.1', session_id: 's', tool_name: 'Bash', tool_input: { command: 'ls' } };
    const payload = { ...call, cwd: scratch.project };
    for (const id of ['a', 'a', 'b'])
      await fire('one shot', 'claude-code', 'PreToolUse', { ...payload, tool_use_id: id });
    expect([starts('guard'), starts('observer')]).toEqual([2, 2]);
  });

  it('is judged by the second where the first was killed over it', async () => {
    await prepare({ ...blocking, does: '[ -e "$LOG/once" ] || { : >"$LOG/once"; sleep 60; }' });
    let pid = 0;
    const { home, state } = scratch;
    const words = ['run', '--home', home, '--state', state, '--agent'] as const;
    const lost = fireEvent(scratch, recorded('copilot/recorded/preToolUse.blocked.json'), {
      agent: 'copilot',
      event: 'preToolUse',
      env,
      program: [process.execPath, CLI, ...words],
      started: (child) => {
        pid = child.pid ?? 0;
      },
    });
    await until(() => starts('guard') > 0);
    process.kill(pid, 'SIGKILL');
    await lost;
    expect(JSON.parse((await read('one shot')).stdout)).toEqual(denied);
  });
});

describe("what comes by Claude Code's command of another agent", () => {
  it('is judged as what it is, and answered in its words', async () => {
    const front = { if: 'Write(**/new.txt)' };
    await prepare({ ...blocking, front });
    const payload = recorded('copilot/recorded-through-claude/PreToolUse.tools.json');
    const { stdout } = await fire('one shot', 'claude-code', 'PreToolUse', payload);
    expect(JSON.parse(stdout)).toEqual(denied);
    expect(readEventLog(scratch.state)[0]).toMatchObject({ agent: 'copilot', event: 'PreToolUse' });
  });

  it('leaves nothing behind where one registration is all there is', async () => {
    await enableHooks(scratch, [blocking]);
    const call = { session_id: 's', cwd: scratch.project, tool_name: 'Bash', tool_input: { command: 'ls' } };
    await fire('one shot', 'claude-code', 'PreToolUse', { ...call, tool_use_id: 't' });
    await own('one shot');
    const sessions = join(scratch.state, 'sessions');
    const left = readdirSync(sessions, { recursive: true, encoding: 'utf8' });
    // Only what it blocked, for workarounds.
    expect(left.filter((path) => path.includes('/'))).toEqual([
      expect.stringMatching(/^[^/]+\/blocked\.json$/),
    ]);
  });

  it('leaves no more than so many decisions in a session', async () => {
    await prepare(blocking);
    const [session] = [join(scratch.state, 'sessions')];
    await own('one shot');
    const [name = ''] = readdirSync(session);
    const calls = join(session, name, 'calls');
    for (let at = 0; at < 100; at += 1) writeFileSync(join(calls, `${at}.json`), '{}');
    await own('one shot', { toolArgs: { command: 'ls' } });
    expect(readdirSync(calls).length).toBeLessThanOrEqual(65);
  });
});
