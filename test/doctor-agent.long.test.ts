/** `hooks doctor AGENT` names why an attached agent asks nobody: each cause is made here, and must be the first that is said. */
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { launcherPath } from '../packages/cli/src/launcher/launcher-command.ts';
import { readEventLog } from './support/event-log.ts';
import { readHookLog } from './support/hook-log.ts';
import { endProcesses } from './support/leftover-processes.ts';
import { hasPrograms } from './support/programs.ts';
import { type Ended, runHooks } from './support/run-hooks.ts';
import { bashCall, enableHooks, fireEvent, socketPath } from './support/runtime.ts';
import { makeScratch, type Scratch } from './support/scratch.ts';

let scratch: Scratch;
let server: Server | null = null;
beforeEach(() => {
  scratch = makeScratch();
});
afterEach(async () => {
  await new Promise((resolve) => (server === null ? resolve(null) : server.close(resolve)));
  server = null;
  await endProcesses(scratch.dir);
  scratch.remove();
});

const NAMES = [
  ...['claude-code', 'codex', 'copilot', 'gemini-cli', 'qwen-code'],
  ...['cline', 'opencode', 'pi', 'openclaw'],
];
const hooks = (...words: readonly string[]): Promise<Ended> => runHooks(scratch, words);

interface Seen {
  readonly ok: boolean;
  readonly codes: readonly string[];
  readonly findings: readonly { readonly code: string; readonly remedy: string; readonly message: string }[];
  readonly sections: Record<string, { readonly state: string; readonly summary: string }>;
}

async function examine(...agent: readonly string[]): Promise<Seen> {
  const { stdout, stderr, exit } = await hooks('doctor', ...agent, '--json');
  const { schema, ok, findings, sections } = JSON.parse(stdout);
  expect([schema, stderr, exit]).toEqual(['hookmd.doctor/1', '', ok ? 0 : 1]);
  return {
    ok,
    findings,
    codes: findings.map(({ code }: { code: string }) => code),
    sections: Object.fromEntries(sections.map((section: { section: string }) => [section.section, section])),
  };
}

const settingsPath = (): string => join(scratch.home, '.claude', 'settings.json');
const launcher = (): string => launcherPath({ stateDir: scratch.state });

async function attach(agent = 'claude-code'): Promise<void> {
  await enableHooks(scratch, [{ name: 'guard', exits: 2, stderr: 'no' }]);
  expect((await hooks('attach', agent, '--yes')).exit).toBe(0);
}

describe.runIf(hasPrograms(['cc']))('an agent that is attached', () => {
  it.each(NAMES)('%s: a test event goes the whole way and asks no hook', async (agent) => {
    await attach(agent);
    const { sections, codes } = await examine(agent);
    expect(sections['test event']).toMatchObject({
      state: 'ok',
      summary: expect.stringMatching(/^returned a result in/),
    });
    expect(sections['launcher']).toMatchObject({ state: 'ok', summary: 'compiled' });
    expect(codes.filter((code) => code !== 'AGENT_NOT_TRUSTED' && code !== 'AGENT_TRUST_UNKNOWN')).toEqual([
      'AGENT_NEVER_SEEN',
    ]);
    expect(readHookLog(scratch.log).runs).toEqual([]);
    expect(existsSync(join(scratch.state, 'event-log'))).toBe(false);
    expect(readdirSync(join(scratch.state, 'test-event'))).toEqual([]);
  });

  it('and has told of something is fine, through the runtime too', async () => {
    await attach();
    await fireEvent(scratch, bashCall(scratch, 'ls'));
    await fireEvent(scratch, bashCall(scratch, 'ls'));
    const { ok, codes, sections } = await examine('claude-code');
    expect([ok, codes]).toEqual([true, []]);
    expect(sections['last event']?.summary).toBe('PreToolUse, just now');
    expect((await hooks('doctor', 'claude-code')).stdout).toMatch(/Everything is fine\.\n$/);
    expect(readEventLog(scratch.state)).toHaveLength(2);
  });
});

