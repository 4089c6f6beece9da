/** `hooks fleet ship`, `status` and `verify` against a real NATS server that is killed, emptied and filled up. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openBrowser } from './support/chromium.ts';
import { FLEET, FleetMachine } from './support/fleet.ts';
import {
  type NatsProcess,
  prepareStream,
  readRecords,
  type StreamRecord,
  startNats,
  until,
  withNats,
} from './support/nats-server.mjs';
import { runHooks } from './support/run-hooks.ts';
import { bashCall, enableHooks } from './support/runtime.ts';
import { layoutProblems } from './support/ui-page.ts';

const DAY_MS = 86_400_000;
const isRoot = process.getuid?.() === 0;

let dir: string;
let server: NatsProcess;
let machine: FleetMachine;
beforeEach(async () => {
  dir = realpathSync(mkdtempSync(join(tmpdir(), 'hookmd-nats-')));
  server = await startNats(dir);
  await prepareStream(server.url);
  machine = new FleetMachine();
}, 300_000);
afterEach(async () => {
  machine.remove();
  await server.stop();
  rmSync(dir, { recursive: true, force: true });
});

/** The ids of the events in the stream, in its order. */
const idsOf = (records: readonly StreamRecord[]): readonly string[] =>
  records.flatMap(({ entry }) => (typeof entry['eventId'] === 'string' ? [entry['eventId']] : []));
const storedIds = async (): Promise<readonly string[]> => idsOf(await readRecords(server.url));
const nats = (): readonly [string, string] => ['--nats', server.url];

/** How many connections clients have to a server. */
function openConnections(url: string): number {
  const port = Number(new URL(url).port).toString(16).toUpperCase().padStart(4, '0');
  const established = new RegExp(`^ *\\d+: \\S+ [0-9A-F]+:${port} 01 `, 'gm');
  return readFileSync('/proc/net/tcp', 'latin1').match(established)?.length ?? 0;
}

/** Every event is in the stream once, and every chain is whole. Returns what `verify` printed. */
async function expectStored(ids: readonly string[]): Promise<string> {
  expect([...(await storedIds())].sort()).toEqual([...ids].sort());
  const { exit, stdout } = await machine.fleet('verify', ...nats());
  expect(stdout).toContain('every chain is whole');
  expect(exit).toBe(0);
  return stdout;
}

/** Runs `use` with a small disk at a path; `resize` changes its size. */
async function withDisk(
  path: string,
  size: string,
  use: (resize: (size: string) => void) => Promise<void>,
): Promise<void> {
  const mount = (options: string): void => {
    const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', path], {
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(stderr);
  };
  mount(`size=${size},mode=0700`);
  try {
    await use((wanted) => mount(`remount,size=${wanted}`));
  } finally {
    spawnSync('umount', ['-l', path]);
  }
}

it('sends what hooks did once, and then nothing', async () => {
  await enableHooks(machine.scratch, [{ name: 'guard', exits: 2, stderr: 'not here' }]);
  const stdin = JSON.stringify(bashCall(machine.scratch, 'rm -rf build'));
  await runHooks(machine.scratch, ['run', 'PreToolUse'], { stdin });
  expect(await machine.fleet('ship', '--once', ...nats())).toMatchObject({
    exit: 0,
    stdout: '1 record sent\n',
    stderr: '',
  });
  const [record] = await readRecords(server.url);
  expect(record).toMatchObject({ sequence: 1, entry: { decision: 'block', reason: 'not here' } });
  expect(JSON.stringify(record)).not.toContain('stderrTail');
  expect(await machine.fleet('ship', '--once', ...nats())).toMatchObject({ stdout: '0 records sent\n' });
});

it('sends an event within two seconds while it runs, and ends at SIGTERM', async () => {
  const shipper = machine.ship(...nats());
  machine.append(1);
  await until('the first event', async () => (await storedIds()).length === 1);
  const appendedAt = performance.now();
  machine.append(1);
  await until('the second event', async () => (await storedIds()).length === 2);
  expect(performance.now() - appendedAt).toBeLessThan(3_000);
  await until('its report', async () => /1 machine,/.test((await machine.fleet('status', ...nats())).stdout));
  expect(openConnections(server.url)).toBe(1);
  expect(await shipper.end('SIGTERM')).toBeLessThan(2_000);
  expect([shipper.child.exitCode, shipper.errors()]).toEqual([0, '']);
});

