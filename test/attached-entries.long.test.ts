/** An agent that is attached and `entriesFrom` with the same settings file: what both guides show, together. */

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { attachedAgent } from '@hookmd/core/text';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeText } from './support/hook-package.ts';
import { type Ended, runHooks } from './support/run-hooks.ts';
import { makeScratch, type Scratch } from './support/scratch.ts';

let scratch: Scratch;
beforeEach(() => {
  scratch = makeScratch();
});
afterEach(() => scratch.remove());

// Without a compiler the launcher is a script, which is made at once.
const env = { PATH: '/nowhere' };
const hooks = (...words: readonly string[]): Promise<Ended> => runHooks(scratch, words, { env });
const inHome = (path: string): string => join(scratch.home, path);
const CLAUDE = '.claude/settings.json';

interface Group {
  readonly matcher?: string;
  readonly hooks: readonly { readonly type: string; readonly command: string }[];
}
type Groups = Readonly<Record<string, readonly Group[]>>;

const command = (line: string): Group => ({ hooks: [{ type: 'command', command: line }] });
/** What the user had before HookMD: two hooks, one of them in a script. */
const mine: Groups = {
  PreToolUse: [{ matcher: 'Bash', ...command('~/.claude/hooks/guard.sh') }],
  Stop: [command('echo stop >> ~/ran.log')],
};

function writeSettings(file: string, groups: Groups): void {
  writeText(inHome(file), { text: JSON.stringify({ model: 'opus', hooks: groups }, null, 2) });
}

function writeAll(): void {
  writeText(inHome('.claude/hooks/guard.sh'), {
    text: '#!/bin/sh\necho guard >> ~/ran.log\n',
    mode: 0o755,
  });
  writeSettings(CLAUDE, mine);
  writeText(inHome('.hookmd/config.yaml'), { text: `entriesFrom: [~/${CLAUDE}]\n` });
}

interface Finding {
  readonly code: string;
  readonly path?: string;
  readonly message: string;
  readonly remedy: string;
}

/** What the doctor says of hooks that run twice: of all agents, or of one. */
async function doubleRuns(...agent: readonly string[]): Promise<readonly Finding[]> {
  const { stdout } = await hooks('doctor', ...agent, '--json');
  const { findings } = JSON.parse(stdout) as { readonly findings: readonly Finding[] };
  return findings.filter(({ code }) => code === 'ENTRIES_RUN_TWICE');
}

const groupsNow = (): Groups =>
  (JSON.parse(readFileSync(inHome(CLAUDE), 'utf8')) as { readonly hooks?: Groups }).hooks ?? {};

/** What Claude Code does at an event: it starts every command of its settings, each in a shell. */
function fire(event: string, payload: object): readonly string[] {
  const log = inHome('ran.log');
  writeFileSync(log, '');
  for (const { hooks: group } of groupsNow()[event] ?? [])
    for (const { command: line } of group) {
      const { status, stderr } = spawnSync('/bin/sh', ['-c', line], {
        cwd: scratch.project,
        env: { HOME: scratch.home, PATH: process.env['PATH'] },
        input: JSON.stringify({ hook_event_name: event, session_id: 's', cwd: scratch.project, ...payload }),
        encoding: 'utf8',
      });
      expect({ line, status, stderr }).toEqual({ line, status: 0, stderr: '' });
    }
  return readFileSync(log, 'utf8').split('\n').slice(0, -1);
}

const call = { tool_name: 'Bash', tool_input: { command: 'ls' }, tool_use_id: 't' };
const ran = (): readonly string[] => [...fire('PreToolUse', call), ...fire('Stop', {})];

/** The names of the user's hooks, without those that come with HookMD. */
async function listed(...options: readonly string[]): Promise<readonly string[]> {
  const { stdout } = await hooks('list', '--json', ...options);
  const all = (JSON.parse(stdout) as { readonly hooks: readonly { name: string; source: string }[] }).hooks;
  return all.filter(({ source }) => ['user', 'session'].includes(source)).map(({ name }) => name);
}