describe.runIf(hasPrograms(['cc']))('plain `hooks doctor`', () => {
  it('sends a test event for each agent that is attached, and says which one nobody answered', async () => {
    await attach('claude-code');
    await attach('gemini-cli');
    const { ok, sections } = await examine();
    expect([ok, sections['test event']]).toMatchObject([
      true,
      {
        state: 'ok',
        summary: expect.stringMatching(
          /^claude-code returned a result in .*, gemini-cli returned a result in/,
        ),
      },
    ]);
    rmSync(launcher());
    writeFileSync(launcher(), '#!/bin/sh\ncat >/dev/null\necho "{}"\n', { mode: 0o700 });
    const broken = await examine();
    expect([broken.ok, broken.sections['test event']?.state]).toEqual([false, 'error']);
    expect(broken.codes.filter((code) => code === 'AGENT_NO_RESPONSE')).toHaveLength(2);
    expect(readHookLog(scratch.log).runs).toEqual([]);
  });
});

describe.runIf(hasPrograms(['cc']))('why nothing happens is said first, with what mends it', () => {
  const causes: readonly {
    readonly says: string;
    readonly agent?: string;
    readonly breaks: () => void | Promise<void>;
    readonly code: string;
    readonly remedy: RegExp;
    /** What a person then types, after which it is said no more. */
    readonly mends?: readonly string[];
  }[] = [
    {
      says: 'its settings name us no more',
      breaks: () => writeFileSync(settingsPath(), '{}'),
      code: 'AGENT_NOT_ATTACHED',
      remedy: /hooks attach claude-code/,
      mends: ['attach', 'claude-code', '--yes'],
    },
    {
      says: 'its settings name a launcher of somebody else, which a repository may bring along',
      breaks: () => {
        const name = join(scratch.project, 'bin', 'hooks-fire');
        mkdirSync(join(scratch.project, 'bin'));
        writeFileSync(name, '#!/bin/sh\n', { mode: 0o755 });
        writeFileSync(settingsPath(), readFileSync(settingsPath(), 'utf8').replaceAll(launcher(), name));
      },
      code: 'AGENT_CANNOT_START',
      remedy: /or attach there/,
      mends: ['attach', 'claude-code', '--yes'],
    },
    {
      says: 'its settings cannot be read',
      breaks: () => writeFileSync(settingsPath(), '{"hooks": '),
      code: 'AGENT_SETTINGS_UNREADABLE',
      remedy: /Fix the file/,
    },
    {
      says: 'its hooks are switched off',
      breaks: () => edit((document) => ({ ...document, disableAllHooks: true })),
      code: 'AGENT_HOOKS_OFF',
      remedy: /Remove `disableAllHooks`/,
    },
    {
      says: 'it does not trust hooks that nobody has reviewed',
      agent: 'codex',
      breaks: () => {},
      code: 'AGENT_NOT_TRUSTED',
      remedy: /type `\/hooks`/,
    },
    {
      says: 'it does not tell of an event that a hook waits for',
      breaks: () =>
        edit(({ hooks: current, ...document }) => {
          const { PreToolUse, ...rest } = current as Record<string, unknown>;
          return { ...document, hooks: rest };
        }),
      code: 'AGENT_MISSES_EVENT',
      remedy: /hooks attach claude-code/,
      mends: ['attach', 'claude-code', '--yes'],
    },
    {
      says: 'the launcher is gone',
      breaks: () => rmSync(launcher()),
      code: 'LAUNCHER_CANNOT_START',
      remedy: /hooks daemon --launcher/,
      mends: ['daemon', '--launcher'],
    },
    {
      says: 'the launcher is gone that a module starts',
      agent: 'pi',
      breaks: () => rmSync(launcher()),
      code: 'LAUNCHER_MISSING',
      remedy: /hooks daemon --launcher/,
      mends: ['daemon', '--launcher'],
    },
    {
      says: 'the launcher may not be executed',
      breaks: () => chmodSync(launcher(), 0o600),
      code: 'LAUNCHER_CANNOT_START',
      remedy: /hooks daemon --launcher/,
      mends: ['doctor', '--fix'],
    },
    {
      says: 'Node was moved',
      breaks: () => movedTo('/nowhere/node', 0),
      code: 'LAUNCHER_STALE',
      remedy: /hooks daemon --launcher/,
      mends: ['doctor', 'claude-code', '--fix'],
    },
    {
      says: 'HookMD was moved',
      breaks: () => movedTo('/nowhere/hooks', 1),
      code: 'LAUNCHER_STALE',
      remedy: /hooks daemon --launcher/,
      mends: ['daemon', '--launcher'],
    },
    {
      says: 'the runtime is stuck',
      breaks: async () => {
        rmSync(join(scratch.state, 'run'), { recursive: true, force: true });
        mkdirSync(join(scratch.state, 'run'), { mode: 0o700 });
        server = createServer((socket) =>
          socket
            .on('error', () => {})
            .resume()
            .unref(),
        );
        await new Promise<void>((resolve) => server?.listen(socketPath(scratch), resolve));
      },
      code: 'RUNTIME_STUCK',
      remedy: /End its process/,
    },
    {
      says: 'what answers is not HookMD',
      breaks: () => {
        rmSync(launcher());
        writeFileSync(launcher(), '#!/bin/sh\ncat >/dev/null\necho "{}"\n', { mode: 0o700 });
      },
      code: 'AGENT_NO_RESPONSE',
      remedy: /hooks attach claude-code/,
      mends: ['attach', 'claude-code', '--yes'],
    },
    {
      says: 'no hook waits for its events',
      breaks: async () => {
        await hooks('disable', 'guard');
      },
      code: 'AGENT_WITHOUT_HOOKS',
      remedy: /hooks enable/,
      mends: ['enable', 'guard'],
    },
  ];

  function edit(change: (document: Record<string, unknown>) => unknown): void {
    writeFileSync(settingsPath(), JSON.stringify(change(JSON.parse(readFileSync(settingsPath(), 'utf8')))));
  }

  function movedTo(path: string, line: number): void {
    const facts = readFileSync(`${launcher()}.places`, 'utf8').split('\n');
    facts[line] = path;
    writeFileSync(`${launcher()}.places`, facts.join('\n'));
  }

  it.each(causes.map((cause) => [cause.says, cause] as const))(
    '%s',
    async (_, { agent, breaks, code, remedy, mends }) => {
      await attach(agent);
      await breaks();
      const { findings } = await examine(agent ?? 'claude-code');
      expect(findings[0]).toMatchObject({ code, remedy: expect.stringMatching(remedy) });
      if (mends === undefined) return;
      expect((await hooks(...mends)).exit).toBe(0);
      expect((await examine(agent ?? 'claude-code')).codes).not.toContain(code);
    },
  );

  it('what was moved is found again by the next command of a person, and not by one of an agent', async () => {
    await attach();
    movedTo('/nowhere/node', 0);
    await runHooks(scratch, ['disable', 'guard'], { env: { CLAUDECODE: '1' } });
    expect((await examine('claude-code')).codes[0]).toBe('LAUNCHER_STALE');
    await hooks('disable', 'guard');
    expect((await examine('claude-code')).codes).not.toContain('LAUNCHER_STALE');
  });
});

