/** `hooks scan` on histories that the real agents wrote, and on damaged ones. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { histories, integrations } from '@hookmd/agents';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CLI, runHooks } from './support/run-hooks.ts';
import { makeScratch, type Scratch } from './support/scratch.ts';

const AGENTS = join(import.meta.dirname, '../packages/agents/src');
/** The recordings are older than the default. */
const SINCE = ['--since', '2026-01-01'];

const hasStrace = spawnSync('strace', ['-V']).status === 0;
const hasFlock = spawnSync('flock', ['--version']).status === 0;

let scratch: Scratch;
beforeEach(() => {
  scratch = makeScratch();
});
afterEach(() => scratch.remove());

interface Report {
  readonly calls: number;
  readonly sessions: number;
  readonly hooks: readonly {
    readonly name: string;
    readonly ran: number;
    readonly blocked: number;
    readonly changed: number;
    readonly failed: number;
    readonly patterns: readonly {
      readonly effect: string;
      readonly title: string;
      readonly count: number;
      readonly example: { readonly id: string; readonly call: string; readonly reason: string };
    }[];
  }[];
  readonly differences: { readonly count: number };
  readonly issues: { readonly count: number; readonly first: readonly { path: string; message: string }[] };
}

async function scan(...words: readonly string[]): Promise<Report> {
  const { exit, stdout, stderr } = await runHooks(scratch, ['scan', ...words, ...SINCE, '--json']);
  expect(exit, stderr).toBe(0);
  return JSON.parse(stdout) as Report;
}

function writeText(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function writeHandler(name: string, run: string): string {
  const directory = join(scratch.home, '.hookmd/hooks', name);
  const front = 'protocol: hookmd\nevents: [PreToolUse]\ntimeout: 10s\nonFailure: block';
  writeText(join(directory, 'HOOK.md'), `---\n${front}\n---\n`);
  writeText(
    join(directory, 'handler.ts'),
    `import { createHash } from 'node:crypto';
import { defineHook } from '@hookmd/sdk';
const lettersOf = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex').replace(/\\d/g, (digit) => 'ghijklmnop'[Number(digit)]!);
export default defineHook({ on: 'PreToolUse', run(event, h) { ${run} } });
`,
  );
  return directory;
}

function claudeSession(name: string, ...lines: readonly string[]): string {
  const path = join(scratch.home, '.claude/projects/-project', `${name}.jsonl`);
  writeText(path, lines.join('\n'));
  return path;
}

function call(command: string, parts: object = {}): string {
  const block = { type: 'tool_use', id: `toolu_${command}`, name: 'Bash', input: { command } };
  return JSON.stringify({
    type: 'assistant',
    timestamp: '2026-11-20T10:00:00.000Z',
    sessionId: 's',
    cwd: '/gone/project',
    message: { role: 'assistant', content: [block] },
    ...parts,
  });
}

/** The sessions where the agent keeps them; databases are packed in the repository. */
function layOut(agent: string, sessions: string): void {
  const target = join(scratch.home, (histories[agent]?.directory ?? '').replace('~/', ''));
  cpSync(sessions, target, { recursive: true });
  for (const name of readdirSync(target, { recursive: true, encoding: 'utf8' })) {
    const path = join(target, name);
    if (name.endsWith('.gz')) writeFileSync(path.slice(0, -'.gz'.length), gunzipSync(readFileSync(path)));
  }
}

describe.each(Object.keys(histories))('the history of %s', (agent) => {
  it('gives each call the decision that `hooks run` gives the original', async () => {
    writeHandler(
      'judge',
      `const letters = lettersOf([event.tool_name, event.tool, event.tool_input]);
       return letters < 'h' ? h.block('no to ' + letters) : h.ask('is it ' + letters);`,
    );
    await runHooks(scratch, ['enable', 'judge', '--yes']);
    const recorded = join(AGENTS, agent, 'recorded-history');
    layOut(agent, join(recorded, 'sessions'));
    const { hooks, sessions } = await scan('judge', '--agent', agent);
    expect(sessions).toBeGreaterThan(0);
    const scanned = hooks[0]?.patterns.map(({ title }) => title) ?? [];

    const native = integrations[agent]?.nativeOf('PreToolUse') ?? '';
    const lines = readFileSync(join(recorded, 'payloads.jsonl'), 'utf8').trim().split('\n');
    for (const line of lines) {
      const { event, payload } = JSON.parse(line) as { event: string; payload: object };
      if (event !== 'PreToolUse') continue;
      await runHooks(scratch, ['run', native, '--agent', agent], { stdin: JSON.stringify(payload) });
    }
    const { stdout } = await runHooks(scratch, ['log', '--json', '--last', '500']);
    const original = stdout
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { reason: string }).reason);
    const same = scanned.filter((title) => original.includes(title));
    expect(same.length).toBeGreaterThan(5);
    // The recordings have calls that a hook changed, or that the history keeps as they ran; histories.test.ts names each.
    const others = [...scanned, ...original].filter((title) => !same.includes(title));
    expect(new Set(others).size).toBeLessThanOrEqual(6);
    const letters = others.map((title) => title.replace(/^.* /, ''));
    expect(new Set(letters).size, 'no call is decided in two ways').toBe(new Set(others).size);
  });
});

