import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { interpreters, type Language, Probe, processState, until } from './hostile.fixture.ts';
import type { ProcessResult } from './process.ts';
import { killGroupsOf } from './process-group.ts';

const isLinux = process.platform === 'linux';
/** What two busy cores may add to a promised time. */
const NOISE_MS = 700;
const TIMEOUT_MS = 200;

const probes: Probe[] = [];
const newProbe = (): Probe => {
  const probe = new Probe();
  probes.push(probe);
  return probe;
};
const areGone = (probe: Probe): Promise<void> =>
  until('no process is left', () => probe.survivors().length === 0, 5000);

afterAll(() => {
  for (const probe of probes) rmSync(probe.folder, { recursive: true });
});

interface Hostile {
  title: string;
  language?: Language;
  source: string;
}

const daemon = (then: string): string => `
import os, sys, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        time.sleep(100)
    os._exit(0)
${then}`;

const endless: Hostile[] = [
  { title: 'hangs', source: 'exec sleep 100' },
  { title: 'hangs in a child of its shell', source: 'sleep 100; true' },
  { title: 'hangs in an event loop', language: 'node', source: 'setInterval(() => {}, 1000)' },
  { title: 'ignores TERM', source: "trap '' TERM; while :; do sleep 100; done" },
  {
    title: 'ignores every signal it can',
    language: 'python',
    source: `
import signal, time
for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
    try: signal.signal(number, signal.SIG_IGN)
    except (OSError, ValueError): pass
time.sleep(100)`,
  },
  { title: 'stops itself', source: 'kill -STOP $$' },
  { title: 'stops itself and traps TERM', source: "trap 'echo no' TERM; kill -STOP $$" },
  { title: 'stops its whole group', source: "trap '' TERM; sleep 100 & kill -STOP 0" },
  { title: 'drips', source: 'while :; do echo drip; sleep 0.02; done' },
  { title: 'closes its outputs and lives on', source: 'exec >&- 2>&-; exec sleep 100' },
  { title: 'forks 100', source: 'i=0; while [ $i -lt 100 ]; do sleep 100 & i=$((i+1)); done; wait' },
  { title: 'keeps a child that ignores TERM', source: "(trap '' TERM; sleep 100; sleep 100) & wait" },
];

const endlessOnLinux: Hostile[] = [
  { title: 'hangs and has a child in another session', source: 'setsid sleep 100 & sleep 100' },
  { title: 'moves itself to another session', source: "trap '' TERM; setsid -f sleep 100; exec sleep 100" },
  { title: 'hangs and has a daemon', language: 'python', source: daemon('time.sleep(100)') },
  {
    title: 'has a child in another session that cleared its environment',
    source: "setsid sh -c 'env -i sleep 100 & sleep 100' & sleep 100",
  },
];

/** Ignores TERM, and no mark finds it: only its group does. It leaves its number in a file. */
const hidden = `env -i sh -c 'trap "" TERM; echo $$ > pid; while :; do sleep 0.1; done' &`;
const readPid = (probe: Probe): number => Number(readFileSync(join(probe.folder, 'pid'), 'utf8'));
const isAlive = (pid: number): boolean => (processState(pid) ?? 'Z') !== 'Z';

describe.concurrent('a handler', () => {
  const rows = [...endless, ...(isLinux ? endlessOnLinux : [])].map((row) => [row.title, row] as const);
  it.for(rows)('that %s: timeout, and nobody is left', async ([, { language = 'sh', source }], { skip }) => {
    skip(interpreters[language] === null, `${language} is missing`);
    const probe = newProbe();
    const result = await probe.run(source, { language, timeoutMs: TIMEOUT_MS });
    expect(result.end).toBe('timeout');
    expect(result.durationMs).toBeGreaterThanOrEqual(TIMEOUT_MS - 5);
    expect(result.durationMs).toBeLessThan(TIMEOUT_MS + 500 + NOISE_MS);
    await areGone(probe);
  });

  it.runIf(isLinux)('that hides from the search in its group dies with the group', async () => {
    const probe = newProbe();
    const result = await probe.run(`${hidden} wait`, { timeoutMs: TIMEOUT_MS });
    expect(result.end).toBe('timeout');
    await until('it is gone', () => !isAlive(readPid(probe)), 1000);
  });

  it('that does not end may tidy up after TERM, in its children too', async () => {
    const probe = newProbe();
    const source = `
      sh -c 'trap "sleep 0.1; touch child; exit" TERM; touch up; while :; do sleep 0.01; done' &
      trap 'echo tidied; exit 3' TERM
      wait`;
    const running = probe.run(source, { timeoutMs: 500 });
    expect(await running).toMatchObject({ end: 'timeout', exitCode: 3, stdout: Buffer.from('tidied\n') });
    expect(() => readFileSync(join(probe.folder, 'child'))).not.toThrow();
    await areGone(probe);
  });
});

