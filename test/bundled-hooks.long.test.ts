import { spawn, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildHandler } from '@hookmd/sdk/build';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { runHooks } from './support/run-hooks.ts';
import { makeScratch } from './support/scratch.ts';

const repository = fileURLToPath(new URL('..', import.meta.url));
/** Where they ship from: their handlers are built. */
const bundled = join(repository, 'packages/cli/dist/bundled-hooks');
const names = [
  'audit-log',
  'block-dangerous',
  'clamp-timeout',
  'compact-early',
  'git-safety',
  'infra-safety',
  'lint-on-stop',
  'no-force-push',
  'notify-slack',
  'policy-http',
  'prompt-guard',
  'protect-paths',
  'redact-secrets',
  'turn-log',
  'verify-before-stop',
];
const scratch = makeScratch();
afterAll(() => scratch.remove());

/** What a guard says of a command in a project at /home/u/proj, asked without a process. */
async function check(name: string, command: string, options?: object): Promise<string | null> {
  const { evaluateEvent } = await import(pathToFileURL(join(repository, 'hooks', name, 'evaluate.mjs')).href);
  const tool = { kind: 'shell', command };
  vi.stubEnv('HOME', '/home/u');
  const found = evaluateEvent({ tool, cwd: '/home/u/proj', project_dir: '/home/u/proj' }, options);
  return found?.reason ?? found;
}

describe('bundled packages', () => {
  it('are off until a person enables them', async () => {
    const { stdout } = await runHooks(scratch, ['list', '--json']);
    const hooks = JSON.parse(stdout).hooks.filter(({ source }: { source: string }) => source === 'bundled');
    expect(hooks.map((hook: { name: string; state: string }) => [hook.name, hook.state])).toEqual(
      names.map((name) => [name, 'disabled']),
    );
  });

  it('pass `hooks check` without a remark', async () => {
    const { exit, stdout } = await runHooks(scratch, ['check', '--json']);
    expect(JSON.parse(stdout).issues).toEqual([]);
    expect(exit).toBe(0);
  });

  it('say in `hooks check NAME` what they lack, though they are off', async () => {
    const { exit, stdout } = await runHooks(scratch, ['check', 'notify-slack', '--json']);
    expect(JSON.parse(stdout).issues).toMatchObject([{ code: 'ELIGIBILITY_ENV', severity: 'warning' }]);
    expect(exit).toBe(0);
    const early = await runHooks(scratch, ['check', 'compact-early', '--json']);
    expect(JSON.parse(early.stdout).issues).toMatchObject([{ code: 'EVENT_NEVER_DISPATCHED' }]);
  });

  it.each(['\u200b', '\u00ad', '\u0007', '\t', '\u202e'])(
    'post no secret that an unseen sign takes apart: %j',
    async (sign) => {
      const { messageOf } = await import(
        pathToFileURL(join(repository, 'hooks/notify-slack/message.mjs')).href
      );
      const token = `ghp_${'Ab3'.repeat(12)}`;
      const message = `key ${token.slice(0, 12)}${sign}${token.slice(12)} end`;
      const event = { hook_event_name: 'Stop', last_assistant_message: message };
      expect(messageOf(event)).toBe(' · session  · stopped: key [redacted] end');
    },
  );

  it('keep no copies of files of a lint run that was killed', async () => {
    const data = join(scratch.dir, 'lint-data');
    for (const name of ['tree-old', 'tree-new']) mkdirSync(join(data, name, 'objects'), { recursive: true });
    utimesSync(join(data, 'tree-old'), 0, 0);
    const { treeState } = await import('../hooks/lint-on-stop/tree-state.ts');
    spawnSync('git', ['init', '--quiet', join(scratch.dir, 'kept')]);
    const look = { project: join(scratch.dir, 'kept'), directory: data, env: process.env };
    expect(treeState(look)).toMatch(/^[0-9a-f]{40,64}$/);
    expect(readdirSync(data)).toEqual(['tree-new']);
  });

  it('ship as what their handlers are built to: nothing of TypeScript, nothing that is to be built', () => {
    const files = readdirSync(bundled, { recursive: true, encoding: 'utf8' });
    expect(files.filter((file) => file.endsWith('.ts') || basename(file) === 'tsconfig.json')).toEqual([]);
    const built = names.filter((name) => existsSync(join(repository, 'hooks', name, 'handler.ts')));
    expect(built).toContain('audit-log');
    for (const name of built) {
      expect(readFileSync(join(bundled, name, 'handler.cjs'), 'utf8')).toMatch(
        /^#!\/usr\/bin\/env node\n\/\/ hookmd-handler\/1\n/,
      );
      expect(existsSync(join(bundled, name, 'handler.cjs.map'))).toBe(true);
    }
  });

  it('have the same bytes wherever they are built, and so the same digest', async () => {
    const copy = join(scratch.dir, 'elsewhere', 'audit-log');
    cpSync(join(repository, 'hooks/audit-log'), copy, { recursive: true });
    const sdkDir = join(scratch.dir, 'sdk');
    cpSync(join(repository, 'packages/cli/dist/sdk'), sdkDir, { recursive: true });
    const request = { dir: copy, file: 'handler.ts', protocol: 'hookmd' } as const;
    const result = await buildHandler(request, { sdkDir });
    const shipped = (file: string): string => readFileSync(join(bundled, 'audit-log', file), 'utf8');
    expect(result.ok && Buffer.from(result.code).toString('utf8')).toBe(shipped('handler.cjs'));
    expect(result.ok && Buffer.from(result.map).toString('utf8')).toBe(shipped('handler.cjs.map'));
    expect(shipped('handler.cjs') + shipped('handler.cjs.map')).not.toContain(repository);
  });
});

