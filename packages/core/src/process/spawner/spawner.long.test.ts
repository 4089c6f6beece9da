import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, readFileSync, rmSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildSync } from 'esbuild';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Probe, processState, until } from '../hostile.fixture.ts';
import { type ProcessRequest, type ProcessResult, startHere } from '../process.ts';
import type { LinkOpener } from './link.ts';
import { openNativeLink } from './native-link.ts';
import { NativeReader, startMessage } from './native-messages.ts';
import { openNodeLink } from './node-link.ts';
import { Spawner } from './spawner.ts';

const isLinux = process.platform === 'linux';
const asked = { mayDetach: false, mayRepeat: true };
const observed = { mayDetach: false, mayRepeat: false };
const NATIVE_SOURCE = '../../../../cli/src/native/hooks-spawn.c';
const probe = new Probe();
const program = join(probe.folder, 'hookmd-spawner.js');
const nativeProgram = join(probe.folder, 'hooks-spawn');
const hasCompiler = isLinux && spawnSync('cc', ['--version']).status === 0;
let opened: Spawner[] = [];

beforeAll(() => {
  probe.write('package.json', '{"type":"module"}');
  const from = (file: string) => join(import.meta.dirname, file);
  buildSync({
    entryPoints: { 'hookmd-spawner': from('hookmd-spawner.ts'), host: from('../../runtime/keep-spawner.ts') },
    outdir: probe.folder,
    bundle: true,
    platform: 'node',
    format: 'esm',
  });
  if (hasCompiler)
    execFileSync('cc', [
      '-std=c99',
      '-O2',
      '-Wall',
      '-Wextra',
      '-Werror',
      '-o',
      nativeProgram,
      from(NATIVE_SOURCE),
    ]);
});

afterEach(async () => {
  await Promise.all(opened.map((one) => one.close()));
  opened = [];
  for (const name of ['go', 'asked', 'told', 'open', 'off'])
    rmSync(join(probe.folder, name), { force: true });
});

afterAll(async () => {
  await until('no process is left', () => probe.survivors().length === 0, 1000);
  rmSync(probe.folder, { recursive: true });
});

async function run(
  spawner: Spawner,
  source: string,
  more: Partial<ProcessRequest> = {},
  traits = asked,
): Promise<ProcessResult> {
  return (await spawner.run(probe.request(source, more), traits)) as ProcessResult;
}

/** Without how long it took. As texts: a test compares bytes one by one. */
const resultOf = ({ durationMs: _, stdout, stderr, ...result }: ProcessResult): object => ({
  ...result,
  printed: [stdout, stderr].map((bytes) => bytes.toString('latin1')),
});
const said = ({ stdout }: ProcessResult): string => stdout.toString('utf8').trim();
const parentOf = async (spawner: Spawner): Promise<number> => Number(said(await run(spawner, 'echo $PPID')));

/** Waits until the program has written its line into this file. */
function written(name: string): Promise<void> {
  const file = join(probe.folder, name);
  return until(`${name} is written`, () => existsSync(file) && readFileSync(file, 'utf8').endsWith('\n'));
}

function closedFile(name: string): string {
  const file = probe.write(name, 'echo closed');
  chmodSync(file, 0o644);
  return file;
}

/** Both do the same, each in its own way. */
const kinds: Record<string, LinkOpener> = {
  'as a Node of its own': (owner) => openNodeLink(owner, program),
  ...(hasCompiler ? { 'as a native program': (owner) => openNativeLink(owner, nativeProgram) } : {}),
};