it('loses and doubles nothing while the server and the shipper are killed', async () => {
  const ids: string[] = [];
  for (let round = 0; round < 4; round += 1) {
    const shipper = machine.ship(...nats());
    ids.push(...machine.append(1_500));
    await until('some are stored', async () => (await storedIds()).length > round * 1_500);
    await server.kill();
    ids.push(...machine.append(10));
    if (round % 2 === 0) await shipper.end('SIGKILL');
    await server.start();
    if (round % 2 === 1) await shipper.end('SIGKILL');
  }
  expect((await machine.fleet('ship', '--once', ...nats())).exit).toBe(0);
  await expectStored(ids);
});

it('says once that the server is away, and sends when it comes back', async () => {
  await server.kill();
  const ids = machine.append(300);
  const shipper = machine.ship(...nats());
  await until('a line', () => shipper.errors().includes('\n'));
  expect(await machine.fleet('ship', '--once', ...nats())).toMatchObject({ exit: 0 });
  await server.start();
  await until('all is stored', async () => (await storedIds()).length === 300);
  const lines = shipper.errors().trimEnd().split('\n');
  expect(lines).toEqual([
    expect.stringMatching(/^nats: The NATS server nats:\S+ cannot be reached: connection refused\. Check /),
    'nats: the receiver takes records again.',
  ]);
  await shipper.end('SIGTERM');
  await expectStored(ids);
});

it('ends within two seconds while the server does not answer', async () => {
  const fleet = join(machine.scratch.state, 'fleet');
  try {
    process.kill(server.pid, 'SIGSTOP');
    const connecting = machine.ship(...nats());
    machine.append(5);
    await until('it has started', () => existsSync(join(fleet, 'shipper.lock')));
    expect(await connecting.end('SIGTERM')).toBeLessThan(2_000);
    process.kill(server.pid, 'SIGCONT');
    const sending = machine.ship(...nats());
    await until('it sends', async () => (await storedIds()).length === 5);
    process.kill(server.pid, 'SIGSTOP');
    machine.append(5);
    await until('it waits for the answer', () => existsSync(join(fleet, 'lock')));
    expect(await sending.end('SIGTERM')).toBeLessThan(2_000);
  } finally {
    process.kill(server.pid, 'SIGCONT');
  }
});

it('sends again what a server has acknowledged and forgotten, and says so', async () => {
  const ids = machine.append(700);
  const shipper = machine.ship(...nats());
  await until('all is stored', async () => (await storedIds()).length === 700);
  await server.kill();
  rmSync(server.storeDir, { recursive: true });
  await server.start();
  await until('it misses the stream', () => shipper.errors().includes('there is no stream HOOKMD'));
  await prepareStream(server.url);
  await until('all is stored again', async () => (await storedIds()).length === 700);
  await shipper.end('SIGTERM');
  await machine.fleet('ship', '--once', ...nats());
  expect(await expectStored(ids)).toMatch(/receiver-lost: the receiver no longer had 700 records/);
});

it.runIf(isRoot)('loses nothing while the disk of the server is full', async () => {
  await server.stop();
  await withDisk(server.storeDir, '64m', async (resize) => {
    await server.start();
    await prepareStream(server.url);
    resize('1m');
    const ids = machine.append(3_000);
    const full = await machine.fleet('ship', '--once', ...nats());
    expect(full.exit).toBe(1);
    expect(full.stderr).toMatch(
      /^NOT_SENT {2}Records were not sent, and stay in the event log\. The NATS server \S+ did not take the records: /,
    );
    resize('64m');
    await server.kill();
    await server.start();
    expect((await machine.fleet('ship', '--once', ...nats())).exit).toBe(0);
    await expectStored(ids);
    await server.kill();
  });
});