describe.each(['block-dangerous', 'git-safety', 'infra-safety', 'no-force-push', 'protect-paths'])(
  'the lists of %s',
  (name) => {
    const commandsIn = (file: string): readonly string[] =>
      readFileSync(join(repository, 'hooks', name, 'tests', file), 'utf8')
        .trimEnd()
        .split('\n');

    it.each([
      ['holds what it blocks', 'blocked.txt', true],
      ['holds everyday commands, which pass', 'passes.txt', false],
    ])('%s: %s', async (_, file, isBlocked) => {
      const commands = commandsIn(file);
      const reasons = await Promise.all(commands.map((command) => check(name, command)));
      expect(commands.filter((_command, index) => (reasons[index] !== null) !== isBlocked)).toEqual([]);
    });

    it('need no long time, whatever the text is', async () => {
      const texts = [
        '$(',
        'git push ',
        'a=$a$a;',
        'npx rm ',
        'rm -rf dist;',
        'cd a;',
        'node -e "rmSync',
        '\\',
      ];
      for (const text of texts) {
        const startedAt = performance.now();
        await check(name, text.repeat(10_000 / text.length));
        expect(performance.now() - startedAt, text).toBeLessThan(2_500);
      }
    });

    it('stand beside a handler whose failure blocks', () => {
      const manifest = readFileSync(join(repository, 'hooks', name, 'HOOK.md'), 'utf8');
      expect(manifest).toContain('\nonFailure: block\n');
    });
  },
);

describe('block-dangerous', () => {
  it('leaves out the packs that its options leave out, also in a script that it cannot parse', async () => {
    for (const command of ['git clean -fd', 'echo git clean -fd | sh']) {
      expect(await check('block-dangerous', command)).toMatch(/^git clean/);
      expect(await check('block-dangerous', command, { packs: ['files', 'machine'] })).toBeNull();
    }
  });

  it.each([
    ['git-safety', ['git']],
    ['infra-safety', ['data', 'infrastructure']],
  ])('names in its rules the packs that %s replaces', async (name, packs) => {
    const { commandRules } = await import(
      pathToFileURL(join(repository, 'hooks/block-dangerous/rules.mjs')).href
    );
    const known = new Set(commandRules.map(({ pack }: { pack: string }) => pack));
    const [, shown = ''] =
      /block-dangerous\.options\.packs '\[(.*)\]'/.exec(
        readFileSync(join(repository, 'hooks', name, 'HOOK.md'), 'utf8'),
      ) ?? [];
    expect(new Set([...shown.split(', '), ...packs])).toEqual(known);
    expect(packs.filter((pack) => shown.split(', ').includes(pack))).toEqual([]);
  });
});

