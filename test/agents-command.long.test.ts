/** `hooks agents`, and what `hooks list` says of needs: judged by the settings that agents have, and by the event log. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { writeHook } from './support/hook-package.ts';
import { type Ended, runHooks } from './support/run-hooks.ts';
import { bashCall, enableHooks } from './support/runtime.ts';
import { makeScratch, type Scratch } from './support/scratch.ts';

let scratch: Scratch;
beforeEach(() => {
  scratch = makeScratch();
});
afterEach(() => scratch.remove());

const NAMES = [
  ...['claude-code', 'codex', 'copilot', 'gemini-cli', 'qwen-code'],
  ...['cline', 'opencode', 'pi', 'openclaw'],
];
const hooks = (...words: readonly string[]): Promise<Ended> => runHooks(scratch, words);
type Report = Record<string, unknown> & { readonly name: string };
const reports = async (...words: readonly string[]): Promise<Record<string, Report>> => {
  const { stdout } = await hooks('agents', ...words, '--json');
  const { schema, agents } = JSON.parse(stdout) as { schema: string; agents: Report[] };
  expect(schema).toBe('hookmd.agents/1');
  return Object.fromEntries(agents.map((agent) => [agent.name, agent]));
};

it('where nothing is, every agent is listed and nothing is promised', async () => {
  const found = await reports();
  expect(Object.keys(found)).toEqual(NAMES);
  for (const report of Object.values(found))
    expect(report).toMatchObject({
      attached: false,
      trusted: null,
      reported: [],
      needs: [],
      lastEvent: null,
    });
});

it.each(NAMES)(
  '%s is attached once it was attached, and says what it honours event by event',
  async (name) => {
    expect((await hooks('attach', name, '--yes')).exit).toBe(0);
    const { [name]: found, ...rest } = await reports();
    expect(found).toMatchObject({ attached: true, isInstalled: true, missing: [] });
    expect(Object.values(rest).some(({ attached }) => attached === true)).toBe(false);
    const { stdout, exit } = await hooks('agents', name);
    expect(exit).toBe(0);
    expect(stdout).toMatch(/PreToolUse .*(yes|no) .*block/);
    const events = found?.['events'] as { event: string; reported: string; honours: string[] }[];
    expect(events.find(({ event }) => event === 'PreToolUse')).toMatchObject({
      reported: 'yes',
      honours: expect.arrayContaining(['block']),
    });
  },
);

it('Codex is not trusted until it says so; what it trusts only it can say', async () => {
  await hooks('attach', 'codex', '--yes');
  expect((await reports('codex'))['codex']?.['trusted']).toBe('no');
  expect((await hooks('agents')).stderr).toContain('type `/hooks`');
  const state = `[hooks.state."${scratch.home}/.codex/hooks.json:pre_tool_use:0:0"]\ntrusted_hash = "x"\n`;
  writeFileSync(join(scratch.home, '.codex', 'config.toml'), state);
  expect((await reports('codex'))['codex']?.['trusted']).toBe('unknown');
});

it('an agent that starts no hooks at all is switched off: a fact of its own, with what ends it', async () => {
  const file = join(scratch.home, '.claude', 'settings.json');
  mkdirSync(join(scratch.home, '.claude'));
  writeFileSync(file, '{ "disableAllHooks": true }');
  expect((await reports())['claude-code']).toMatchObject({ attached: false, offBy: [] });
  await hooks('attach', 'claude-code', '--yes');
  expect((await reports())['claude-code']).toMatchObject({ attached: true, offBy: [file], trusted: 'yes' });
  const remedy = 'claude-code starts no hooks at all: remove `disableAllHooks` from ~/.claude/settings.json.';
  for (const words of [['agents'], ['agents', 'claude-code']]) {
    const { stdout, stderr } = await hooks(...words);
    expect(stdout).toMatch(/claude-code .* events \(user\), hooks disabled/);
    expect(stderr).toContain(remedy);
  }
});

it('the last event of an agent is that of the event log', async () => {
  await enableHooks(scratch, [{ name: 'guard' }]);
  await hooks('attach', 'gemini-cli', '--yes');
  const payload = {
    ...bashCall(scratch, 'ls'),
    hook_event_name: 'BeforeTool',
    tool_name: 'run_shell_command',
  };
  await runHooks(scratch, ['run', '--agent', 'gemini-cli'], { stdin: JSON.stringify(payload) });
  await runHooks(scratch, ['run', 'Stop'], { stdin: '{}' });
  const { 'gemini-cli': gemini } = await reports();
  expect(gemini).toMatchObject({ lastEvent: { event: 'PreToolUse' } });
  expect((await hooks('agents')).stdout).toMatch(/gemini-cli .* just now {2}PreToolUse/);
});

it('an unknown agent is one, with those that are known', async () => {
  const { exit, stderr } = await hooks('agents', 'codx');
  expect(exit).not.toBe(0);
  expect(stderr).toContain('AGENT_NOT_FOUND');
});

it('a hook that needs what no attached agent gives is said loudly, and one that some give is not', async () => {
  writeHook(scratch, { name: 'rewriter', front: { needs: ['modify-input'] } }, 'PreToolUse');
  await hooks('enable', 'rewriter', '--yes');
  const output = async (): Promise<string> => (await hooks('list')).stderr;
  expect(await output()).toBe('');
  await hooks('attach', 'qwen-code', '--yes');
  expect(await output()).toMatch(/HOST_CANNOT[\s\S]*user\/rewriter requires modify-input[\s\S]*qwen-code/);
  const { stdout } = await hooks('list', '--json');
  expect(JSON.parse(stdout)).toMatchObject({
    hooks: expect.arrayContaining([expect.objectContaining({ name: 'rewriter', needs: ['modify-input'] })]),
    issues: [{ code: 'HOST_CANNOT' }],
  });
  await hooks('attach', 'claude-code', '--yes');
  expect(await output()).toBe('');
});

it('settings that nobody can read are said, and a pipe is not waited for', async () => {
  mkdirSync(join(scratch.home, '.claude'));
  writeFileSync(join(scratch.home, '.claude', 'settings.json'), '{"hooks": ');
  expect((await hooks('agents')).stderr).toMatch(/claude-code: .*settings\.json cannot be read/);
});