describe('a test event', () => {
  it('starts no program that a repository names', async () => {
    await enableHooks(scratch, [{ name: 'guard' }]);
    const evil = join(scratch.project, 'bin', 'hooks-fire');
    mkdirSync(join(scratch.project, 'bin'));
    writeFileSync(evil, `#!/bin/sh\n: >'${scratch.dir}/started'\n`, { mode: 0o755 });
    mkdirSync(join(scratch.project, '.claude'));
    const hook = { type: 'command', command: `${evil} claude-code PreToolUse` };
    writeFileSync(
      join(scratch.project, '.claude', 'settings.json'),
      JSON.stringify({ hooks: { PreToolUse: [{ hooks: [hook] }] } }),
    );
    const { sections } = await examine('claude-code');
    expect(sections['test event']?.summary).toMatch(/^not tried/);
    expect(existsSync(join(scratch.dir, 'started'))).toBe(false);
  });

  it('is none because somebody says so: what names one is judged like everything else', async () => {
    await enableHooks(scratch, [{ name: 'guard', exits: 2, stderr: 'no' }]);
    const payload = { ...bashCall(scratch, 'ls'), session_id: `hookmd-test-event-${'0'.repeat(32)}` };
    const { stdout } = await runHooks(scratch, ['run', '--agent', 'claude-code'], {
      stdin: JSON.stringify({ hook_event_name: 'PreToolUse', ...payload }),
      env: { HOOK_TEST_EVENT: '1' },
    });
    expect(JSON.parse(stdout)).toMatchObject({ hookSpecificOutput: { permissionDecision: 'deny' } });
    expect(readHookLog(scratch.log).runs).toHaveLength(1);
  });
});