describe('infra-safety', () => {
  const name = 'infra-safety';

  it('has examples of each row, which match it or do not', async () => {
    const { rules } = await import(pathToFileURL(join(repository, 'hooks', name, 'rules.mjs')).href);
    expect(rules.length).toBeGreaterThan(8);
    for (const { name: row, stops, passes } of rules) {
      expect([stops.length > 0, passes.length > 0], row).toEqual([true, true]);
      for (const command of stops)
        expect((await check(name, command))?.startsWith(`${row}: `), command).toBe(true);
      for (const command of passes) expect(await check(name, command), command).toBeNull();
    }
  });

  it('asks, or blocks where its options say so, and leaves out packs', async () => {
    const { evaluateEvent } = await import(
      pathToFileURL(join(repository, 'hooks', name, 'evaluate.mjs')).href
    );
    const event = { tool: { kind: 'shell', command: 'terraform destroy' }, cwd: '/home/u/proj' };
    expect(evaluateEvent(event)).toMatchObject({ decision: 'ask' });
    expect(evaluateEvent(event, { decision: 'block' })).toMatchObject({ decision: 'block' });
    expect(evaluateEvent(event, { packs: ['clusters'] })).toBeNull();
    expect(evaluateEvent(event, { packs: ['cloud'] })).not.toBeNull();
    expect(() => evaluateEvent(event, { decision: 'allow' })).toThrow(/not one of/);
  });
});

describe('no-force-push', () => {
  it('protects the branches of its options, and no lease where they forbid it', async () => {
    const name = 'no-force-push';
    expect(await check(name, 'git push --force-with-lease o main', { protected: ['x'] })).toBeNull();
    expect(await check(name, 'git push --force-with-lease o a/x/b', { protected: ['a*x*b'] })).toMatch(
      /a\/x\/b/,
    );
    expect(await check(name, 'git push --force-with-lease o mine', { allowWithLease: false })).toMatch(/off/);
  });
});

describe('protect-paths', () => {
  const name = 'protect-paths';

  it('lets pass what `allow` names, and never what `deny` names', async () => {
    const options = { allow: ['.env.test', '~/notes/**'], deny: ['~/notes/private/**', 'dist'] };
    expect(await check(name, 'touch .env.test ~/notes/a.md', options)).toBeNull();
    expect(await check(name, 'touch ~/notes/private/a.md', options)).toMatch(/^denied path/);
    expect(await check(name, 'rm -rf dist', options)).toMatch(/^denied path/);
  });

  it('asks or allows outside the project where told so, but not for settings', async () => {
    const { evaluateEvent } = await import(
      pathToFileURL(join(repository, 'hooks', name, 'evaluate.mjs')).href
    );
    const event = { tool: { kind: 'shell', command: 'touch /opt/x' }, cwd: '/home/u/proj' };
    expect(evaluateEvent(event, { outside: 'ask' })).toMatchObject({ decision: 'ask' });
    expect(evaluateEvent(event, { outside: 'allow' })).toBeNull();
    expect(await check(name, 'touch ~/.claude/settings.json', { outside: 'allow' })).toMatch(/^settings/);
    expect(() => evaluateEvent(event, { outside: 'maybe' })).toThrow(/not one of/);
  });

  it('follows links, also those that point to nothing yet', async () => {
    const project = mkdtempSync(join(scratch.dir, 'links-'));
    symlinkSync('/etc', join(project, 'folder'));
    symlinkSync('../../etc/hookmd-none', join(project, 'dangling'));
    symlinkSync('loop', join(project, 'loop'));
    symlinkSync('/opt/none', join(project, 'away'));
    const { evaluateEvent } = await import(
      pathToFileURL(join(repository, 'hooks', name, 'evaluate.mjs')).href
    );
    const write = (file: string): { reason?: string } | null =>
      evaluateEvent({ tool: { kind: 'write', paths: [file] }, cwd: project, project_dir: project });
    expect(write('folder/new/file')?.reason).toMatch(/^outside the project: `\/etc\/new\/file`/);
    expect(write('away')?.reason).toMatch(/^outside the project: `\/opt\/none`/);
    expect(write('loop')?.reason).toMatch(/^symlink loop/);
    expect(write('plain/new/file')).toBeNull();
    const remove = { tool: { kind: 'shell', command: 'rm away' }, cwd: project, project_dir: project };
    expect(evaluateEvent(remove)).toBeNull(); // the link goes, not what it points to
  });
});

