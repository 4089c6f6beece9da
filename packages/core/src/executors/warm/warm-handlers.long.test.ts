import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { ExecutorRequest, HandlerResult } from '../executor.ts';
import { WarmHandlers } from './warm-handlers.ts';

const SPEAKER = join(import.meta.dirname, 'speaker.fixture.mjs');
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'warm-')));
const opened: WarmHandlers[] = [];

afterEach(async () => {
  await Promise.all(opened.splice(0).map((warmHandlers) => warmHandlers.close()));
});
afterAll(() => rmSync(folder, { recursive: true }));

function open(): WarmHandlers {
  const handlers = new WarmHandlers();
  opened.push(handlers);
  return handlers;
}

function request(subject: string | object, changes: Partial<ExecutorRequest> = {}): ExecutorRequest {
  const event = typeof subject === 'string' ? { do: subject } : subject;
  return {
    argv: [process.execPath, SPEAKER],
    phase: 'guard',
    stdin: Buffer.from(JSON.stringify(event)),
    environment: { PATH: '/usr/bin:/bin', HOOK_TOOL_NAME: 'Bash' },
    cwd: folder,
    owner: {},
    timeoutMs: 10_000,
    signal: new AbortController().signal,
    ...changes,
  };
}

interface Echo {
  readonly event: { readonly n?: number };
  readonly value: string;
  readonly loads: number;
  readonly pid: number;
  readonly cwd: string;
}

async function echo(handlers: WarmHandlers, changes: Partial<ExecutorRequest> = {}): Promise<Echo> {
  return read(await handlers.run(request('echo', changes))) as unknown as Echo;
}

function read(result: HandlerResult): Record<string, unknown> {
  if (result.kind === 'failed') throw new Error(`${result.cause}: ${result.reason}`);
  if (result.kind === 'answered') throw new Error('no handler answers in the words of the middle');
  return JSON.parse(result.stdout.toString()) as Record<string, unknown>;
}

/** A zombie that nobody reaps is not alive. */
function isAlive(pid: number): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return false;
  }
}

describe('one process', () => {
  it('answers one event after another, loaded once', async () => {
    const handlers = open();
    const first = await echo(handlers);
    for (let n = 0; n < 1000; n++) expect(await echo(handlers)).toMatchObject({ loads: 1, pid: first.pid });
  });

  it('gets what differs between events with each of them, and nothing of it in its own environment', async () => {
    const handlers = open();
    const of = (tool: string): Partial<ExecutorRequest> => ({
      environment: { PATH: '/usr/bin:/bin', HOOK_TOOL_NAME: tool, HOOK_DEPTH: '1' },
    });
    const [first, second] = [await echo(handlers, of('Bash')), await echo(handlers, of('Read'))];
    expect([first.value, second.value, first.pid === second.pid]).toEqual(['Bash', 'Read', true]);
    const environment = read(await handlers.run(request('environment', of('Bash'))));
    expect(Object.keys(environment).sort()).toEqual(
      expect.arrayContaining(['HOOK_DEPTH', 'HOOK_RUN', 'PATH']),
    );
    expect(environment).not.toHaveProperty('HOOK_TOOL_NAME');
  });

  it('answers several events at a time, each its own', async () => {
    const handlers = open();
    const events = Array.from({ length: 50 }, (_, n) => handlers.run(request({ do: 'echo', n })));
    const echoed = (await Promise.all(events)).map(
      (handlerResult) => (read(handlerResult) as unknown as Echo).event.n,
    );
    expect(echoed).toEqual(Array.from({ length: 50 }, (_, n) => n));
  });

  it('is another for another folder, other grants and another handler', async () => {
    const handlers = open();
    const pids = [
      await echo(handlers),
      await echo(handlers, { cwd: '/' }),
      await echo(handlers, { environment: { PATH: '/usr/bin:/bin', TOKEN: 'a' } }),
      await echo(handlers),
    ].map(({ pid }) => pid);
    expect(new Set(pids).size).toBe(3);
    expect(pids[0]).toBe(pids[3]);
  });

  it('stands in the folder of its event', async () => {
    expect((await echo(open())).cwd).toBe(folder);
  });
});