it.runIf(isRoot)(
  'a full disk below the log stops no guard and no shipper, and loses nothing that was written',
  async () => {
    await enableHooks(machine.scratch, [{ name: 'guard', exits: 2, stderr: 'not here' }]);
    const kept = join(dir, 'state');
    cpSync(machine.scratch.state, kept, { recursive: true });
    await withDisk(machine.scratch.state, '8m', async (resize) => {
      cpSync(kept, machine.scratch.state, { recursive: true });
      const ids = [...machine.append(300)];
      const shipper = machine.ship(...nats());
      await until('all is stored', async () => (await storedIds()).length === 300);
      ids.push(...machine.append(50));
      writeFileSync(join(machine.scratch.state, 'ballast'), '');
      spawnSync('dd', ['if=/dev/zero', `of=${join(machine.scratch.state, 'ballast')}`, 'bs=4k']);
      const stdin = JSON.stringify(bashCall(machine.scratch, 'rm -rf build'));
      const guarded = await runHooks(machine.scratch, ['run', 'PreToolUse'], { stdin });
      expect(guarded.stdout + guarded.stderr).toContain('not here');
      await until('it says why', () => shipper.errors().includes('no space left on device'));
      rmSync(join(machine.scratch.state, 'ballast'));
      resize('16m');
      ids.push(...machine.append(50));
      await until('all is stored', async () => new Set(await storedIds()).size >= 400);
      await shipper.end('SIGTERM');
      const traces = (await readRecords(server.url)).filter(({ entry }) => entry['decision'] === 'none');
      expect([...idsOf(traces)].sort()).toEqual([...ids].sort());
      expect((await machine.fleet('verify', ...nats())).exit).toBe(0);
    });
  },
);

it('reports a clock that was set back', async () => {
  machine.append(1, new Date(Date.now() + DAY_MS));
  await machine.fleet('ship', '--once', ...nats());
  machine.append(1);
  await machine.fleet('ship', '--once', ...nats());
  const { exit, stdout } = await machine.fleet('verify', ...nats());
  expect(stdout).toMatch(/clock-jumped: the clock went back by 86\d{3} seconds/);
  expect(exit).toBe(0);
  expect((await storedIds()).length).toBe(2);
});

it('a state directory that was copied while it was shipped from gets an id of its own, and both send', async () => {
  const first = machine.ship(...nats());
  machine.append(20);
  await until('the first are stored', async () => (await storedIds()).length === 20);
  // Whatever lock is held at this moment is copied too.
  const copy = new FleetMachine();
  mkdirSync(join(copy.scratch.state, '..'), { recursive: true });
  spawnSync('cp', ['-a', machine.scratch.state, copy.scratch.state]);
  expect(readdirSync(join(copy.scratch.state, 'fleet'))).toContain('shipper.lock');
  machine.append(5, undefined, { sessionId: 'first' });
  await until('the first machine went on', async () => (await storedIds()).length === 25);
  copy.append(7, undefined, { sessionId: 'copy' });
  try {
    expect(await copy.fleet('ship', '--once', ...nats())).toMatchObject({
      exit: 0,
      stdout: '8 records sent\n',
    });
    const records = await readRecords(server.url);
    const ofSession = (name: string): readonly StreamRecord[] =>
      records.filter(({ entry }) => entry['sessionId'] === name);
    expect([ofSession('first').length, ofSession('copy').length]).toEqual([5, 7]);
    expect(ofSession('first')[0]?.machine).not.toBe(ofSession('copy')[0]?.machine);
    const { exit, stdout } = await machine.fleet('verify', ...nats());
    expect(stdout).toMatch(/machine-copied: another machine has the same id; until now it was [0-9a-f]{32}/);
    expect(stdout).toContain('of 2 machines: every chain is whole');
    expect(exit).toBe(0);
    expect(first.errors()).toBe('');
  } finally {
    copy.remove();
  }
});

const edits: readonly (readonly [string, (text: string) => string])[] = [
  ['changed in place', (text) => text.replace('"e3"', '"eX"')],
  ['removed', (text) => text.split('\n').toSpliced(3, 1).join('\n')],
];
it.each(edits)('a line of the log that was %s after it was sent is found', async (_, edit) => {
  machine.append(6);
  await machine.fleet('ship', '--once', ...nats());
  expect(await machine.fleet('verify', '--log')).toMatchObject({ exit: 0 });
  const [name = ''] = readdirSync(machine.log);
  writeFileSync(join(machine.log, name), edit(readFileSync(join(machine.log, name), 'utf8')));
  const checked = await machine.fleet('verify', '--log');
  expect([checked.exit, checked.stdout]).toEqual([1, expect.stringContaining(`✗ ${name} is not as it was`)]);
  machine.append(1);
  await machine.fleet('ship', '--once', ...nats());
  await machine.fleet('ship', '--once', ...nats());
  const { exit, stdout } = await machine.fleet('verify', ...nats());
  expect(stdout).toContain(`log-edited: ${name} is not as it was`);
  expect([exit, (await storedIds()).at(-1)]).toEqual([0, 'e6']);
});