describe('redact-secrets', () => {
  const redact = async (payload: object): Promise<Readonly<Record<string, unknown>>> => {
    const words = ['run', 'PostToolUse', '--json', '--only', 'redact-secrets'];
    const { stdout, stderr } = await runHooks(scratch, words, { stdin: JSON.stringify(payload) });
    if (stdout === '') throw new Error(stderr);
    return JSON.parse(stdout);
  };
  beforeAll(async () => {
    const { exit, stderr } = await runHooks(scratch, ['enable', 'redact-secrets', '--yes']);
    expect(exit, stderr).toBe(0);
  });

  it('has an output withheld that is too large to be given back', async () => {
    const stdout = `AKIAIOSFODNN7EXAMPLE${' '.repeat(1_100_000)}`;
    const payload = { tool_name: 'Bash', tool_input: { command: 'x' }, tool_response: { stdout } };
    const { output } = await redact(payload);
    expect(output).toEqual({ stdout: expect.stringMatching(/^\[withheld: redact-secrets failed/) });
  });

  it('tells the user of a secret in the name of a field', async () => {
    const payload = { tool_name: 'mcp__a__b', tool_input: {}, tool_response: { AKIAIOSFODNN7EXAMPLE: 'x' } };
    const { userMessages } = await redact(payload);
    expect(userMessages).toEqual([expect.stringContaining('cannot be redacted')]);
  });
});

describe('audit-log', () => {
  const handler = join(bundled, 'audit-log/handler.cjs');
  const event = { session_id: 's', agent: { name: 'a' }, hook_event_name: 'Stop' };
  const append = (directory: string): Promise<number | null> =>
    new Promise((resolve) => {
      const child = spawn(process.execPath, [handler], {
        env: { HOOK_DATA_DIR: directory },
        stdio: ['pipe', 'ignore', 'inherit'],
      });
      child.on('close', resolve);
      child.stdin.end(JSON.stringify(event));
    });

  it('writes who blocked what, without secrets, and nothing of an output', async () => {
    const current = makeScratch();
    await runHooks(current, ['enable', 'audit-log', 'block-dangerous', '--yes']);
    const input = { command: 'rm -rf src # AKIAIOSFODNN7EXAMPLE' };
    const dispatch = (name: string, more: object): Promise<unknown> =>
      runHooks(current, ['run', name], {
        stdin: JSON.stringify({ tool_name: 'Bash', tool_input: input, ...more }),
      });
    await dispatch('PreToolUse', {});
    await dispatch('PostToolUse', { tool_response: { stdout: 'a long output' } });
    const data = join(current.state, 'data');
    const files = readdirSync(data, { recursive: true, encoding: 'utf8' });
    const file = files.find((value) => basename(value) === 'audit.jsonl') ?? 'audit.jsonl';
    const lines = readFileSync(join(data, file), 'utf8').trimEnd().split('\n');
    current.remove();
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      {
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        session: 'local',
        agent: expect.any(String),
        event: 'PreToolUse',
        tool: 'Bash',
        subject: 'rm -rf src # [redacted]',
        decision: 'block',
        reason: expect.stringMatching(/^recursive delete/),
        decidedBy: ['bundled/block-dangerous'],
        changed: [],
      },
      expect.objectContaining({
        event: 'PostToolUse',
        subject: 'rm -rf src # [redacted]',
        decision: 'none',
        decidedBy: [],
      }),
    ]);
    expect(lines.join()).not.toContain('a long output');
  });

  it('keeps the lines of many writers apart', async () => {
    const dir = mkdtempSync(join(scratch.dir, 'audit-'));
    await Promise.all(Array.from({ length: 8 }, () => append(dir)));
    const lines = readFileSync(join(dir, 'audit.jsonl'), 'utf8').trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line).event)).toEqual(Array(8).fill('Stop'));
  });

  it('sets a large file aside and keeps the newest four of those', async () => {
    const directory = mkdtempSync(join(scratch.dir, 'audit-'));
    for (const year of [2021, 2022, 2023, 2024]) writeFileSync(join(directory, `audit-${year}.jsonl`), '');
    writeFileSync(join(directory, 'audit.jsonl'), `${'x'.repeat(5_000_000)}\n`);
    expect(await append(directory)).toBe(0);
    expect(await append(directory)).toBe(0);
    const left = readdirSync(directory).sort();
    expect(left).toHaveLength(5);
    expect(left).not.toContain('audit-2021.jsonl');
    expect(readFileSync(join(directory, 'audit.jsonl'), 'utf8').split('\n')).toHaveLength(2);
  });
});