describe.each(Object.entries(kinds))('%s', (_, openLink) => {
  const newSpawner = (): Spawner => {
    const spawner = new Spawner(probe.owner, openLink);
    opened.push(spawner);
    return spawner;
  };

  describe('a spawner', () => {
    it('starts programs of a process of its own, one for all', async () => {
      const spawner = newSpawner();
      const parents = [await parentOf(spawner), await parentOf(spawner)];
      expect(new Set(parents).size).toBe(1);
      expect(parents[0]).not.toBe(process.pid);
    });

    const requests: Record<string, readonly [string, Partial<ProcessRequest>?]> = {
      'a status': ['echo out; echo err >&2; exit 3'],
      'a signal': ['kill -KILL $$'],
      'what it reads': ['cat /dev/stdin', { stdin: 'x'.repeat(300_000) }],
      'its folder and variables': ['pwd; echo "$ONE"', { cwd: '/', env: { ONE: 'ü' } }],
      'a program that is not there': ['', { argv: ['/nowhere/x'] }],
      'a folder that is not there': ['', { cwd: '/nowhere' }],
      'a variable that no system takes': ['', { env: { ONE: 'a\0b' } }],
      'too much output': ['yes', { maxStdoutBytes: 1000 }],
      'too many errors': ['yes >&2', { maxStderrBytes: 1000 }],
      'a limit of time': ['echo before; exec sleep 100', { timeoutMs: 200 }],
      'an input of many megabytes': ['wc -c', { stdin: 'x'.repeat(20 * 1024 * 1024) }],
      'a script without a first line': ['', { argv: [probe.write('bare.sh', 'echo bare')] }],
      'a program that may not be run': ['', { argv: [closedFile('closed.sh')] }],
      'a word of half a megabyte': ['', { argv: ['/bin/echo', 'x'.repeat(500_000)] }],
      'few variables': ['env | grep -v HOOK_RUN | sort', { env: {} }],
      'outputs that it closes': ['exec >&- 2>&-; sleep 0.05; exit 4'],
      'a megabyte of both': ['head -c 1048576 /dev/zero; head -c 65536 /dev/zero >&2'],
    };
    it.each(Object.entries(requests))('comes to the same: %s', async (_, [source, more]) => {
      const there = await run(newSpawner(), source, more);
      const here = (await startHere(probe.request(source, more), asked)) as ProcessResult;
      expect(resultOf(there)).toEqual(resultOf(here));
    });

    it('runs a hundred at once, each with its own, and none waits for one that floods', async () => {
      const spawner = newSpawner();
      const flood = run(spawner, 'cat /dev/zero', { maxStdoutBytes: 32 * 1024 * 1024 });
      const numbers = Array.from({ length: 100 }, (_none, number) => String(number));
      const answers = await Promise.all(
        numbers.map((stdin) => run(spawner, 'cat', { stdin: stdin.repeat(9000) })),
      );
      expect(answers.map(said)).toEqual(numbers.map((number) => number.repeat(9000)));
      expect((await flood).end).toBe('stdout-limit');
    });

    it('leaves nothing of a tree that is over its time', async () => {
      const tree = "trap '' TERM; sleep 100 & setsid sleep 100 & sleep 100";
      const { end, durationMs } = await run(newSpawner(), tree, { timeoutMs: 200 });
      expect(end).toBe('timeout');
      expect(durationMs).toBeLessThan(1400);
      await until('no process is left', () => probe.survivors().length === 0, 1000);
    });

    it('lets a run be called off at once', async () => {
      const spawner = newSpawner();
      await parentOf(spawner);
      const abort = new AbortController();
      const running = run(spawner, 'echo $$ > off; exec sleep 100', { signal: abort.signal });
      await written('off');
      abort.abort();
      expect((await running).end).toBe('aborted');
      await until('no process is left', () => probe.survivors().length === 0, 1000);
    });

    it('lets one go on that says so, and waits for it later', async () => {
      const spawner = newSpawner();
      const source = `echo '{"async": true}'; IFS= read -r line < ${join(probe.folder, 'go')}; echo late`;
      execFileSync('mkfifo', [join(probe.folder, 'go')]);
      const left = await spawner.run(probe.request(source), { mayDetach: true, mayRepeat: true });
      if (left.end !== 'detached') throw new Error(left.end);
      expect(left.printed().stdout.toString()).toBe('{"async": true}\n');
      const finished = left.finish({ timeoutMs: 5000, signal: undefined });
      execFileSync('sh', ['-c', `echo > ${join(probe.folder, 'go')}`]);
      expect(said(await finished)).toBe('{"async": true}\nlate');
    });
  });

  describe.runIf(isLinux)('a spawner that is closed', () => {
    it('is gone, with all that it ran', async () => {
      const spawner = newSpawner();
      const pid = await parentOf(spawner);
      const running = run(spawner, 'setsid sleep 100 & echo $$ > open; exec sleep 100');
      await written('open');
      await spawner.close();
      expect(processState(pid)).toBeNull();
      expect(await running).toMatchObject({ end: 'signal' });
      await until('no process is left', () => probe.survivors().length === 0, 1000);
    });
  });

  describe.runIf(isLinux)('a spawner that is lost', () => {
    it('costs no guard its say: it is asked again', async () => {
      const spawner = newSpawner();
      const pid = await parentOf(spawner);
      const source = 'echo $PPID >> asked; [ $(wc -l < asked) = 2 ] && exec echo said; exec sleep 100';
      const running = run(spawner, source);
      await written('asked');
      process.kill(pid, 'SIGKILL');
      expect(said(await running)).toBe('said');
      await until('no process is left', () => probe.survivors().length === 0, 1000);
      expect(await parentOf(spawner)).not.toBe(pid);
    });

    it('tells no observer twice, and leaves nothing of it', async () => {
      const spawner = newSpawner();
      const pid = await parentOf(spawner);
      const running = run(spawner, 'setsid sleep 100 & echo $$ > told; exec sleep 100', {}, observed);
      await written('told');
      process.kill(pid, 'SIGKILL');
      expect(await running).toMatchObject({ end: 'signal', signal: 'SIGKILL' });
      await until('no process is left', () => probe.survivors().length === 0, 1000);
    });

    it('takes along what went on though nobody waited', async () => {
      const spawner = newSpawner();
      const pid = await parentOf(spawner);
      const source = `echo '{"async": true}'; exec sleep 100`;
      const left = await spawner.run(probe.request(source), { mayDetach: true, mayRepeat: true });
      if (left.end !== 'detached') throw new Error(left.end);
      process.kill(pid, 'SIGKILL');
      await until('no process is left', () => probe.survivors().length === 0, 1000);
      const finished = left.finish({ timeoutMs: 2000, signal: undefined });
      expect(await finished).toMatchObject({ end: 'signal', signal: 'SIGKILL' });
    });

    it('is one that was stopped, too', async () => {
      const spawner = newSpawner();
      const pid = await parentOf(spawner);
      process.kill(pid, 'SIGSTOP');
      expect(said(await run(spawner, 'echo said'))).toBe('said');
      await until('it is gone', () => (processState(pid) ?? 'Z') === 'Z', 1000);
    });

    it('is done without where it is lost again and again', async () => {
      const spawner = newSpawner();
      const spawners = new Set<number>();
      // What is asked before its end is noticed is started from here.
      for (let turn = 0; turn < 12; turn += 1) {
        const pid = await parentOf(spawner);
        if (pid === process.pid) continue;
        spawners.add(pid);
        process.kill(pid, 'SIGKILL');
        await until('it is gone', () => (processState(pid) ?? 'Z') === 'Z');
      }
      expect(spawners.size).toBe(4);
    });
  });
});

