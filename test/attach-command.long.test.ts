/** `hooks attach` and `hooks detach` in the settings of every agent, as files that people have. */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { agentNames, integrations } from '@hookmd/agents';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeHook } from './support/hook-package.ts';
import { type Ended, runHooks } from './support/run-hooks.ts';
import { makeScratch, type Scratch } from './support/scratch.ts';

let scratch: Scratch;
beforeEach(() => {
  scratch = makeScratch();
});
afterEach(() => scratch.remove());

// Without a compiler the launcher is a script, which is made at once; test/runtime.long.test.ts has the other.
const env = { PATH: '/nowhere' };
const hooks = (...words: readonly string[]): Promise<Ended> => runHooks(scratch, words, { env });
const inHome = (path: string): string => join(scratch.home, path);

function write(path: string, text: string, mode?: number): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  if (mode !== undefined) chmodSync(path, mode);
}

/** Every file of the home directory but the state, with its bytes and mode. */
function homeFiles(): Readonly<Record<string, string>> {
  const names = readdirSync(scratch.home, { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => !name.startsWith('.local') && !name.startsWith('.hookmd'));
  return Object.fromEntries(
    files.map((name) => {
      const stats = lstatSync(inHome(name));
      const subject = stats.isFile()
        ? readFileSync(inHome(name), 'latin1')
        : stats.isDirectory()
          ? 'folder'
          : 'link';
      return [name, `${(stats.mode & 0o777).toString(8)} ${subject}`];
    }),
  );
}

const foreignHook = (key: string): object => ({ type: 'command', [key]: 'echo mine' });
const groups = (event: string): string =>
  JSON.stringify(
    { theme: 'dark', hooks: { [event]: [{ matcher: 'x', hooks: [foreignHook('command')] }] } },
    null,
    4,
  );

/** What each agent has before us, its payload before a tool, and how its answer says no. */
interface Sample {
  readonly file: string;
  readonly before: string;
  readonly payload: string;
  readonly beforeTool: string;
  readonly denial: object;
}

const deny = { hookSpecificOutput: { permissionDecision: 'deny' } };
const samples: Readonly<Record<string, Sample>> = {
  'claude-code': {
    file: '.claude/settings.json',
    before: `${groups('PreToolUse')}\n`,
    payload: '',
    beforeTool: 'PreToolUse',
    denial: deny,
  },
  codex: {
    file: '.codex/hooks.json',
    before: groups('PreToolUse'),
    payload: 'PreToolUse',
    beforeTool: 'PreToolUse',
    denial: deny,
  },
  copilot: {
    file: '.copilot/hooks/hookmd.json',
    before: JSON.stringify({ version: 1, hooks: { preToolUse: [foreignHook('bash')] } }),
    payload: 'preToolUse',
    beforeTool: 'preToolUse',
    denial: { permissionDecision: 'deny' },
  },
  'gemini-cli': {
    file: '.gemini/settings.json',
    before: `// mine\r\n${groups('BeforeTool').replaceAll('\n', '\r\n')}`,
    payload: 'BeforeTool',
    beforeTool: 'BeforeTool',
    denial: { decision: 'deny' },
  },
  'qwen-code': {
    file: '.qwen/settings.json',
    before: `\ufeff${groups('PreToolUse').replaceAll('    ', '\t')} // end`,
    payload: 'PreToolUse',
    beforeTool: 'PreToolUse',
    denial: deny,
  },
  openclaw: {
    file: '.openclaw/openclaw.json',
    before: '{ "plugins": { "allow": ["other"], }, /* c */ }',
    payload: 'PreToolUse',
    beforeTool: '',
    denial: {},
  },
  cline: { file: '', before: '', payload: 'tool_call', beforeTool: 'PreToolUse', denial: { cancel: true } },
  opencode: { file: '', before: '', payload: 'PreToolUse', beforeTool: '', denial: {} },
  pi: { file: '', before: '', payload: 'PreToolUse', beforeTool: '', denial: {} },
};

function recordedCall(agent: string, { payload }: Sample): string {
  if (payload === '')
    return '{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"x"},"session_id":"s"}';
  const path = join(import.meta.dirname, '../packages/agents/src', agent, 'recorded', `${payload}.json`);
  return readFileSync(path, 'utf8').replaceAll('{{project}}', scratch.project);
}

/** The commands that stand in the settings for the event before a tool, in their order. */
function commandsOf(agent: string, { file, beforeTool }: Sample): readonly string[] {
  if (agent === 'cline') return [inHome('Documents/Cline/Hooks/PreToolUse')];
  const text = readFileSync(inHome(file), 'utf8');
  const at = text.indexOf(`"${beforeTool}"`);
  return [...text.slice(at).matchAll(/"(?:command|bash)": ?"((?!command")[^"]*)"/g)].map(
    ([, command = '']) => command,
  );
}

describe.each(agentNames)('%s', (agent) => {
  const sample = samples[agent] as Sample;

  it('is attached behind what others have, once, blocks, and is as before when it is detached', async () => {
    if (sample.file !== '') write(inHome(sample.file), sample.before, 0o640);
    const before = homeFiles();
    writeHook(scratch, { name: 'guard', exits: 2, stderr: 'not here' }, 'PreToolUse');
    expect((await hooks('enable', 'guard', '--yes')).exit).toBe(0);

    const dry = JSON.parse((await hooks('attach', agent, '--dry-run', '--json')).stdout);
    expect(homeFiles()).toEqual(before);
    const attached = JSON.parse((await hooks('attach', agent, '--yes', '--json')).stdout);
    expect(attached).toMatchObject({
      schema: 'hookmd.attach/1',
      agent,
      scope: 'user',
      changed: true,
      issues: [],
    });
    expect(attached.files).toEqual(dry.files);
    const now = homeFiles();
    expect(now).not.toEqual(before);
    const again = JSON.parse((await hooks('attach', agent, '--yes', '--json')).stdout);
    expect(again).toMatchObject({ changed: false, files: [] });
    expect(homeFiles()).toEqual(now);

    const event = sample.beforeTool;
    if (event !== '') {
      const [first = '', ...rest] = commandsOf(agent, sample);
      if (sample.file !== '') expect(first).toBe('echo mine');
      const command = sample.file === '' ? first : (rest.find((value) => value.endsWith(event)) ?? '');
      const { stdout } = spawnSync('sh', ['-c', command], {
        cwd: scratch.project,
        env: { PATH: process.env['PATH'], LOG: scratch.log },
        input: recordedCall(agent, sample),
        encoding: 'utf8',
      });
      expect(JSON.parse(stdout)).toMatchObject(sample.denial);
    }

    const detached = JSON.parse((await hooks('detach', agent, '--yes', '--json')).stdout);
    expect(detached).toMatchObject({ schema: 'hookmd.detach/1', changed: true, issues: [] });
    expect(homeFiles()).toEqual(before);
    expect(JSON.parse((await hooks('detach', agent, '--yes', '--json')).stdout)).toMatchObject({
      changed: false,
    });
    expect(readdirSync(join(scratch.state, 'attached'))).toEqual([]);
  });

  it('is detached though nobody knows any more what was done', async () => {
    if (sample.file !== '') write(inHome(sample.file), sample.before);
    expect((await hooks('attach', agent, '--yes')).exit).toBe(0);
    for (const name of readdirSync(join(scratch.state, 'attached')))
      unlinkSync(join(scratch.state, 'attached', name));
    expect((await hooks('detach', agent, '--yes')).exit).toBe(0);
    const left = Object.values(homeFiles()).join('\n');
    expect(left).not.toContain('hooks-fire');
    if (sample.file !== '') expect(readFileSync(inHome(sample.file), 'utf8')).toBe(sample.before);
  });

  it('in the settings of a project starts the launcher of whoever has one', async () => {
    const { exit, stdout } = await hooks('attach', agent, '--shared', '--yes', '--json');
    if (agent === 'openclaw') {
      expect(JSON.parse(stdout)).toMatchObject({ code: 'ATTACH_SCOPE' });
      return;
    }
    expect(exit).toBe(0);
    const files = JSON.parse(stdout).files as { path: string }[];
    for (const { path } of files) {
      expect(path.startsWith(scratch.project)).toBe(true);
      expect(readFileSync(path, 'utf8')).not.toContain(scratch.dir);
    }
    expect((await hooks('detach', agent, '--yes')).exit).toBe(0);
    expect(readdirSync(scratch.project)).toEqual(['.git']);
  });
});

it('the module that an agent loads asks HookMD as it was written', async () => {
  writeHook(scratch, { name: 'guard', exits: 2, stderr: 'not here' }, 'PreToolUse');
  await hooks('enable', 'guard', '--yes');
  await hooks('attach', 'opencode', '--yes');
  const { HookMD } = await import(pathToFileURL(inHome('.config/opencode/plugins/hookmd.js')).href);
  const plugin = await HookMD({ client: { tui: { showToast: async () => {} } }, directory: scratch.project });
  const call = plugin['tool.execute.before'](
    { tool: 'bash', sessionID: 's', callID: 'c' },
    { args: { command: 'x' } },
  );
  await expect(call).rejects.toThrow(/^not here$/);
});

describe('settings of Claude Code', () => {
  const file = (): string => inHome('.claude/settings.json');
  const codes = async (...words: readonly string[]): Promise<readonly object[]> =>
    JSON.parse((await hooks(...words, '--json')).stdout).issues;

  it.each([
    ['no JSON', '{"a": }', { code: 'ATTACH_JSON', line: 1, column: 7 }],
    ['comments, which it does not read', '{\n  // x\n}', { code: 'ATTACH_JSON', line: 2, column: 3 }],
    ['a comma behind the last', '{"a":1,}', { code: 'ATTACH_JSON', line: 1 }],
    ['hooks that are no object', '{"hooks": 3}', { code: 'ATTACH_JSON', line: 1, column: 11 }],
    ['a key twice', '{"hooks":{},"hooks":{}}', { code: 'ATTACH_JSON', line: 1, column: 13 }],
    ['bytes that are no text', '{"a":"\xff"}', { code: 'ATTACH_UNREADABLE' }],
    ['too many bytes', `{"a":"${'x'.repeat(1024 * 1024)}"}`, { code: 'ATTACH_UNREADABLE' }],
  ])('with %s are refused, and stay as they are', async (_, text, issue) => {
    mkdirSync(inHome('.claude'));
    writeFileSync(file(), Buffer.from(text, 'latin1'));
    expect(await codes('attach', 'claude-code', '--yes')).toMatchObject([{ ...issue, path: file() }]);
    expect(readFileSync(file(), 'latin1')).toBe(text);
    expect(existsSync(join(scratch.state, 'attached'))).toBe(false);
  });

  it('that are read-only, or a folder, are refused', async () => {
    write(file(), '{}', 0o444);
    expect(await codes('attach', 'claude-code', '--yes')).toMatchObject([{ code: 'ATTACH_NOT_WRITABLE' }]);
    unlinkSync(file());
    mkdirSync(file());
    expect(await codes('attach', 'claude-code', '--yes')).toMatchObject([{ code: 'ATTACH_UNREADABLE' }]);
  });

  it('behind a link are written where they are, and it stays a link', async () => {
    write(inHome('dotfiles/claude.json'), '{}\n', 0o600);
    mkdirSync(inHome('.claude'));
    symlinkSync('../dotfiles/claude.json', file());
    expect((await hooks('attach', 'claude-code', '--yes')).exit).toBe(0);
    expect(lstatSync(file()).isSymbolicLink()).toBe(true);
    expect(readFileSync(inHome('dotfiles/claude.json'), 'utf8')).toContain('hooks-fire');
    expect((await hooks('detach', 'claude-code', '--yes')).exit).toBe(0);
    expect(readFileSync(inHome('dotfiles/claude.json'), 'utf8')).toBe('{}\n');
    expect(lstatSync(file()).isSymbolicLink()).toBe(true);
  });

  it('of a project that lead out of it are refused', async () => {
    write(file(), '{}');
    mkdirSync(join(scratch.project, '.claude'));
    symlinkSync(file(), join(scratch.project, '.claude/settings.json'));
    expect(await codes('attach', 'claude-code', '--shared', '--yes')).toMatchObject([
      { code: 'ATTACH_LINK_LEAVES_PROJECT' },
    ]);
    expect(readFileSync(file(), 'utf8')).toBe('{}');
  });

  it('that others changed since lose what is ours, and nothing else', async () => {
    write(file(), '{\n  "a": 1\n}\n');
    await hooks('attach', 'claude-code', '--yes');
    writeFileSync(file(), readFileSync(file(), 'utf8').replace('"a": 1,', '"a": 2,\n  "b": [],'));
    const { stdout } = await hooks('detach', 'claude-code', '--yes', '--json');
    expect(JSON.parse(stdout).files).toMatchObject([{ path: file(), restored: false }]);
    expect(readFileSync(file(), 'utf8')).toBe('{\n  "a": 2,\n  "b": []\n}\n');
  });

  it('that lost an entry of ours get it back, and are what they were at the end', async () => {
    write(file(), '{\n  "a": 1\n}\n');
    await hooks('attach', 'claude-code', '--yes');
    const whole = readFileSync(file(), 'utf8');
    writeFileSync(file(), whole.replace(/^ {4}"Stop".*\n/m, ''));
    const { stdout } = await hooks('attach', 'claude-code', '--yes', '--json');
    expect(JSON.parse(stdout).changed).toBe(true);
    expect(Object.keys(JSON.parse(readFileSync(file(), 'utf8')).hooks).sort()).toEqual(
      Object.keys(JSON.parse(whole).hooks).sort(),
    );
    await hooks('detach', 'claude-code', '--yes');
    expect(readFileSync(file(), 'utf8')).toBe('{\n  "a": 1\n}\n');
  });

  it('show no secret of anybody, in no form', async () => {
    write(file(), '{\n  "env": { "KEY": "hunter2" }\n}\n');
    const output = await hooks('attach', 'claude-code', '--dry-run');
    const json = await hooks('attach', 'claude-code', '--dry-run', '--json');
    expect(output.stdout + output.stderr + json.stdout + json.stderr).not.toContain('hunter2');
    expect(output.stdout).toContain('"KEY"');
  });

  it('show no secret that is no value on the line of its key', async () => {
    const path = inHome('.gemini/settings.json');
    const around = [
      '{\n  "args": ["--token", "hunter2"]\n}\n',
      '{\n  "args": [\n    "hunter2"]\n}\n',
      '{\n  "key":\n    "hunter2"\n}\n',
      '{\n  "a": 1 // "key": "hunter2"\n}\n',
    ];
    for (const text of around) {
      write(path, text);
      const result = await hooks('attach', 'gemini-cli', '--dry-run', '--json');
      expect(result.stdout).not.toContain('hunter2');
      expect(JSON.parse(result.stdout).files[0].patch).toContain('hooks-fire gemini-cli BeforeTool');
    }
  });

  it('that start no hooks at all are attached, and it is said that nothing will fire', async () => {
    write(file(), '{ "disableAllHooks": true }');
    const { stderr } = await hooks('attach', 'claude-code', '--yes');
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain(
      'claude-code starts no hooks at all: remove `disableAllHooks` from ~/.claude/settings.json',
    );
  });

  it('of which no record is left lose what is ours, and nobody is said to have changed them', async () => {
    await hooks('attach', 'claude-code', '--yes');
    rmSync(inHome('.local'), { recursive: true });
    const { stdout } = await hooks('detach', 'claude-code', '--yes');
    expect(stdout).toContain('only the entries of HookMD are removed: its original content is not recorded');
    expect(readFileSync(file(), 'utf8')).toBe('{}\n');
  });
});

it('a file of Cline that somebody else wrote stays, and none is written', async () => {
  const file = inHome('Documents/Cline/Hooks/PreToolUse');
  write(file, '#!/bin/sh\necho mine\n', 0o755);
  const { exit, stdout } = await hooks('attach', 'cline', '--yes', '--json');
  expect(exit).toBe(1);
  expect(JSON.parse(stdout).issues).toMatchObject([{ code: 'ATTACH_TAKEN', path: file }]);
  expect(readdirSync(dirname(file))).toEqual(['PreToolUse']);
});

it('of a file of Cline, only the line that fires is written anew, and goes', async () => {
  const file = inHome('Documents/Cline/Hooks/PreToolUse');
  await hooks('attach', 'cline', '--yes');
  const [first = '', hookmds = ''] = readFileSync(file, 'utf8').split('\n');
  const theirs = [`# ${hookmds}`, `echo before; ${hookmds}`, '# hooks run --agent cline', 'echo mine'];
  const written = (line: string): string => [first, theirs[0], line, ...theirs.slice(1), ''].join('\n');
  write(file, written('exec /elsewhere/bin/hooks-fire cline PreToolUse'));
  await hooks('attach', 'cline', '--yes');
  expect(readFileSync(file, 'utf8')).toBe(written(hookmds));
  write(file, written(`exec ${hookmds}`));
  await hooks('detach', 'cline', '--yes');
  expect(readFileSync(file, 'utf8').split('\n')).toEqual([first, ...theirs, '']);
});

it('an event that comes with every call of a model is told of once a hook waits for it', async () => {
  const settings = (): object => JSON.parse(readFileSync(inHome('.gemini/settings.json'), 'utf8')).hooks;
  await hooks('attach', 'gemini-cli', '--yes');
  expect(settings()).not.toHaveProperty('BeforeModel');
  writeHook(scratch, { name: 'watch' }, 'PreModelCall');
  await hooks('enable', 'watch', '--yes');
  await hooks('attach', 'gemini-cli', '--yes');
  expect(settings()).toHaveProperty('BeforeModel');
  expect(settings()).not.toHaveProperty('AfterModel');
});

it('every event that an agent may wait for has the time that HookMD reckons with', async () => {
  const units: Readonly<Record<string, number>> = {
    'claude-code': 1000,
    codex: 1000,
    'gemini-cli': 1,
    'qwen-code': 1000,
  };
  for (const [name, unit] of Object.entries(units)) {
    await hooks('attach', name, '--yes');
    const agent = integrations[name];
    const all = JSON.parse(readFileSync(inHome(samples[name]?.file ?? ''), 'utf8')).hooks;
    for (const [native, [group]] of Object.entries(
      all as Record<string, { hooks: { timeout: number }[] }[]>,
    )) {
      const event = agent?.eventOf(native);
      if (!event) throw new Error(native);
      expect(group?.hooks[0]?.timeout, native).toBe(Math.ceil((agent?.budgetMs(event) ?? 0) / unit));
    }
  }
});

it('an agent that is called by the first half of its name is guessed', async () => {
  const { exit, stderr } = await hooks('attach', 'claude', '--yes');
  expect([exit, stderr]).toEqual([2, expect.stringContaining('Did you mean "claude-code"?')]);
});

it('agents may not call it', async () => {
  for (const command of ['attach', 'detach']) {
    const { exit, stdout } = await runHooks(scratch, [command, 'codex', '--yes', '--json'], {
      env: { CLAUDECODE: '1' },
    });
    expect([exit, JSON.parse(stdout).code]).toEqual([2, 'AGENT_CALLS']);
  }
  expect(homeFiles()).toEqual({});
});

it('a variable that moves the settings of an agent is honoured, and not with a home of this call', async () => {
  const elsewhere = join(scratch.dir, 'elsewhere');
  const moved = { ...env, CLAUDE_CONFIG_DIR: elsewhere };
  await runHooks(scratch, ['attach', 'claude-code', '--yes'], { env: moved, bare: true });
  expect(statSync(join(elsewhere, 'settings.json')).mode & 0o777).toBe(0o600);
  // Without it the record still knows where that was.
  await runHooks(scratch, ['detach', 'claude-code', '--yes'], { bare: true });
  expect(existsSync(elsewhere)).toBe(false);
  await runHooks(scratch, ['attach', 'claude-code', '--yes'], { env: moved });
  expect(existsSync(elsewhere)).toBe(false);
});

it('settings that a variable has moved, and others changed since, lose what is ours without the variable', async () => {
  for (const [agent, variable, name] of [
    ['claude-code', 'CLAUDE_CONFIG_DIR', 'settings.json'],
    ['gemini-cli', 'GEMINI_CLI_HOME', '.gemini/settings.json'],
  ] as const) {
    const elsewhere = join(scratch.dir, `elsewhere of ${agent}`);
    const moved = { ...env, [variable]: elsewhere };
    await runHooks(scratch, ['attach', agent, '--yes'], { env: moved, bare: true });
    const path = join(elsewhere, name);
    writeFileSync(path, readFileSync(path, 'utf8').replace('{', '{ "theme": "dark",'));
    const { stdout } = await runHooks(scratch, ['detach', agent, '--yes', '--json'], { env, bare: true });
    expect(JSON.parse(stdout)).toMatchObject({ changed: true, files: [{ path, restored: false }] });
    expect(readFileSync(path, 'utf8').trim()).toBe('{ "theme": "dark"\n}');
  }
});

it('a state directory that cannot be made is an error of the machine, before anything is written', async () => {
  write(join(scratch.dir, 'file'), '');
  const state = join(scratch.dir, 'file/state');
  const { exit, stdout } = await hooks('attach', 'claude-code', '--yes', '--json', '--state', state);
  expect([exit, JSON.parse(stdout).code]).toEqual([1, 'STATE_NOT_WRITABLE']);
  expect(homeFiles()).toEqual({});
});