describe('a handler that misbehaves fails its event', () => {
  it.each([
    ['loop', { cause: 'TIMEOUT', reason: 'no result within 300 ms' }],
    ['silence', { cause: 'TIMEOUT' }],
    ['exit', { cause: 'EXIT', reason: /exited with code 0 before it returned a result/, exitCode: 0 }],
    ['kill the parent', { cause: 'EXIT', reason: /was killed before it returned a result/ }],
    ['heap', { cause: 'EXIT', reason: /before it returned a result/ }],
    ['buffers', { cause: 'MEMORY_LIMIT', reason: 'used more than 512 MiB of memory' }],
    ['flood standard output', { cause: 'OUTPUT_LIMIT', reason: 'printed more than 1 MiB' }],
    ['flood the socket', { cause: 'OUTPUT_LIMIT', reason: 'its result is larger than 1 MiB' }],
    ['answer too much', { cause: 'OUTPUT_LIMIT' }],
    ['gibberish', { cause: 'OUTPUT_LIMIT' }],
    ['close the socket', { cause: 'EXIT' }],
    ['throw', { cause: 'THROWN', reason: 'Error: on purpose', stderr: /handler\.ts:1:1/ }],
    ['print too much', { cause: 'OUTPUT_LIMIT', reason: 'printed more than 64 KiB' }],
    ['answer nothing', { cause: 'BAD_OUTPUT' }],
  ])(
    '%s',
    async (misdeed, expected) => {
      const handlers = open();
      const neighbour = await echo(handlers, { cwd: '/' });
      const before = await echo(handlers);
      const timeoutMs = misdeed === 'loop' || misdeed === 'silence' ? 300 : 20_000;
      const startedAt = performance.now();
      const result = await handlers.run(request(misdeed, { timeoutMs }));
      const tookMs = performance.now() - startedAt;
      if (result.kind !== 'failed') throw new Error('it did not fail');
      const { reason, stderr, ...rest } = expected as Record<string, unknown>;
      expect(result).toMatchObject(rest);
      if (reason instanceof RegExp) expect(result.reason).toMatch(reason);
      else if (reason !== undefined) expect(result.reason).toBe(reason);
      if (stderr instanceof RegExp) expect(result.stderr).toMatch(stderr);
      if (misdeed === 'loop') expect(tookMs).toBeLessThan(300 + 500);
      // The next event is answered, and the process of another was not touched.
      expect((await echo(handlers)).event).toEqual({ do: 'echo' });
      expect((await echo(handlers, { cwd: '/' })).pid).toBe(neighbour.pid);
      if (['throw', 'print too much', 'answer nothing'].includes(misdeed))
        expect((await echo(handlers)).pid).toBe(before.pid);
    },
    30_000,
  );

  it('answering for another run counts for nothing', async () => {
    expect(read(await open().run(request('answer for others')))).toEqual({});
  });

  it('not being able to load is said, with what it printed', async () => {
    const environment = { PATH: '/usr/bin:/bin', BREAKS: 'while loading' };
    expect(await open().run(request('echo', { environment }))).toMatchObject({
      cause: 'EXIT',
      reason: 'it could not be loaded: Error: broken while loading',
      exitCode: 1,
    });
  });

  it('speaking another version of the protocol is said', async () => {
    const environment = { PATH: '/usr/bin:/bin', READY: '2' };
    expect(await open().run(request('echo', { environment }))).toMatchObject({
      cause: 'NOT_RUNNABLE',
      reason: /another version of HookMD/,
    });
  });

  it('being gone is said', async () => {
    const argv = [process.execPath, join(folder, 'gone.mjs')] as const;
    expect(await open().run(request('echo', { argv }))).toMatchObject({ kind: 'failed' });
    expect(await open().run(request('echo', { cwd: join(folder, 'gone') }))).toMatchObject({
      cause: 'NOT_RUNNABLE',
    });
  });
});

describe('a run that is called off', () => {
  it('is answered at once, and its process is kept where it listens', async () => {
    const handlers = open();
    const environment = { PATH: '/usr/bin:/bin', LISTENS: 'yes' };
    const before = await echo(handlers, { environment });
    const called = new AbortController();
    const going = handlers.run(request('end when called off', { environment, signal: called.signal }));
    called.abort();
    expect(await going).toMatchObject({ cause: 'ABORTED' });
    expect((await echo(handlers, { environment })).pid).toBe(before.pid);
  });

  it('costs its process where that does not listen', async () => {
    const handlers = open();
    const before = await echo(handlers);
    const called = new AbortController();
    const going = handlers.run(request('loop', { signal: called.signal }));
    called.abort();
    expect(await going).toMatchObject({ cause: 'ABORTED' });
    await expect.poll(() => isAlive(before.pid), { timeout: 5000 }).toBe(false);
    expect((await echo(handlers)).pid).not.toBe(before.pid);
  });

  it('is not started where that was before it began', async () => {
    expect(await open().run(request('echo', { signal: AbortSignal.abort() }))).toMatchObject({
      cause: 'ABORTED',
    });
  });
});

describe('close', () => {
  it('ends every process and what they started', async () => {
    const handlers = open();
    const { pid } = await echo(handlers);
    const child = read(await handlers.run(request('leave a child')))['pid'] as number;
    const going = handlers.run(request('silence', { timeoutMs: 60_000, signal: AbortSignal.timeout(10) }));
    await going;
    await handlers.close();
    expect([isAlive(pid), isAlive(child)]).toEqual([false, false]);
  });
});

describe('too many', () => {
  it('end those that were skipped for the longest time', async () => {
    const handlers = open();
    const of = (n: number): Partial<ExecutorRequest> => ({
      environment: { PATH: '/usr/bin:/bin', N: String(n) },
    });
    const pids: number[] = [];
    for (let n = 0; n < 17; n++) pids.push((await echo(handlers, of(n))).pid);
    await expect.poll(() => isAlive(pids[0] ?? 0), { timeout: 5000 }).toBe(false);
    expect(pids.slice(1).every(isAlive)).toBe(true);
  }, 30_000);
});