/** Waits without a pause, so that no ladder of a run goes on: what dies was killed before the call returned. */
const isGoneAtOnce = (isAlive: () => boolean): boolean => {
  const deadline = performance.now() + 1000;
  while (performance.now() < deadline) if (!isAlive()) return true;
  return false;
};

/** They take all the time there is, so that nothing is measured beside them. */
describe.runIf(isLinux)('a handler that flees', () => {
  const again = (text: string): string => `printf '#!/bin/sh\\n%s\\n' '${text}' > again; chmod +x again`;
  it.each([
    [
      'through ever new processes in ever new sessions',
      `${again('setsid "$0" &')}; for i in 1 2 3 4 5 6 7 8; do ./again; done; sleep 100`,
    ],
    ['by exec', `${again('exec "$0"')}; setsid ./again & echo $! > pid; sleep 100`],
  ])('%s is ended', async (_, source) => {
    const probe = newProbe();
    const result = await probe.run(source, { timeoutMs: TIMEOUT_MS });
    expect(result.end).toBe('timeout');
    await areGone(probe);
    // In the middle of exec a process shows no mark, and lives.
    if (existsSync(join(probe.folder, 'pid')))
      await until('it is gone', () => !isAlive(readPid(probe)), 1000);
  });
});

/** As when the numbers of processes have come round: it has a lower one than the handler that is to have started it. */
describe.runIf(isLinux)('what left a group under a lower number', () => {
  const timedOutBeside = async (probe: Probe): Promise<ProcessResult> => {
    const marker = `lower-${probe.folder.at(-1)}`;
    const { env } = probe.request('');
    const older = spawn('/bin/sleep', ['100'], { env: { ...env, HOOK_RUN: marker }, stdio: 'ignore' });
    await once(older, 'spawn');
    return probe.run('exec sleep 100', { marker, timeoutMs: TIMEOUT_MS });
  };

  it('is ended behind the answer', async () => {
    const probe = newProbe();
    expect((await timedOutBeside(probe)).end).toBe('timeout');
    await areGone(probe);
  });

  it('is ended before killGroupsOf returns', async () => {
    const probe = newProbe();
    await timedOutBeside(probe);
    killGroupsOf(probe.owner);
    expect(isGoneAtOnce(() => probe.survivors().length > 0)).toBe(true);
  });
});

describe.concurrent('a handler that ends but leaves others', () => {
  const afterExit = async (source: string, language: Language = 'sh'): Promise<[Probe, ProcessResult]> => {
    const probe = newProbe();
    const result = await probe.run(source, { language });
    expect(result).toMatchObject({ end: 'exit', exitCode: 0 });
    expect(result.stdout.toString()).toBe('answer\n');
    expect(result.durationMs).toBeLessThan(250 + NOISE_MS);
    return [probe, result];
  };

  it('that hold its outputs does not wait for them', async () => {
    const [probe] = await afterExit('sleep 100 & echo answer');
    await areGone(probe);
  });

  it('that print for another moment is read to their end', async () => {
    const probe = newProbe();
    const result = await probe.run('(sleep 0.03; echo late) & echo answer');
    expect(result.stdout.toString()).toBe('answer\nlate\n');
    await areGone(probe);
  });

  it('that hold nothing is answered at once and swept all the same', async () => {
    const [probe] = await afterExit('sleep 100 >/dev/null 2>&1 & echo answer');
    await areGone(probe);
  });

  it.runIf(isLinux)('in another session takes those with it', async () => {
    const [probe] = await afterExit('setsid sleep 100 & echo answer');
    await areGone(probe);
  });

  it.runIf(isLinux && interpreters.python)('behind a double fork takes those with it', async () => {
    const [probe] = await afterExit(daemon("os.write(1, b'answer\\n')"), 'python');
    await areGone(probe);
  });

  it.runIf(isLinux)('leaves no zombie under us', async () => {
    const probe = newProbe();
    const result = await probe.run('echo $$; for i in 1 2 3 4 5; do (exit 1) & done');
    expect(processState(Number(result.stdout.toString()))).toBeNull();
  });
});

