import { createHash, randomBytes } from 'node:crypto';
import { getEventListeners } from 'node:events';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { constants } from 'node:os';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { interpreters, Probe, until } from './hostile.fixture.ts';
import { runProcess } from './process.ts';

const isLinux = process.platform === 'linux';
const probe = new Probe();
const tenMegabytes = randomBytes(10 * 1024 * 1024);

afterEach(() => until('no process is left', () => probe.survivors().length === 0, 1000));
afterAll(() => rmSync(probe.folder, { recursive: true }));

describe('a program that ends by itself', () => {
  it.each([0, 1, 2, 3, 64, 126, 127, 128, 130, 137, 255])('reports exit code %i', async (code) => {
    const result = await probe.run(`echo out; echo err >&2; exit ${code}`);
    expect(result).toMatchObject({ end: 'exit', exitCode: code, signal: null, errorCode: null });
    expect(result.stdout.toString()).toBe('out\n');
    expect(result.stderr.toString()).toBe('err\n');
  });

  const harmless = [
    'SIGCHLD',
    'SIGCONT',
    'SIGURG',
    'SIGWINCH',
    'SIGSTOP',
    'SIGTSTP',
    'SIGTTIN',
    'SIGTTOU',
    'SIGINFO',
  ];
  const fatal = Object.entries(constants.signals).filter(([name]) => !harmless.includes(name));
  it.each(fatal)('reports %s', async (_name, number) => {
    const result = await probe.run(`ulimit -c 0; kill -${number} $$`);
    expect(result).toMatchObject({ end: 'signal', exitCode: null });
    expect(constants.signals[result.signal ?? 'SIGCONT']).toBe(number); // SIGIO and SIGPOLL are one number
  });

  it('gets its words unread by any shell, its folder, and nothing else in its environment', async () => {
    const program = 'console.log(JSON.stringify([process.argv.slice(2), process.cwd(), process.env]))';
    const { argv, ...request } = probe.request(program, { language: 'node' });
    const words = ['$HOME', '*; touch pwned', '', '--x=`id`'];
    const result = await runProcess({ ...request, env: { A: 'b' }, argv: [...argv, ...words] });
    const [received, cwd, { HOOK_RUN: marker, ...environment }] = JSON.parse(result.stdout.toString());
    expect(received).toEqual(words);
    expect(cwd).toBe(probe.folder);
    expect(environment).toEqual({ A: 'b' });
    expect(marker).toMatch(/^[\w.-]{12,}$/);
  });

  it('leads a process group of its own', async () => {
    const result = await probe.run('ps -o pid=,pgid= -p $$');
    const [pid, group] = result.stdout.toString().trim().split(/\s+/);
    expect(group).toBe(pid);
  });

  it('extends the mark of a run it is itself part of', async () => {
    process.env.HOOK_RUN = 'outer-1';
    try {
      const result = await probe.run('echo "$HOOK_RUN"');
      expect(result.stdout.toString()).toMatch(/^outer-1\.\d+-/);
    } finally {
      delete process.env.HOOK_RUN;
    }
  });

  it('is not called late by a host that was too busy to look', async () => {
    const running = probe.run('exit 0', { timeoutMs: 100 });
    const busyUntil = performance.now() + 400;
    while (performance.now() < busyUntil);
    expect(await running).toMatchObject({ end: 'exit', exitCode: 0 });
  });

  it('may have any time limit, also one that overflows a timer', async () => {
    expect(await probe.run('exit 0', { timeoutMs: Number.POSITIVE_INFINITY })).toMatchObject({ end: 'exit' });
  });
});

