/** `hooks fleet ship` against an OTLP receiver that fails, throttles, accepts a part, and loses its own acknowledgments. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { FleetMachine } from './support/fleet.ts';
import { until } from './support/nats-server.mjs';

const RECEIVER = fileURLToPath(new URL('./support/otlp-receiver.mjs', import.meta.url));

interface LogRecord {
  readonly body: { readonly stringValue: string };
  readonly attributes: readonly { readonly key: string; readonly value: { readonly stringValue?: string } }[];
}

interface Request {
  readonly at: number;
  readonly step: string;
  readonly stored: boolean;
  readonly records: readonly LogRecord[];
}

let machine: FleetMachine;
let log: string;
let receiver: ChildProcess;
beforeEach(() => {
  machine = new FleetMachine();
  log = join(machine.scratch.dir, 'requests.jsonl');
});
afterEach(() => {
  receiver.kill('SIGKILL');
  machine.remove();
});

/** Starts a receiver; the options that send there. */
async function receive(behavior: object): Promise<readonly [string, string]> {
  receiver?.kill('SIGKILL');
  receiver = spawn(process.execPath, [RECEIVER, log, JSON.stringify(behavior)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [port] = (await once(receiver.stdout ?? receiver, 'data')) as [Buffer];
  return ['--otlp', `http://127.0.0.1:${port.toString('utf8').trim()}/v1/logs`];
}

/** The last line may still be written. */
const requests = (): readonly Request[] =>
  existsSync(log)
    ? readFileSync(log, 'utf8')
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line) as Request)
    : [];
const stored = (): readonly LogRecord[] => requests().flatMap((each) => (each.stored ? each.records : []));
const attribute = (record: LogRecord, name: string): string =>
  record.attributes.find(({ key }) => key === name)?.value.stringValue ?? '';
/** The sequence of a record: the end of its id. */
const sequenceOf = (record: LogRecord): number => Number(attribute(record, 'log.record.uid').split('.')[1]);
const sequences = (): readonly number[] => [...new Set(stored().map(sequenceOf))].sort((a, b) => a - b);
const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index + 1);

it('loses nothing, and doubles only what the receiver stored without acknowledging it', async () => {
  const plan = ['unavailable', 'ok', 'throttled', 'ok', 'reset', 'ok', 'lost', 'ok', 'slow', 'gateway', 'ok'];
  const to = await receive({ plan: [...plan, 'reset in the response', 'ok', 'lost'] });
  const shipper = machine.ship(...to);
  machine.append(2_000);
  await until('all is stored', () => sequences().length === 2_000, 40_000);
  await until('the last is acknowledged', () => /"last":\{"sequence":2000/.test(cursor()));
  expect(sequences()).toEqual(upTo(2_000));
  const lost = requests().filter(({ step }) => step === 'lost');
  expect(lost.length).toBe(2);
  const copies = new Map<string, Set<string>>();
  for (const record of stored()) {
    const uid = attribute(record, 'log.record.uid');
    copies.set(uid, (copies.get(uid) ?? new Set()).add(JSON.stringify(record)));
  }
  expect([...copies.values()].every((texts) => texts.size === 1)).toBe(true);
  expect(stored().length - copies.size).toBe(lost.reduce((sum, { records }) => sum + records.length, 0));
  expect(await shipper.end('SIGTERM')).toBeLessThan(2_000);
}, 90_000);

function cursor(): string {
  return readFileSync(join(machine.scratch.state, 'fleet/cursors/otlp.json'), 'utf8');
}

it('waits as long as the receiver demands', async () => {
  const to = await receive({ plan: ['unavailable'] });
  machine.append(1);
  const shipper = machine.ship(...to);
  await until('it is stored', () => stored().length === 1);
  const [first, second] = requests();
  expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(2_000);
  expect(shipper.errors()).toMatch(/^otlp: The receiver \S+ responded 503 later\. The records stay /);
  await shipper.end('SIGTERM');
});

it('halves batches that are too large, and counts the one record that is not taken', async () => {
  const to = await receive({ maxRecords: 50, poison: 'POISON' });
  machine.append(100);
  machine.append(1, undefined, { call: 'POISON' });
  machine.append(99);
  const beganAt = performance.now();
  expect(await machine.fleet('ship', '--once', ...to)).toMatchObject({
    exit: 0,
    stdout: '201 records sent\n',
    stderr: '',
  });
  expect(performance.now() - beganAt).toBeLessThan(20_000);
  expect(sequences()).toEqual(upTo(201));
  const placeholder = stored().find((record) => sequenceOf(record) === 101);
  expect(JSON.stringify(placeholder)).not.toContain('POISON');
  expect(machine.notes()).toEqual(['receiver-rejected']);
  expect(JSON.stringify(stored().at(-1))).toContain('the receiver rejected it: 400 no');
  expect(cursor()).toContain('"rejected":1');
});

it('a receiver that refuses everything gets nothing, and loses nothing', async () => {
  const refusing = await receive({ always: 'refuses' });
  machine.append(20);
  const refused = await machine.fleet('ship', '--once', ...refusing);
  expect([refused.exit, refused.stderr]).toEqual([
    1,
    expect.stringMatching(
      /^NOT_SENT {2}.+ stay in the event log\. The receiver \S+ responded 400 no\.\n {2}Check the address /,
    ),
  ]);
  expect(machine.notes()).toEqual([]);
  const taking = await receive({});
  expect(await machine.fleet('ship', '--once', ...taking)).toMatchObject({
    exit: 0,
    stdout: '20 records sent\n',
  });
  expect(sequences()).toEqual(upTo(20));
});

it('notes what a receiver takes only in part, and does not note that for notes', async () => {
  const to = await receive({ always: 'partial' });
  machine.append(300);
  expect(await machine.fleet('ship', '--once', ...to)).toMatchObject({ exit: 0 });
  expect(await machine.fleet('ship', '--once', ...to)).toMatchObject({ stdout: '0 records sent\n' });
  expect(machine.notes()).toEqual(['receiver-rejected', 'receiver-rejected']);
  expect(requests().length).toBe(3);
});

it('sends the headers of a file, and names it where the receiver refuses them', async () => {
  const to = await receive({ authorization: 'Bearer right' });
  const headers = join(machine.scratch.dir, 'headers');
  machine.append(3);
  writeFileSync(headers, '# ours\nAuthorization: Bearer wrong\n');
  const refused = await machine.fleet('ship', '--once', ...to, '--headers', headers);
  expect([refused.exit, refused.stderr]).toEqual([
    1,
    expect.stringMatching(/responded 401\.\n {2}Check the address and the file with its headers/),
  ]);
  writeFileSync(headers, 'Authorization: Bearer right\n');
  expect(await machine.fleet('ship', '--once', ...to, '--headers', headers)).toMatchObject({ exit: 0 });
  expect(sequences()).toEqual(upTo(3));
});

it('ends within two seconds while the receiver does not answer', async () => {
  const to = await receive({ always: 'hang' });
  machine.append(1);
  const shipper = machine.ship(...to);
  await until('it waits', () => requests().length === 1);
  expect(await shipper.end('SIGTERM')).toBeLessThan(2_000);
  const taking = await receive({});
  expect(await machine.fleet('ship', '--once', ...taking)).toMatchObject({ stdout: '1 record sent\n' });
});