describe('what cannot be killed', () => {
  it('is answered for at the hard limit, and stays listed until killGroupsOf', async () => {
    const probe = newProbe();
    const kill = vi.spyOn(process, 'kill').mockReturnValue(true); // as a process in D state: nothing happens
    const result = await probe.run('exec sleep 100', { timeoutMs: TIMEOUT_MS });
    kill.mockRestore();
    expect(result).toMatchObject({ end: 'timeout', exitCode: null, signal: null });
    expect(result.durationMs).toBeGreaterThanOrEqual(TIMEOUT_MS + 495);
    expect(result.durationMs).toBeLessThan(TIMEOUT_MS + 500 + NOISE_MS);
    killGroupsOf(probe.owner);
    await areGone(probe);
  });
});

describe('killGroupsOf', () => {
  it('ends the runs of one owner and none of another', async () => {
    const [probe, item] = [newProbe(), newProbe()];
    const ended = probe.run('while :; do sleep 100; done');
    const going = item.run('while [ ! -e go ]; do sleep 0.01; done; echo through');
    await until(
      'both are up',
      () => !isLinux || (probe.survivors().length > 0 && item.survivors().length > 0),
    );
    killGroupsOf(probe.owner);
    expect((await ended).end).toBe('signal');
    item.write('go', '');
    expect((await going).stdout.toString()).toBe('through\n');
  });
});

describe('killing all groups of an owner', () => {
  it('leaves nobody of a run that is in its grace or in full swing', async () => {
    const probe = newProbe();
    const abort = new AbortController();
    const stubborn = "trap '' TERM; while :; do sleep 100; done";
    const escaped = isLinux ? 'setsid sleep 100 &' : '';
    const running = [
      probe.run(stubborn, { signal: abort.signal }),
      probe.run(`${escaped} ${stubborn}`),
      probe.run(`${escaped} ${stubborn}`),
    ];
    await until('all are up', () => probe.survivors().length >= (isLinux ? 8 : 0));
    abort.abort();
    killGroupsOf(probe.owner);
    expect(isGoneAtOnce(() => probe.survivors().length > 0)).toBe(true);
    const ends = (await Promise.all(running)).map(({ end }) => end);
    expect(ends).toEqual(['aborted', 'signal', 'signal']);
  });

  it('kills whole groups where no process can be searched for its mark', async () => {
    const probe = newProbe();
    const platform = vi.spyOn(process, 'platform', 'get').mockReturnValue('darwin');
    const running = probe.run("sh -c 'echo $$ > pid; while :; do sleep 0.1; done'; true");
    await until('it is up', () => existsSync(join(probe.folder, 'pid')) && readPid(probe) > 0);
    killGroupsOf(probe.owner);
    platform.mockRestore();
    expect(isGoneAtOnce(() => isAlive(readPid(probe)))).toBe(true);
    expect(await running).toMatchObject({ end: 'signal', signal: 'SIGKILL' });
  });

  it('has nothing to do once the runs are over', async () => {
    const kill = vi.spyOn(process, 'kill');
    const probe = newProbe();
    await probe.run('exit 0');
    await until('all groups are forgotten', () => {
      kill.mockClear();
      killGroupsOf(probe.owner);
      return kill.mock.calls.length === 0;
    });
    kill.mockRestore();
  });
});