it('says what is wrong with credentials and with a missing stream', async () => {
  machine.append(1);
  await withNats(server.url, (manager) => manager.streams.delete('HOOKMD'));
  const missing = await machine.fleet('ship', '--once', ...nats());
  expect([missing.exit, missing.stderr]).toEqual([
    1,
    expect.stringMatching(
      /^NOT_SENT {2}.+ stay in the event log\. On the NATS server \S+ there is no stream HOOKMD\.\n {2}Run `hooks fleet /,
    ),
  ]);
  const other = join(dir, 'closed');
  mkdirSync(other);
  const closed = await startNats(other, { extra: 'authorization { token: "right" }' });
  const file = join(dir, 'wrong.creds');
  writeFileSync(file, 'no credentials');
  for (const words of [[], ['--credentials', file], ['--credentials', join(dir, 'none')]]) {
    const refused = await machine.fleet('ship', '--once', '--nats', closed.url, ...words);
    expect([words, refused.exit, refused.stderr]).toEqual([
      words,
      1,
      expect.stringMatching(
        /^NOT_SENT {2}.+ stay in the event log\. The NATS server \S+ cannot be reached: .+\.\n {2}Check .*the credentials/,
      ),
    ]);
  }
  await closed.stop();
});

it('names what a server does not have', async () => {
  const expectCode = async (code: string, ...words: readonly string[]): Promise<void> => {
    const { exit, stderr } = await machine.fleet(...words, ...nats());
    expect([words, exit, stderr.split('  ')[0]]).toEqual([words, 1, code]);
  };
  await expectCode('STREAM_NOT_MADE', 'init', '--stream', 'a.b');
  await expectCode('PAGE_NOT_WRITABLE', 'status', '--html', join(dir, 'none', 'machines.html'));
  await withNats(server.url, async (manager) => {
    for (const name of ['HOOKMD', 'KV_HOOKMD_MACHINES']) await manager.streams.delete(name);
  });
  await expectCode('NO_STREAM', 'verify');
  await expectCode('NO_MACHINES', 'status');
});

it('sends to a server that takes only small messages', async () => {
  const other = join(dir, 'small');
  mkdirSync(other);
  const small = await startNats(other, { extra: 'max_payload: 65536' });
  await prepareStream(small.url);
  machine.append(300);
  expect(await machine.fleet('ship', '--once', '--nats', small.url)).toMatchObject({
    exit: 0,
    stdout: '300 records sent\n',
  });
  await small.stop();
});

it('shows in `hooks doctor --verbose` what is not sent', async () => {
  const logLine = async (): Promise<string | undefined> =>
    /^.*event log .*$/m.exec((await runHooks(machine.scratch, ['doctor', '--verbose'])).stdout)?.[0];
  machine.append(1);
  await machine.fleet('ship', '--once', ...nats());
  expect(await logLine()).not.toContain('not sent yet');
  machine.append(1);
  expect(await logLine()).toMatch(/, 1 kB not sent yet/);
});

it('ends with the daemon that started it, also with one that ended before it had begun', async () => {
  const child = spawn(process.execPath, [FLEET, 'ship', ...nats()], {
    env: { HOME: machine.scratch.home, PATH: '/usr/bin:/bin' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  try {
    child.disconnect();
    expect(await once(child, 'exit', { signal: AbortSignal.timeout(10_000) })).toEqual([0, null]);
  } finally {
    child.kill('SIGKILL');
  }
});

it('ships from one process at a time', async () => {
  const first = machine.ship(...nats());
  machine.append(1);
  await until('it ships', async () => (await storedIds()).length === 1);
  expect(await machine.fleet('ship', ...nats())).toMatchObject({
    exit: 1,
    stderr: expect.stringMatching(/^SHIPPER_RUNS {2}/),
  });
  expect(await machine.fleet('ship', '--once', ...nats())).toMatchObject({
    exit: 0,
    stdout: 'Another shipper is sending already.\n',
  });
  await first.end('SIGKILL');
  expect(await machine.fleet('ship', '--once', ...nats())).toMatchObject({
    exit: 0,
    stdout: '0 records sent\n',
  });
});

it('catches up with a week in order', async () => {
  const ids = Array.from({ length: 7 }, (_, day) =>
    machine.append(400, new Date(Date.now() - (6 - day) * DAY_MS)),
  ).flat();
  expect(await machine.fleet('ship', '--once', ...nats())).toMatchObject({
    exit: 0,
    stdout: '2800 records sent\n',
  });
  expect(await storedIds()).toEqual(ids);
  await expectStored(ids);
});

it('what others write under the id of a machine stops it not', async () => {
  machine.append(3);
  await machine.fleet('ship', '--once', ...nats());
  const [record] = await readRecords(server.url);
  await withNats(server.url, (_, client) => client.publish(`hookmd.events.${record?.machine}`, 'no record'));
  machine.append(2);
  expect(await machine.fleet('ship', '--once', ...nats())).toMatchObject({ exit: 0 });
  const { exit, stdout } = await machine.fleet('verify', ...nats());
  expect([exit, stdout]).toEqual([1, expect.stringContaining('1 line without a record')]);
  const lines = await withNats(
    server.url,
    async (manager) => (await manager.streams.info('HOOKMD')).state.messages,
  );
  expect(lines).toBe(3);
});

it('shows every machine, and hostile names of theirs as text', async () => {
  machine.append(2);
  await machine.fleet('ship', '--once', ...nats());
  const hostile = '\u001b[2J\u001b]0;owned\u0007<img src=x onerror=alert(1)>\u202e"\'&';
  const state = {
    schema: 'hookmd.machine/1',
    machine: 'f'.repeat(32),
    host: hostile,
    user: hostile,
    version: hostile,
    time: hostile,
    agents: [{ name: hostile, attached: false, testEvent: { state: hostile, summary: hostile } }],
    release: { release: 1, ring: hostile, expires: hostile },
    lastEvent: hostile,
    sinks: {
      [hostile]: { waiting: { bytes: 1e9, records: null }, dropped: 3, rejected: 2, problem: hostile },
    },
  };
  await withNats(server.url, async (_, client) => {
    await client.publish(`$KV.HOOKMD_MACHINES.${'f'.repeat(32)}`, JSON.stringify(state));
    await client.publish(`$KV.HOOKMD_MACHINES.${'e'.repeat(32)}`, 'no JSON');
    await client.publish(`$KV.HOOKMD_MACHINES.${'d'.repeat(32)}`, '{"sinks":[1],"agents":{},"release":7}');
  });
  const table = await machine.fleet('status', ...nats());
  expect(table.exit).toBe(0);
  expect(table.stdout).toMatch(/^ID +HOST +USER +AGENTS +RELEASE +LAST EVENT +NOT SENT +DROPPED\n/);
  expect(table.stdout).toContain('4 machines, ');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there.
  expect(table.stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f\u202e]/);
  const { stdout } = await machine.fleet('status', '--json', ...nats());
  const { schema, machines } = JSON.parse(stdout) as {
    schema: string;
    machines: readonly { unsent: number | null }[];
  };
  expect([schema, machines.length]).toEqual(['hookmd.machines/1', 4]);
  expect(machines.map(({ unsent }) => unsent).toSorted()).toEqual([0, 0, 0, null]);
  const file = join(dir, 'machines.html');
  expect((await machine.fleet('status', '--html', file, ...nats())).exit).toBe(0);
  const browser = await openBrowser();
  try {
    const page = await browser.newPage();
    const seen: string[] = [];
    page.on('request', (request) => seen.push(request.url()));
    page.on('console', (message) => seen.push(message.text()));
    page.on('dialog', (dialog) => seen.push(dialog.message()));
    await page.goto(pathToFileURL(file).href);
    expect(await page.locator('tbody tr').count()).toBe(4);
    expect(await page.locator('img').count()).toBe(0);
    expect(await page.locator('main').textContent()).toContain('<img src=x onerror=alert(1)>');
    expect(seen).toEqual([pathToFileURL(file).href]);
    expect(await layoutProblems(page)).toEqual([]);
  } finally {
    await browser.close();
  }
  const forgotten = await machine.fleet('status', '--forget', 'ffff', ...nats());
  expect([forgotten.exit, forgotten.stdout]).toEqual([0, expect.stringContaining('3 machines, ')]);
  expect((await machine.fleet('status', ...nats())).stdout).toContain('3 machines, ');
  expect((await machine.fleet('status', '--forget', 'ffff', ...nats())).stderr).toContain('NO_MACHINE');
}, 120_000);
