/** `hooks allow`, and what must not come through it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeHook } from './support/hook-package.ts';
import { CLI, type Ended, runHooks } from './support/run-hooks.ts';
import { makeScratch, type Scratch } from './support/scratch.ts';

let scratch: Scratch;
beforeEach(() => {
  scratch = makeScratch();
});
afterEach(() => scratch.remove());

const DEPLOY = 'make deploy';
/** A call that takes longer hangs. */
const LIMIT_MS = 30_000;
const hooks = (...words: readonly string[]): Promise<Ended> => runHooks(scratch, words);

function writeGuard(name: string, parts: object = {}): void {
  writeHook(scratch, { name, stderr: `${name}: not from here`, exits: 2, ...parts }, 'PreToolUse');
}

/** The guards of this call: `block`, or `none`. */
async function decide(
  command = DEPLOY,
  { agent = '', ...fields }: Record<string, string> = {},
): Promise<string> {
  const payload = {
    session_id: 's',
    cwd: scratch.project,
    ...fields,
    tool_name: 'Bash',
    tool_input: { command },
  };
  const event = { hook_event_name: 'PreToolUse', ...payload };
  const words = agent === '' ? ['run', 'PreToolUse', '--json'] : ['run', '--agent', agent];
  const { stdout } = await runHooks(scratch, words, { stdin: JSON.stringify(event) });
  if (agent === '') return (JSON.parse(stdout) as { decision: string }).decision;
  return stdout.includes('deny') ? 'block' : 'none';
}

interface Entry {
  readonly schema: string;
  readonly traceId: string;
}

async function eventLog(): Promise<readonly Entry[]> {
  const { stdout } = await hooks('log', '--json');
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Entry);
}

async function lastId(): Promise<string> {
  return (await eventLog()).at(-1)?.traceId ?? '';
}

/** The user's answer at a terminal. */
async function allow(
  id: string,
  options = '',
  answer = 'y',
): Promise<{ readonly exit: number; readonly shown: string }> {
  const places = `--home ${scratch.home} --project ${scratch.project}`;
  const inside = `stty rows 50 cols 200; '${process.execPath}' ${CLI} allow ${id} ${options} ${places}`;
  const child = spawn('script', ['-qefc', inside, '/dev/null'], {
    cwd: scratch.project,
    env: { PATH: process.env['PATH'], HOME: scratch.home, TERM: 'xterm', LANG: 'C.UTF-8' },
    timeout: LIMIT_MS,
    killSignal: 'SIGKILL',
  });
  let shown = '';
  let isAnswered = false;
  child.stdout.on('data', (chunk: Buffer) => {
    shown += chunk.toString('utf8');
    if (isAnswered || !/Allow exactly[\s\S]*No/.test(shown)) return;
    isAnswered = true;
    child.stdin.write(answer);
  });
  const [exit] = await once(child, 'close');
  return { exit: exit as number, shown };
}