/** Every file below a directory with its size and time. */
function stampOf(directory: string): readonly string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' }).map((path) => {
    const { size, mtimeMs } = statSync(join(directory, path));
    return `${path} ${size} ${mtimeMs}`;
  });
}

describe('hooks scan', () => {
  it('shows what the guards would have done, without secrets, and writes nothing', async () => {
    const token = `ghp_${'a1B2'.repeat(9)}`;
    claudeSession(
      'a',
      call('ls'),
      call(`curl -H ${token} x; rm -rf src`),
      call('git push -f'),
      call('rm -rf lib'),
    );
    const before = stampOf(scratch.home);
    const { exit, stdout } = await runHooks(scratch, ['scan', ...SINCE]);
    expect([exit, stdout]).toEqual([
      0,
      expect.stringMatching(
        /^Of 4 calls in \d+ days, block-dangerous would have blocked 3 \(75 %\), no-force-push blocked 1 \(25 %\) and protect-paths blocked none\.\n/,
      ),
    ]);
    expect(stdout).toMatch(/2 × blocked {2}recursive delete/);
    expect(stdout).not.toContain(token);
    expect(stampOf(scratch.home)).toEqual(before);
  });

  it('reads the rest of damaged histories, and reports what it could not read', async () => {
    claudeSession('cut', call('rm -rf a'), call('rm -rf b').slice(0, 60));
    claudeSession(
      'rubbish',
      '\0\0',
      'no json',
      '[]',
      '{}',
      call('rm -rf c'),
      '{"type":"of-2031"}',
      call('x', { message: 3 }),
    );
    claudeSession('empty', '');
    writeFileSync(
      join(scratch.home, '.claude/projects/-project/wrong.jsonl'),
      Buffer.from([0xff, 0xfe, 0x0a]),
    );
    const { calls, hooks, issues } = await scan('block-dangerous');
    expect([calls, hooks[0]?.blocked, hooks[0]?.failed]).toEqual([2, 2, 0]);
    const messages = issues.first.map(({ message }) => message).join('\n');
    for (const pattern of [/cut off/, /no JSON object/, /of-2031/, /not UTF-8/, /NUL/])
      expect(messages).toMatch(pattern);
  });

  it('reads a history of 2 GB in under 200 MB of memory', async () => {
    const path = claudeSession('large', call('rm -rf a'), '');
    truncateSync(path, 2 * 1024 ** 3); // no disk holds it: the hole is read as one line of NUL bytes
    appendFileSync(path, `\n${call('rm -rf b')}\n`);
    const words = ['scan', 'block-dangerous', ...SINCE, '--json'];
    const { stdout, residentMiB } = await runHooks(scratch, words, { measuresMemory: true });
    const { calls, issues } = JSON.parse(stdout) as Report;
    expect([calls, issues.first.map(({ message }) => message)]).toEqual([
      2,
      ['The line is longer than 8 MB.'],
    ]);
    expect(residentMiB).toBeLessThan(200);
  });

  it.skipIf(!hasFlock)('reads a history that another process has locked', async () => {
    const path = claudeSession('open', call('rm -rf a'));
    const holder = spawn('flock', ['--exclusive', path, 'sh', '-c', 'echo held; cat']);
    await once(holder.stdout, 'data');
    const { calls } = await scan('block-dangerous');
    holder.stdin.end();
    await once(holder, 'close');
    expect(calls).toBe(1);
  });

  it.skipIf(!hasStrace)('opens no socket, and starts only the handlers and their builder', () => {
    claudeSession('a', call('rm -rf a; git push -f; curl http://localhost:1'), call('$(reboot)'));
    const log = join(scratch.dir, 'strace.log');
    const traced = ['-f', '-qq', '-s', '512', '-e', 'trace=execve,execveat,socket,connect,bind', '-o', log];
    const places = ['--home', scratch.home, '--project', scratch.project];
    const { stdout } = spawnSync('strace', [...traced, process.execPath, CLI, 'scan', ...SINCE, ...places], {
      encoding: 'utf8',
      timeout: 50_000,
      env: { PATH: process.env['PATH'] },
    });
    expect(stdout).toMatch(/^Of 2 calls/);
    const lines = readFileSync(log, 'utf8').split('\n');
    // The C library looks for the cache of user names on a socket of the machine.
    expect(lines.filter((line) => /\b(connect|bind)\(/.test(line) && !line.includes('/nscd/'))).toEqual([]);
    expect(lines.filter((line) => /\bsocket\((?!AF_UNIX)/.test(line))).toEqual([]);
    const started = lines.filter((line) => /execve(at)?\(/.test(line) && !line.includes('ENOENT'));
    const kinds = [CLI, '"hook", "', '/esbuild"', '/handler.'].map(
      (text) => (line: string) => line.includes(text),
    );
    expect(started.filter((line) => !kinds.some((isKind) => isKind(line)))).toEqual([]);
    // A guard is a shell that starts Node.
    expect(started.length).toBeLessThanOrEqual(2 + 2 * 3);
  });

  it('evaluates calls whose directory is gone, no directory, or no path', async () => {
    const directories = ['/etc/passwd', 'a/b', 'a\0b', '', `/${'x'.repeat(5000)}`];
    claudeSession('a', ...directories.map((cwd, index) => call(`rm -rf src${index}`, { cwd })));
    expect((await scan('block-dangerous')).hooks).toMatchObject([{ ran: 5, blocked: 5, failed: 0 }]);
  });

  it('only reads calls since then', async () => {
    claudeSession('a', call('rm -rf a', { timestamp: '2025-12-31T00:00:00.000Z' }), call('rm -rf b'));
    expect((await scan('block-dangerous')).calls).toBe(1);
  });

  it('counts hooks that fail, and runs none that was not named', async () => {
    writeHandler('throws', `if (event.tool.command === 'ls') throw new Error('no');`);
    const marker = join(scratch.dir, 'marker');
    writeHandler('marks', `process.getBuiltinModule('fs').writeFileSync(${JSON.stringify(marker)}, '');`);
    claudeSession('a', call('ls'), call('pwd'));
    const { hooks } = await scan('throws');
    expect(hooks).toMatchObject([{ name: 'throws', ran: 2, failed: 1, blocked: 0 }]);
    expect(existsSync(marker)).toBe(false);
  });

  it('counts calls that do by other means what was blocked before', async () => {
    writeHandler('no-rm', `if (/^rm/.test(event.tool.command ?? '')) return h.block('Leave it.');`);
    claudeSession(
      'a',
      ...[call('find src -delete'), call('rm -r src'), call('ls src'), call('find src -delete -name x')],
      ...[call('unlink src/b', { sessionId: 'other' }), call('rm -r lib')],
    );
    claudeSession('b', ...Array.from({ length: 21 }, (_, index) => call(`ls ${index}`)), call('unlink lib'));
    const { hooks } = await scan('no-rm');
    expect(hooks).toMatchObject([{ blocked: 2 }]);
    const workarounds = hooks[0]?.patterns.filter(({ effect }) => effect === 'proceeded');
    expect(workarounds).toMatchObject([{ count: 1, example: { call: 'find src -delete -name x' } }]);
    const { stdout } = await runHooks(scratch, ['scan', 'no-rm', ...SINCE]);
    expect(stdout).toMatch(
      /1 × proceeded {2}the same by other means\n.*find src.*\n.*after `rm -r src` was blocked/,
    );
  });

  it('counts a call that a continued session repeats once', async () => {
    claudeSession('a', call('ls'), call('pwd'));
    claudeSession('b', call('ls'), call('pwd'), call('date'));
    expect((await scan('block-dangerous')).calls).toBe(3);
  });

  it('prints commands that a shell reads as they were meant, whatever a reason says', async () => {
    writeHandler('odd', 'return h.block(`no $(touch owned) "here\\n: x`);');
    claudeSession('a', call('ls'));
    const { stderr } = await runHooks(scratch, ['scan', 'odd', ...SINCE]);
    const [, words = ''] = /`hooks (scan odd --show [^`]*)`/.exec(stderr) ?? [];
    const { stdout } = spawnSync('sh', ['-c', `printf '%s\\n' ${words}`], {
      cwd: scratch.project,
      encoding: 'utf8',
    });
    expect(stdout.trim().split('\n')).toEqual([
      'scan',
      'odd',
      '--show',
      expect.stringContaining('$(touch owned)'),
    ]);
    expect(existsSync(join(scratch.project, 'owned'))).toBe(false);
  });

  it('lists all calls of a kind', async () => {
    claudeSession(
      'a',
      ...['rm -rf a', 'rm -rf b', 'git push -f'].map((text) => call(text)),
      call('rm -rf a', { x: 1 }),
    );
    const { stdout, stderr } = await runHooks(scratch, [
      'scan',
      'block-dangerous',
      ...SINCE,
      '--show',
      'Recursive',
    ]);
    expect([stdout.match(/\d × .*\n.*/g), stderr]).toEqual([
      ['1 × blocked  recursive delete\n      rm -rf a', '1 × blocked  recursive delete\n      rm -rf b'],
      expect.stringMatching(/--case ID/),
    ]);
    const none = await runHooks(scratch, ['scan', 'block-dangerous', ...SINCE, '--show', 'nothing']);
    expect(none.stderr).toMatch(/No finding of this kind/);
  });

  it('makes a test case of a finding, which fails until the hook lets the call pass', async () => {
    const directory = writeHandler(
      'strict',
      `if (event.tool.command?.includes('src')) return h.block('source: no');`,
    );
    claudeSession('a', call('cat /gone/project/src/a.ts'));
    const { hooks } = await scan('strict');
    const id = hooks[0]?.patterns[0]?.example.id ?? '';
    const { stdout, stderr } = await runHooks(scratch, ['scan', 'strict', ...SINCE, '--case', id]);
    expect(JSON.parse(stdout)).toMatchObject({ payload: { tool_input: { command: 'cat src/a.ts' } } });
    const path = join(directory, 'tests', `scan-${id}.json`);
    expect(stderr).toContain(path);
    writeText(path, stdout);
    expect((await runHooks(scratch, ['test', 'strict'])).exit).toBe(1);
    writeHandler('strict', '');
    expect((await runHooks(scratch, ['test', 'strict'])).exit).toBe(0);
  });

  it('compares two versions of a hook', async () => {
    const directory = writeHandler(
      'strict',
      `if (/rm|mv/.test(event.tool.command ?? '')) return h.block('no');`,
    );
    cpSync(directory, join(scratch.dir, 'older'), { recursive: true });
    writeHandler('strict', `if (/rm/.test(event.tool.command ?? '')) return h.block('no');`);
    claudeSession('a', call('rm a'), call('mv a b'), call('ls'));
    const report = await scan('strict', '--against', join(scratch.dir, 'older'));
    expect(report.hooks).toMatchObject([{ blocked: 1 }]);
    expect(report.differences).toMatchObject({
      count: 1,
      first: [{ now: null, against: { call: 'mv a b' } }],
    });
    const { stdout } = await runHooks(scratch, [
      'scan',
      'strict',
      ...SINCE,
      '--against',
      join(scratch.dir, 'older'),
    ]);
    expect(stdout).toMatch(/1 call decided differently\n {2}blocked → proceeds {2}mv a b/);
  });

  it('writes a page that shows commands as text', async () => {
    claudeSession('a', call('rm -rf "<script>alert(1)</script>"'));
    await runHooks(scratch, ['scan', ...SINCE, '--html', 'scan.html']);
    const page = readFileSync(join(scratch.project, 'scan.html'), 'utf8');
    expect(page).toContain('&lt;script>alert(1)');
    expect(page).not.toContain('<script');
  });

  it.each([
    ['an agent calls it', { CLAUDECODE: '1' }, [], '2 AGENT_CALLS'],
    ['there is no history', {}, ['--agent', 'codex'], '1 SCAN_EMPTY'],
    ['the hook calls a service', {}, ['policy-http'], '2 SCAN_CONNECTS'],
    ['no call has this id', {}, ['--case', 'ffff'], '1 SCAN_NO_FINDING'],
    ['an agent has no history', {}, ['--agent', 'kodelet'], '2 USAGE'],
    ['two hooks are compared', {}, ['--against', 'approved'], '2 USAGE'],
    ['there is no such version', {}, ['block-dangerous', '--against', 'nowhere'], '2 DIRECTORY_NOT_FOUND'],
  ])('is an error where %s', async (_, env, words, code) => {
    claudeSession('a', call('ls'));
    const { exit, stderr } = await runHooks(scratch, ['scan', ...words, ...SINCE], { env });
    expect(`${exit} ${/[A-Z]+(?:_[A-Z]+)*/.exec(stderr)}`).toBe(code);
  });
});