describe("HookMD's own lines in a settings file", () => {
  it('are no hooks of `entriesFrom`, `--settings` and `hooks import`', async () => {
    writeAll();
    expect((await hooks('attach', 'claude-code', '--yes')).exit).toBe(0);
    expect(Object.keys(groupsNow()).length).toBeGreaterThan(20);
    const names = [
      expect.stringMatching(/^PreToolUse-guard\.sh-/),
      expect.stringMatching(/^Stop-ran\.log-/),
    ] as const;
    expect(await listed()).toEqual(names);
    const check = await hooks('check');
    expect([check.exit, `${check.stdout}${check.stderr}`]).toEqual([
      0,
      expect.not.stringMatching(/hooks-fire|FileChanged/),
    ]);
    const { imported, rejected } = JSON.parse(
      (await hooks('import', inHome(CLAUDE), '--dry-run', '--json')).stdout,
    );
    expect(rejected).toEqual([]);
    expect(imported).toMatchObject([{ events: ['PreToolUse'] }, { events: ['Stop'] }]);
    writeText(inHome('.hookmd/config.yaml'), { text: '' });
    expect(await listed('--settings', inHome(CLAUDE))).toEqual(names);
  });

  it('are none in any of the forms and from any of the places that they had', async () => {
    const lines = [
      '/elsewhere/bin/hooks-fire claude-code Stop',
      "'/a home/.local/state/hookmd/bin/hooks-fire' claude-code Stop",
      '~/.local/state/hookmd/bin/hooks-fire claude-code Stop',
      '! test -x ~/.local/state/hookmd/bin/hooks-fire || ~/.local/state/hookmd/bin/hooks-fire claude-code Stop',
      '/usr/local/bin/hooks run --agent claude-code',
      'node /gone/dist/hooks.cjs run --agent=codex Stop',
      'npx -y hookmd run --agent claude-code',
    ];
    const theirs = [
      'sh -c true hooks run --agent claude-code',
      'docker run --agent claude-code',
      'echo hooks-fire',
    ];
    expect(lines.map((line) => attachedAgent(line) === null)).not.toContain(true);
    const entries = [...lines, ...theirs].map((line) => command(line));
    writeSettings('theirs.json', { Stop: entries });
    writeText(inHome('.hookmd/config.yaml'), {
      text: `entriesFrom: [~/theirs.json]\nentries: ${JSON.stringify({ PreToolUse: entries })}\n`,
    });
    expect(await listed()).toHaveLength(2 * theirs.length);
    const skill = join(scratch.dir, 'skill');
    mkdirSync(skill);
    writeFileSync(
      join(skill, 'SKILL.md'),
      `---\nname: careful\nhooks: ${JSON.stringify({ Stop: lines.map(command) })}\n---\n`,
    );
    const { stdout } = await hooks('list', '--json', '--skill', skill);
    expect(stdout).not.toContain('careful');
  });

  it('alone are nothing to import', async () => {
    writeSettings(CLAUDE, {});
    await hooks('attach', 'claude-code', '--yes');
    expect(await hooks('import', inHome(CLAUDE))).toMatchObject({
      exit: 1,
      stderr: expect.stringMatching(/IMPORT_NOTHING/),
    });
    expect(existsSync(inHome('.hookmd/hooks'))).toBe(false);
  });
});