describe('a spawner of Node', () => {
  it('is not needed: where there is none programs are started from here', async () => {
    const none = new Spawner(probe.owner, (owner) => openNodeLink(owner, join(probe.folder, 'none.mjs')));
    expect(await parentOf(none)).toBe(process.pid);
  });

  it('is none that never becomes ready', async () => {
    const file = probe.write('silent.mjs', 'setInterval(() => {}, 1000)');
    const silent = new Spawner(probe.owner, (owner) => openNodeLink(owner, file));
    expect(await parentOf(silent)).toBe(process.pid);
  }, 20_000);
});

describe.runIf(hasCompiler)('a native spawner', () => {
  const nativeSpawner = (source: string): Spawner => {
    const file = probe.write('wrapped', `#!/bin/sh\n${source}`);
    chmodSync(file, 0o755);
    const spawner = new Spawner(probe.owner, (owner) => openNativeLink(owner, file));
    opened.push(spawner);
    return spawner;
  };

  it('without room for more has the others started from here', async () => {
    const spawner = nativeSpawner(`ulimit -n 20; exec ${nativeProgram}`);
    const runs = Array.from({ length: 30 }, () => run(spawner, 'echo $PPID; sleep 0.3'));
    const parents = (await Promise.all(runs)).map((one) => Number(said(one)));
    expect(new Set(parents).size).toBe(2);
    expect(parents).toContain(process.pid);
  });

  it.each([
    ['is cut off', '\\5\\0\\0\\0\\1\\0\\0\\0\\1'],
    ['is without a run', '\\1\\0\\0\\0\\1'],
    ['has no end', '\\0\\0\\0\\177\\1\\0\\0\\0\\3'],
  ])('of which what it says %s is lost', async (_, message) => {
    const spawner = nativeSpawner(`printf '${message}' >&3; exec sleep 100`);
    const begun = performance.now();
    expect(await parentOf(spawner)).toBe(process.pid);
    expect(performance.now() - begun).toBeLessThan(1900);
  });

  it('ends with its host what a program left that is over', async () => {
    const host = spawn(nativeProgram, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
    const socket = host.stdio[3] as Socket;
    const source = 'sleep 100 & echo $! > left';
    const heard = new NativeReader();
    let leader = 0;
    const exited = new Promise<void>((resolve) => {
      socket.on('data', (chunk: Buffer) => {
        for (const [, one] of heard.read(chunk)) {
          if (one.is === 'started') leader = one.leader;
          if (one.is === 'exited') resolve();
        }
      });
    });
    socket.write(
      startMessage(
        1,
        { argv: ['/bin/sh', '-c', source], cwd: probe.folder, env: {}, stdin: '' },
        Buffer.alloc(0),
      ),
    );
    await exited;
    const left = Number(readFileSync(join(probe.folder, 'left'), 'utf8'));
    expect([leader > 1, processState(left) === null]).toEqual([true, false]);
    socket.destroy();
    await until('it is gone', () => (processState(left) ?? 'Z') === 'Z', 1000);
  });
});

describe.runIf(isLinux)('a host', () => {
  it('has its programs started elsewhere once it is large, not before', async () => {
    const lines = await runHost(`
      const pids = [await parent()];
      const held = Array.from({ length: 250 }, () => Buffer.alloc(1024 * 1024, 1));
      pids.push(await parent());
      say(pids.map((pid) => pid === process.pid), held.length);
      await kept.close();`);
    expect(lines).toEqual([[true, false]]);
  });

  it('that has nothing else to do ends, and its spawner with it', async () => {
    const [pid] = (await runHost(`${LARGE} say(await parent());`)) as [number];
    await until('it is gone', () => (processState(pid) ?? 'Z') === 'Z', 1000);
  });

  it('that is killed leaves neither its spawner nor what that runs', async () => {
    const host = spawn(
      process.execPath,
      [
        writeHost(
          `${LARGE} say(await parent()); await run('trap "" TERM; setsid sleep 100 & while :; do sleep 100; done');`,
        ),
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const [line] = (await once(host.stdout, 'data')) as [Buffer];
    await until('it runs', () => probe.survivors().length > 1);
    host.kill('SIGKILL');
    await until('no process is left', () => probe.survivors().length === 0, 2000);
    await until('it is gone', () => (processState(Number(line)) ?? 'Z') === 'Z', 1000);
  });
});

const LARGE = 'globalThis.held = Array.from({ length: 250 }, () => Buffer.alloc(1024 * 1024, 1));';

function writeHost(body: string): string {
  const { env } = probe.request('');
  return probe.write(
    'run-host.mjs',
    `import { writeSync } from 'node:fs';
     import { keepSpawner } from './host.js';
     const say = (value) => writeSync(1, JSON.stringify(value) + '\\n');
     const kept = keepSpawner({});
     const run = (source) => kept.spawner({
       argv: ['/bin/sh', '-c', source], cwd: '/', env: ${JSON.stringify(env)}, stdin: '', timeoutMs: 60000 },
       { mayDetach: false, mayRepeat: true });
     const parent = async () => Number((await run('echo $PPID')).stdout);
     ${body}`,
  );
}

async function runHost(body: string): Promise<unknown[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [writeHost(body)], { timeout: 10_000 });
  const lines = stdout.trim().split('\n');
  return lines.map((line) => JSON.parse(line));
}