describe('turn-log', () => {
  const usage = {
    input_tokens: 80_000,
    output_tokens: 8000,
    current_context_window: 88_000,
    max_context_window: 128_000,
  };
  const endTurn = (directory: string, more: object = {}) =>
    spawnSync(process.execPath, [join(bundled, 'turn-log/handler.cjs')], {
      input: JSON.stringify({
        hook_event_name: 'TurnEnd',
        session_id: 's',
        turn_number: 5,
        tools_used: true,
        usage,
        response: 'a secret answer',
        ...more,
      }),
      env: { HOOK_DATA_DIR: directory, HOOK_OPTIONS: '{"maxBytes":10000}' },
      encoding: 'utf8',
    });
  const linesOf = (dir: string): readonly string[] =>
    readFileSync(join(dir, 'turns.jsonl'), 'utf8').trimEnd().split('\n');

  it('writes a line of numbers for each turn, and says it in a sentence; nothing of what was said', () => {
    const directory = mkdtempSync(join(scratch.dir, 'turns-'));
    expect(endTurn(directory).stderr).toBe('Turn 5: context 68.8% (tools_used: true)\n');
    endTurn(directory, { turn_number: 6, usage: { ...usage, max_context_window: 0 } });
    expect(linesOf(directory).map((line) => JSON.parse(line))).toEqual([
      {
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        session: 's',
        turn: 5,
        tools: true,
        input: 80_000,
        output: 8000,
        context: 88_000,
        window: 128_000,
        percent: 68.8,
      },
      expect.objectContaining({ turn: 6, percent: null }),
    ]);
  });

  it('sets the file aside where its options say, and keeps one of those', () => {
    const name = mkdtempSync(join(scratch.dir, 'turns-'));
    writeFileSync(join(name, 'turns-2021.jsonl'), '');
    writeFileSync(join(name, 'turns.jsonl'), `${'x'.repeat(10_000)}\n`);
    endTurn(name);
    expect(readdirSync(name)).toEqual([expect.stringMatching(/^turns-\d{4}-\d\d-/)]);
    endTurn(name);
    expect(linesOf(name)).toHaveLength(1);
  });
});

describe('examples/session', () => {
  interface Shown {
    readonly status: number | null;
    readonly stdout: string;
    readonly stderr: string;
  }
  const play = (directory: string): Shown =>
    spawnSync(process.execPath, [join(directory, 'examples/session/run.mjs')], {
      cwd: directory,
      // What an agent sets must not keep `enable` from working here.
      env: {
        PATH: process.env.PATH,
        LANG: 'C.UTF-8',
        TMPDIR: join(scratch.dir, 'tmp'),
        CI: 'true',
        CLAUDECODE: '1',
        HOOK_DEPTH: '1',
      },
      encoding: 'utf8',
    });

  it('shows a refusal, a rewrite, a redaction, an audit line for each event, and the trace', () => {
    const { status, stdout, stderr } = play(repository);
    expect(stderr).toBe('');
    expect(status).toBe(0);
    expect(stdout).toMatch(
      /^ {2}hooks {3}block-dangerous blocks it\n {2}model {3}gets the reason: recursive delete: `rm -rf victim`/m,
    );
    expect(stdout).toMatch(/^ {2}hooks {3}clamp-timeout changes the timeout from 600 s to 120 s$/m);
    expect(stdout).toMatch(/^ {2}model {3}gets AWS_ACCESS_KEY_ID=\[redacted:aws-access-key\]$/m);
    expect(stdout).toContain('audit-log wrote 8 lines to');
    expect(stdout).toMatch(/^ {2}[\d:.]+ {2}PreToolUse +rm -rf victim +block bundled\/block-dangerous$/m);
    expect(stdout).toMatch(/block-dangerous +guard .* blocked: recursive delete/);
    expect(stdout.split('\n').filter((line) => line.length > 100)).toEqual([]);
    expect(readdirSync(join(scratch.dir, 'tmp'))).toEqual([]);
  });

  it('shows other answers to other events', () => {
    const dir = mkdtempSync(join(scratch.dir, 'session-'));
    const session = join(dir, 'examples/session');
    mkdirSync(join(dir, 'examples'));
    cpSync(join(repository, 'examples/session'), session, { recursive: true });
    symlinkSync(join(repository, 'packages'), join(dir, 'packages'));
    for (const name of readdirSync(join(session, 'events'))) {
      const file = join(session, 'events', name);
      const text = readFileSync(file, 'utf8');
      writeFileSync(
        file,
        text.replace('rm -rf victim', 'git push --force').replace('600000', '60000').replace('AKIA', 'NONE'),
      );
    }
    const { status, stdout } = play(dir);
    expect(status).toBe(0);
    expect(stdout).toContain('gets the reason: forced push: `git push --force`');
    expect(stdout).not.toContain('changes the timeout');
    expect(stdout).not.toContain('[redacted');
  });
});