describe('a settings file that an attached agent runs and `entriesFrom` names', () => {
  const enable = async (): Promise<void> => {
    const names = await listed();
    expect((await hooks('enable', ...names, '--yes')).exit).toBe(0);
  };
  /** The command of the nth pair of backticks that begins with `hooks`, as its words. */
  const printed = ({ remedy }: Finding, nth: number): readonly string[] => {
    const commands = [...remedy.matchAll(/`hooks ([^`]+)`/g)].map(([, words = '']) => words);
    return (commands[nth] ?? '').split(' ');
  };
  const attach = (agent = 'claude-code'): Promise<Ended> => hooks('attach', agent, '--yes');

  it('is reported by the doctor: each of its hooks runs twice', async () => {
    writeAll();
    await attach();
    const path = inHome(CLAUDE);
    const waiting = `claude-code already runs 2 hooks of ${path}, and your setting \`entriesFrom\` makes HookMD run them again once you approve them: each would run twice.`;
    expect(await doubleRuns()).toMatchObject([{ path, message: waiting }]);
    expect(ran()).toEqual(['guard', 'stop']);
    await enable();
    expect(ran()).toEqual(['guard', 'guard', 'stop', 'stop']);
    const running = `claude-code already runs 2 hooks of ${path}, and your setting \`entriesFrom\` makes HookMD run them again: each runs twice.`;
    expect(await doubleRuns()).toMatchObject([{ path, message: running }]);
    expect(await doubleRuns('claude-code')).toMatchObject([{ path, message: running }]);
    expect(await doubleRuns('codex')).toEqual([]);
  });

  it('is left to the agent by the command that the doctor prints', async () => {
    writeAll();
    await attach();
    await enable();
    const [found] = await doubleRuns();
    expect((await hooks(...printed(found as Finding, 0))).exit).toBe(0);
    expect([await doubleRuns(), await doubleRuns('claude-code'), await listed()]).toEqual([[], [], []]);
    expect(ran()).toEqual(['guard', 'stop']);
  });

  it('is moved to HookMD by the steps that the doctor prints', async () => {
    writeAll();
    await attach();
    await enable();
    const [found] = await doubleRuns();
    const imported = await hooks(...printed(found as Finding, 1));
    expect(imported.exit).toBe(0);
    const cached = Object.entries(groupsNow()).map(
      ([event, groups]) =>
        [event, groups.filter((group) => !JSON.stringify(mine).includes(JSON.stringify(group)))] as const,
    );
    writeSettings(CLAUDE, Object.fromEntries(cached));
    expect(await doubleRuns()).toEqual([]);
    const [, names = ''] = /hooks enable (.+?) {2}/.exec(imported.stdout) ?? [];
    expect((await hooks('enable', ...names.split(' '), '--yes')).exit).toBe(0);
    expect([await doubleRuns(), await doubleRuns('claude-code')]).toEqual([[], []]);
    expect(ran()).toEqual(['guard', 'stop']);
    // Nothing that was moved comes back with the file of before.
    expect((await hooks('detach', 'claude-code', '--yes')).exit).toBe(0);
    expect(readFileSync(inHome(CLAUDE), 'utf8')).not.toContain('guard.sh');
  });

  it('keeps the other files of `entriesFrom` in the command that is printed', async () => {
    writeAll();
    writeSettings('other.json', { Stop: [command('echo other')] });
    writeText(inHome('.hookmd/config.yaml'), { text: `entriesFrom: [~/other.json, ~/${CLAUDE}]\n` });
    await attach();
    const [found] = await doubleRuns();
    expect(found?.remedy).toContain(`\`hooks config set entriesFrom '["~/other.json"]'\``);
    expect((await hooks('config', 'set', 'entriesFrom', '["~/other.json"]')).exit).toBe(0);
    expect(await doubleRuns()).toEqual([]);
    expect(await listed()).toEqual([expect.stringMatching(/^Stop-echo-/)]);
  });

  it('is reported before the agent is attached, and when `entriesFrom` comes later', async () => {
    writeAll();
    const output = /already runs 2 hooks of \S+settings\.json,/;
    const requested = await hooks('attach', 'claude-code', '--dry-run');
    expect(requested.stdout).toMatch(output);
    const rejected = await hooks('attach', 'claude-code');
    expect([rejected.exit, rejected.stderr]).toEqual([2, expect.stringMatching(output)]);
    const { issues } = JSON.parse((await hooks('attach', 'claude-code', '--yes', '--json')).stdout);
    expect(issues).toMatchObject([{ code: 'ENTRIES_RUN_TWICE', severity: 'warning' }]);
    expect((await attach()).stderr).toMatch(output);
    expect((await hooks('config', 'set', 'entriesFrom', '--unset')).stderr).toBe('');
    const set = await hooks('config', 'set', 'entriesFrom', `[~/${CLAUDE}]`);
    expect([set.exit, set.stderr]).toEqual([0, expect.stringMatching(output)]);
    const ended = await hooks('config', 'set', 'entriesFrom', '[~/other.json]');
    expect(ended.stderr).not.toMatch(/twice/);
  });

  it('is reported of Codex too, for the events that it fires', async () => {
    // It does not fire `FileChanged`.
    writeSettings('.codex/hooks.json', {
      SessionStart: [command('echo mine')],
      FileChanged: [command('echo mine')],
    });
    writeText(inHome('.hookmd/config.yaml'), { text: 'entriesFrom: [~/.codex/hooks.json]\n' });
    await attach('codex');
    expect(await listed()).toEqual([
      expect.stringMatching(/^SessionStart-echo/),
      expect.stringMatching(/^FileChanged-echo/),
    ]);
    expect(await doubleRuns()).toMatchObject([
      { message: expect.stringMatching(/^codex already runs 1 hook of .* run it again once you approve it/) },
    ]);
  });

  it('is not reported where a hook runs once', async () => {
    writeAll();
    // No agent is attached; another one is; HookMD has them switched off.
    expect(await doubleRuns()).toEqual([]);
    await attach('codex');
    expect(await doubleRuns()).toEqual([]);
    await attach();
    expect(await doubleRuns()).toHaveLength(1);
    const names = await listed();
    expect((await hooks('disable', ...names)).exit).toBe(0);
    expect(await doubleRuns()).toEqual([]);
  });

  it('is found where a variable moves the settings of the agent, and through a link', async () => {
    const moved = { CLAUDE_CONFIG_DIR: inHome('elsewhere'), PATH: '/nowhere' };
    const bare = async (...words: readonly string[]): Promise<string> =>
      (await runHooks(scratch, words, { env: moved, bare: true })).stdout;
    writeAll();
    await bare('attach', 'claude-code', '--yes');
    expect(await bare('doctor')).not.toContain('ENTRIES_RUN_TWICE');
    const current = JSON.parse(readFileSync(inHome('elsewhere/settings.json'), 'utf8')) as { hooks: Groups };
    writeSettings('elsewhere/settings.json', {
      ...current.hooks,
      Stop: [...(current.hooks['Stop'] ?? []), command('echo x')],
    });
    symlinkSync('elsewhere/settings.json', inHome('link.json'));
    writeText(inHome('.hookmd/config.yaml'), { text: 'entriesFrom: [~/link.json]\n' });
    expect(await bare('doctor')).toContain('ENTRIES_RUN_TWICE');
  });
});