describe.each(['file', 'pipe'])('stdin as a %s', (way) => {
  const temporary = process.env.TMPDIR;
  const run: Probe['run'] = async (source, more) => {
    if (way === 'pipe') process.env.TMPDIR = '/nowhere';
    try {
      return await probe.run(source, more);
    } finally {
      if (temporary === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = temporary;
    }
  };

  it('arrives unchanged', async () => {
    const program = `
      const hash = require('node:crypto').createHash('sha256');
      process.stdin.on('data', (chunk) => hash.update(chunk)).on('end', () => console.log(hash.digest('hex')));`;
    const result = await run(program, { language: 'node', stdin: tenMegabytes });
    expect(result.stdout.toString().trim()).toBe(createHash('sha256').update(tenMegabytes).digest('hex'));
  });

  it('may be left unread', async () => {
    const result = await run('echo ok', { stdin: tenMegabytes });
    expect(result).toMatchObject({ end: 'exit', exitCode: 0, stdout: Buffer.from('ok\n') });
  });

  it('may be closed with 10 MB still to come', async () => {
    const result = await run('head -c 5; exec <&-; sleep 0.05; echo " ok"', {
      stdin: `hello${tenMegabytes}`,
    });
    expect(result).toMatchObject({ end: 'exit', exitCode: 0, stdout: Buffer.from('hello ok\n') });
  });

  it('ends at once when it is empty', async () => {
    expect(await run('cat; echo end')).toMatchObject({ end: 'exit', stdout: Buffer.from('end\n') });
  });
});

describe('stdin', () => {
  it('can be opened by its path', async () => {
    expect(await probe.run('cat /dev/stdin', { stdin: 'text' })).toMatchObject({
      stdout: Buffer.from('text'),
    });
  });

  it('cannot be written', async () => {
    const result = await probe.run('echo changed >&0 && echo written', { stdin: 'text' });
    expect(result.stdout.toString()).toBe('');
  });
});

describe('a program that cannot be started', () => {
  const missing = '/nowhere/program';
  it.each([
    ['a missing program', { argv: [missing] as const }, 'ENOENT'],
    ['a missing folder', { cwd: '/nowhere' }, 'CWD_MISSING'],
    ['a file as folder', { cwd: '/bin/sh' }, 'CWD_MISSING'],
    ['a folder below a file', { cwd: '/bin/sh/x' }, 'CWD_MISSING'],
    ['a folder as program', { argv: ['/usr'] as const }, 'EACCES'],
    ['a program below a file', { argv: ['/bin/sh/x'] as const }, 'ENOTDIR'],
    ['an environment that is too big', { env: { BIG: 'x'.repeat(200 * 1024) } }, 'E2BIG'],
    ['NUL in a word', { argv: ['/bin/sh', 'a\0b'] as const }, 'ERR_INVALID_ARG_VALUE'],
    ['NUL in the environment', { env: { A: 'a\0b' } }, 'ERR_INVALID_ARG_VALUE'],
  ])('%s is an error value', async (_what, more, errorCode) => {
    const result = await runProcess({ ...probe.request('exit 0'), ...more });
    expect(result).toMatchObject({ end: 'spawn-error', errorCode, exitCode: null, signal: null });
  });
});

describe('output', () => {
  it('may fill its cap to the last byte', async () => {
    const result = await probe.run('printf 12345678; printf 1234 >&2', {
      maxStdoutBytes: 8,
      maxStderrBytes: 4,
    });
    expect(result).toMatchObject({
      end: 'exit',
      stdout: Buffer.from('12345678'),
      stderr: Buffer.from('1234'),
    });
  });

  it('one byte above the cap ends the run', async () => {
    const result = await probe.run('printf 123456789; exec sleep 100', { maxStdoutBytes: 8 });
    expect(result).toMatchObject({ end: 'stdout-limit', stdout: Buffer.from('12345678') });
  });

  it.each([
    ['stdout', 'stdout-limit', 'exec yes', 1024 * 1024],
    ['stderr', 'stderr-limit', 'exec yes >&2', 64 * 1024],
    ['stdout of an escaped child', 'stdout-limit', 'setsid yes & sleep 100', 1024 * 1024],
  ] as const)(
    'a flood of %s is cut at the cap, and memory stays bounded',
    async (_what, end, source, cap) => {
      const before = process.memoryUsage().rss;
      const result = await probe.run(source, { timeoutMs: 60_000 });
      expect(result.end).toBe(end);
      expect(end === 'stderr-limit' ? result.stderr : result.stdout).toHaveLength(cap);
      expect(result.durationMs).toBeLessThan(2500);
      expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1024 * 1024);
    },
  );
});

describe('an abort', () => {
  it('before the start starts nothing', async () => {
    const result = await probe.run('touch started', { signal: AbortSignal.abort() });
    expect(result).toMatchObject({ end: 'aborted', exitCode: null });
    expect(readdirSync(probe.folder)).not.toContain('started');
  });

  it('in the middle settles at once, and the group dies behind it', async () => {
    const abort = new AbortController();
    const running = probe.run("trap '' TERM; echo some; touch up; while :; do sleep 100; done", {
      signal: abort.signal,
    });
    await until('the handler is up', () => readdirSync(probe.folder).includes('up'));
    const abortedAt = performance.now();
    abort.abort();
    const result = await running;
    expect(performance.now() - abortedAt).toBeLessThan(50); // 20 and noise
    expect(result).toMatchObject({ end: 'aborted', exitCode: null, signal: null });
    expect(getEventListeners(abort.signal, 'abort')).toEqual([]);
  });

  it('at the moment of the start settles too', async () => {
    const abort = new AbortController();
    const running = probe.run('exec sleep 100', { signal: abort.signal });
    abort.abort();
    expect(await running).toMatchObject({ end: 'aborted' });
  });

  it('while output is drained settles at once', async () => {
    const abort = new AbortController();
    const running = probe.run('sleep 100 & touch leaving', { signal: abort.signal });
    await until('the handler is gone', () => readdirSync(probe.folder).includes('leaving'));
    abort.abort();
    expect(await running).toMatchObject({ end: 'aborted' });
  });

  it('after the end changes nothing', async () => {
    const abort = new AbortController();
    const result = await probe.run('echo done', { signal: abort.signal });
    expect(getEventListeners(abort.signal, 'abort')).toEqual([]);
    abort.abort();
    expect(result).toMatchObject({ end: 'exit', stdout: Buffer.from('done\n') });
  });
});

describe.runIf(isLinux)('many runs', () => {
  it('leave no descriptor, no file and no listener', async () => {
    const temporary = process.env.TMPDIR;
    process.env.TMPDIR = `${probe.folder}/temporary`;
    mkdirSync(process.env.TMPDIR);
    const { signal } = new AbortController();
    const request = { ...probe.request('read line; echo "$line"'), stdin: 'line\n', signal };
    try {
      await runProcess(request);
      const descriptors = (): number => readdirSync('/proc/self/fd').length;
      const before = descriptors();
      const results = await Promise.all(Array.from({ length: 200 }, () => runProcess(request)));
      expect(results.filter(({ stdout }) => stdout.toString() === 'line\n')).toHaveLength(200);
      await Promise.all([
        runProcess({ ...request, argv: ['/nowhere'] }),
        runProcess({ ...request, env: { BIG: 'x'.repeat(200 * 1024) } }),
        runProcess({ ...request, argv: [interpreters.sh, '-c', 'sleep 100 & yes'] }),
      ]);
      await until('the descriptors are closed', () => descriptors() <= before, 1000);
      expect(readdirSync(process.env.TMPDIR)).toEqual([]);
      expect(getEventListeners(signal, 'abort')).toEqual([]);
    } finally {
      if (temporary === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = temporary;
    }
  });
});