describe('hooks allow', () => {
  beforeEach(async () => {
    writeGuard('no-deploy');
    await hooks('enable', 'no-deploy', '--yes');
    expect(await decide()).toBe('block');
  });

  it('lets exactly this call through once, and everything is in the event log', async () => {
    const id = await lastId();
    const { exit, shown } = await allow(id.slice(0, 8));
    expect([exit, shown]).toEqual([0, expect.stringContaining('once within 10 minutes')]);
    expect([await decide('make deploy prod'), await decide(), await decide()]).toEqual([
      'block',
      'none',
      'block',
    ]);
    const entries = await eventLog();
    expect(entries.map(({ schema }) => schema)).toContain('hookmd.allow/1');
    expect((await hooks('trace', id)).stdout).toMatch(/allowed by \S+, once within 10 minutes/);
    const [through] = entries.slice(-2);
    expect((await hooks('trace', through?.traceId ?? '')).stdout).toMatch(
      /would block, and you allowed this call: no-deploy: not from here/,
    );
  });

  it('warns of a call of which the event log has only the beginning', async () => {
    await decide(`${DEPLOY} ${'x'.repeat(300)}`);
    expect((await allow(await lastId(), '', 'n')).shown).toContain('only this beginning');
  });

  it('lets it through for a time', async () => {
    await allow(await lastId(), '--for 10m');
    expect([await decide(), await decide(), await decide(DEPLOY, { cwd: scratch.dir })]).toEqual([
      'none',
      'none',
      'block',
    ]);
  });

  it('lets one of many calls at the same time through', async () => {
    await allow(await lastId());
    const decisions = await Promise.all(Array.from({ length: 6 }, () => decide()));
    expect(decisions.filter((decision) => decision === 'none')).toHaveLength(1);
  });

  it('is for the agent whose call was blocked', async () => {
    await decide(DEPLOY, { agent: 'claude-code' });
    await allow(await lastId(), '--for 10m');
    expect(await decide(DEPLOY, { agent: 'codex' })).toBe('block');
    expect(await decide(DEPLOY, { agent: 'claude-code' })).toBe('none');
  });

  it('changes nothing without an answer of the user at a terminal', async () => {
    const id = await lastId();
    const calls: readonly [env: Readonly<Record<string, string>>, words: readonly string[], code: string][] =
      [
        [{}, [id], '1 ALLOW_UNANSWERED'],
        [{}, [id, '--json'], '1 ALLOW_UNANSWERED'],
        [{ CLAUDECODE: '1' }, [id], '2 AGENT_CALLS'],
        [{ HOOK_DEPTH: '1' }, [id], '2 AGENT_CALLS'],
      ];
    for (const [env, words, code] of calls) {
      const { exit, stdout, stderr } = await runHooks(scratch, ['allow', ...words], { env, stdin: 'y\n' });
      expect(`${exit} ${/[A-Z]+_[A-Z]+/.exec(stdout + stderr)}`).toBe(code);
    }
    expect((await allow(id, '', 'n')).exit).toBe(1);
    expect(await decide()).toBe('block');
  });

  it('does not cover a hook that changed', async () => {
    await allow(await lastId(), '--for 10m');
    writeGuard('no-deploy', { stderr: 'a stricter version' });
    await hooks('approve', 'no-deploy', '--yes');
    expect(await decide()).toBe('block');
    const { exit, shown } = await allow((await eventLog())[0]?.traceId ?? '');
    expect([exit, shown]).toEqual([1, expect.stringContaining('ALLOW_NOTHING')]);
  });

  it('does not cover another hook, which the call still has to pass', async () => {
    writeGuard('no-make');
    await allow(await lastId(), '--for 10m');
    await hooks('enable', 'no-make', '--yes');
    expect(await decide()).toBe('block');
    await allow(await lastId(), '--for 10m');
    expect(await decide(), 'both are allowed now').toBe('none');
  });

  it('never reaches the model', async () => {
    const event = {
      hook_event_name: 'PreToolUse',
      cwd: scratch.project,
      tool_name: 'Bash',
      tool_input: { command: DEPLOY },
    };
    const { stdout, stderr } = await runHooks(scratch, ['run', '--agent', 'claude-code'], {
      stdin: JSON.stringify(event),
    });
    expect(stdout).toContain('not from here');
    expect(stdout + stderr).not.toMatch(/hooks allow/);
  });

  it.each([
    ['has no such id', ['ffffffff'], 'TRACE_NOT_FOUND'],
    ['is for too long a time', ['ID', '--for', '2h'], 'USAGE'],
    ['is for longer than an hour', ['ID', '--for', '61m'], 'USAGE'],
  ])('reports that it %s', async (_, words, code) => {
    const id = await lastId();
    const { stderr } = await hooks('allow', ...words.map((word) => (word === 'ID' ? id : word)));
    expect(stderr).toContain(code);
  });

  it('reports that nothing blocked the event', async () => {
    await hooks('disable', 'no-deploy');
    await decide();
    expect((await hooks('allow', await lastId())).stderr).toMatch(/ALLOW_NOTHING[\s\S]*no hook blocked it/);
  });
});
