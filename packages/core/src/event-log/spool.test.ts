import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { tryLock } from '../state/lock.ts';
import { entriesBackwards, readEventLog } from './read.ts';
import { makeRecord, makeRun } from './record.fixture.ts';
import { appendRecord, type EventLogRecord } from './record.ts';
import { sweepEventLog } from './sweep.ts';
import { EventLogTail } from './tail.ts';

const DAY_MS = 24 * 3_600_000;
const now = new Date('2026-11-20T12:00:00Z');
const dayOf = (daysAgo: number, time = now): Date => new Date(time.getTime() - daysAgo * DAY_MS);
const nameOf = (daysAgo: number): string => `${dayOf(daysAgo).toISOString().slice(0, 10)}.jsonl`;

let stateDir: string;
let dir: string;
beforeEach(() => {
  stateDir = mkdtempSync(join(tmpdir(), 'hookmd-spool-'));
  dir = join(stateDir, 'event-log');
});
afterEach(() => rmSync(stateDir, { recursive: true, force: true }));

type Kind = 'observed' | 'decision';
const append = (kind: Kind, daysAgo: number, bytes = 200): void => {
  const facts: Partial<EventLogRecord> = kind === 'decision' ? { decision: 'block' } : {};
  const record = makeRecord({ ...facts, reason: 'x'.repeat(bytes) });
  expect(appendRecord(dir, record, dayOf(daysAgo))).toBeNull();
};
/** Everything in earlier files is shipped, and in this one what is before the offset. */
const ship = (file: string, offset: number | string = 0, sink = 'nats'): void => {
  mkdirSync(join(stateDir, 'fleet/cursors'), { recursive: true });
  const earlier = existsSync(dir) ? readdirSync(dir).filter((name) => name < file) : [];
  const sizes = Object.fromEntries(earlier.map((name) => [name, statSync(join(dir, name)).size]));
  const cursor = { schema: 'hookmd.cursor/1', files: { ...sizes, [file]: offset } };
  writeFileSync(join(stateDir, `fleet/cursors/${sink}.json`), JSON.stringify(cursor));
};
const linesOf = (name: string): readonly string[] => {
  const path = join(dir, name);
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').slice(0, -1) : [];
};
const allLines = (): readonly string[] => readdirSync(dir).sort().flatMap(linesOf);
const isDropped = (line: string): boolean => line.includes('"schema":"hookmd.dropped/1"');
const kindOf = (line: string): Kind => (line.includes('"decision":"none"') ? 'observed' : 'decision');
const count = (lines: readonly string[], kind: Kind): number =>
  lines.filter((line) => !isDropped(line) && kindOf(line) === kind).length;
const dropped = (): { observed: number; decisions: number; files: readonly string[] } => {
  const records = allLines()
    .filter(isDropped)
    .map((line) => JSON.parse(line) as { observed: number; decisions: number; file: string });
  return {
    observed: records.reduce((sum, { observed }) => sum + observed, 0),
    decisions: records.reduce((sum, { decisions }) => sum + decisions, 0),
    files: records.map(({ file }) => file),
  };
};

describe('an event log that is shipped', () => {
  test('keeps a day that is too old until it is shipped to its end', () => {
    for (const days of [30, 20, 0]) append('observed', days);
    const size = statSync(join(dir, nameOf(20))).size;
    ship(nameOf(20), size - 1);
    expect(sweepEventLog(stateDir, 14, 1e9, now)).toEqual([nameOf(30)]);
    ship(nameOf(20), size);
    expect(sweepEventLog(stateDir, 14, 1e9, now)).toEqual([nameOf(20)]);
    expect(readdirSync(dir)).toEqual([nameOf(0)]);
  });

  test('loses shipped days before unshipped records', () => {
    for (const days of [3, 2, 1, 0]) append('observed', days, 1000);
    ship(nameOf(1));
    expect([...sweepEventLog(stateDir, 14, 3000, now)].sort()).toEqual([nameOf(3), nameOf(2)]);
    expect(dropped()).toEqual({ observed: 0, decisions: 0, files: [] });
  });

  test('loses records without a decision first, oldest first, and counts them', () => {
    for (const days of [3, 2, 1, 0])
      for (const kind of ['observed', 'decision'] as const) append(kind, days, 1000);
    ship(nameOf(4));
    expect(sweepEventLog(stateDir, 1, 10_000, now)).toEqual([]);
    expect(dropped()).toEqual({ observed: 2, decisions: 0, files: [nameOf(3), nameOf(2)] });
    expect([3, 2, 1].map((days) => linesOf(nameOf(days)).map(kindOf))).toEqual([
      ['decision'],
      ['decision'],
      ['observed', 'decision'],
    ]);
    expect(statSync(join(dir, nameOf(3))).mode & 0o777).toBe(0o600);
    // In the log itself, for what ships it; nobody else sees it.
    expect(readEventLog(dir)).toMatchObject({ skipped: 0, entries: { length: 6 } });
    expect([...entriesBackwards(dir)]).toHaveLength(6);
  });

  test('loses decisions last, the file that is being shipped after them, and never today', () => {
    for (const days of [2, 1, 0])
      for (const kind of ['observed', 'decision'] as const) append(kind, days, 1000);
    const offset = Buffer.byteLength(`${linesOf(nameOf(2))[0]}\n`);
    ship(nameOf(2), offset);
    sweepEventLog(stateDir, 14, 6500, now);
    expect(dropped()).toEqual({ observed: 1, decisions: 1, files: [nameOf(1), nameOf(1)] });
    expect(readdirSync(dir)).toEqual([nameOf(2), nameOf(0)]);
    sweepEventLog(stateDir, 14, 0, now);
    // Its first record was shipped.
    expect(dropped()).toEqual({ observed: 1, decisions: 2, files: [nameOf(1), nameOf(1), nameOf(2)] });
    expect(count(linesOf(nameOf(0)), 'observed')).toBe(1);
  });

  test.each([
    ['the user let a call through', { schema: 'hookmd.allow/1', by: 'me', use: 'once', forMs: 1 }],
    ['a hook failed', { hooks: [makeRun('user/x', { outcome: 'non_blocking_error', cause: 'EXIT' })] }],
    ['a hook timed out', { hooks: [makeRun('user/x', { outcome: 'canceled', cause: 'TIMEOUT' })] }],
    [
      'a hook in audit would block',
      { hooks: [makeRun('user/x', { outcome: 'blocking', enforcement: 'audit' })] },
    ],
    ['a hook changed the input', { hooks: [makeRun('user/x', { changed: ['command'] })] }],
    ['a hook asks', { decision: 'ask' }],
    ['a change was dropped', { dropped: ['user/x: hint'] }],
    ['a failed hook let the call proceed', { failedOpen: ['user/x'] }],
    ['the agent was sent back', { sentBack: true }],
    ['the agent was stopped', { halted: true }],
    ['details were left out', { truncated: true }],
    [
      'a background hook failed',
      { schema: 'hookmd.late/1', hooks: [makeRun('user/x', { outcome: 'non_blocking_error' })] },
    ],
    ['the schema is of a later version', { schema: 'hookmd.later/9' }],
  ])('counts as a decision that %s', (_, facts) => {
    append('observed', 1, 2000);
    expect(appendRecord(dir, { ...makeRecord(), ...facts } as EventLogRecord, dayOf(1))).toBeNull();
    append('observed', 0);
    ship('');
    sweepEventLog(stateDir, 14, 2500, now);
    expect(dropped()).toMatchObject({ observed: 1, decisions: 0 });
    expect(linesOf(nameOf(1))).toHaveLength(1);
  });

  test('counts as no decision what is allowed, skipped or torn', () => {
    const allowed = makeRecord({ decision: 'allow', hooks: [makeRun('user/x', { decides: 'allow' })] });
    const skipped = makeRecord({ hooks: [makeRun('user/x', { outcome: 'skipped', cause: 'NO_MATCH' })] });
    for (const record of [allowed, skipped]) expect(appendRecord(dir, record, dayOf(1))).toBeNull();
    appendFileSync(join(dir, nameOf(1)), `{"schema":"hookmd.trace/1","tra\n`);
    append('decision', 1);
    append('observed', 0);
    ship('');
    sweepEventLog(stateDir, 14, 1500, now);
    expect(dropped()).toMatchObject({ observed: 3, decisions: 0 });
  });

  test('keeps the count of what was dropped when its day is dropped too', () => {
    append('observed', 3, 2000);
    append('decision', 2, 2000);
    append('observed', 0);
    ship(nameOf(4));
    sweepEventLog(stateDir, 14, 3500, dayOf(1));
    expect(linesOf(nameOf(1)).map(isDropped)).toEqual([true]);
    sweepEventLog(stateDir, 14, 0, now);
    expect(readdirSync(dir)).toEqual([nameOf(0)]);
    expect(dropped()).toMatchObject({ observed: 1, decisions: 1 });
  });

  test('leaves yesterday alone for an hour', () => {
    const midnight = new Date('2026-11-20T00:00:00Z');
    for (const days of [2, 1]) append('observed', days);
    ship(nameOf(4));
    sweepEventLog(stateDir, 14, 0, new Date(midnight.getTime() + 3_599_000));
    expect(count(linesOf(nameOf(1)), 'observed')).toBe(1);
    sweepEventLog(stateDir, 14, 0, new Date(midnight.getTime() + 3_600_000));
    expect(count(allLines(), 'observed')).toBe(0);
    expect(dropped()).toMatchObject({ observed: 2 });
  });

  test.each([
    ['no JSON', '{"schema":'],
    ['another schema', '{"schema":"hookmd.cursor/2","files":{"2026-10-21.jsonl":1000}}'],
    ['without files', '{"schema":"hookmd.cursor/1"}'],
    ['another offset', '{"schema":"hookmd.cursor/1","files":{"2026-10-21.jsonl":"1000"}}'],
    ['a huge file', `{"schema":"hookmd.cursor/1","files":{"2026-10-21.jsonl":1000}}${' '.repeat(1_100_000)}`],
  ])('counts as unshipped where the cursor is %s', (_, text) => {
    append('observed', 30);
    ship('');
    writeFileSync(join(stateDir, 'fleet/cursors/nats.json'), text);
    expect(sweepEventLog(stateDir, 14, 1e9, now)).toEqual([]);
  });

  test('loses nothing while another process holds the lock, or the loss cannot be recorded', () => {
    for (const days of [1, 0]) append('observed', days);
    ship('');
    const release = tryLock(join(stateDir, 'fleet/lock'));
    sweepEventLog(stateDir, 14, 0, now);
    release?.();
    expect(count(allLines(), 'observed')).toBe(2);
    rmSync(join(dir, nameOf(0)));
    mkdirSync(join(dir, nameOf(0)));
    sweepEventLog(stateDir, 14, 0, now);
    expect(count(linesOf(nameOf(1)), 'observed')).toBe(1);
    expect(readdirSync(dir)).toEqual([nameOf(1), nameOf(0)]);
  });

  test('shows nothing twice to those who follow it', () => {
    for (const kind of ['decision', 'observed'] as const) append(kind, 1, 1000);
    append('observed', 0);
    ship('');
    const tail = new EventLogTail(dir);
    sweepEventLog(stateDir, 14, 2500, now);
    append('decision', 0);
    expect(linesOf(nameOf(1))).toHaveLength(1);
    expect(tail.read()).toMatchObject({ entries: [{ decision: 'block' }], skipped: 0 });
  });
});

const kinds = fc.array(fc.constantFrom<Kind>('observed', 'decision'), { maxLength: 6 });

test('no decision is lost while there is an unshipped record without one, and the counts add up', () => {
  const days = fc.array(fc.tuple(kinds, fc.nat({ max: 2000 })), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(
      days,
      fc.nat(),
      fc.nat(),
      fc.nat({ max: 40_000 }),
      fc.nat({ max: 40_000 }),
      (given, at, line, first, second) => {
        rmSync(dir, { recursive: true, force: true });
        mkdirSync(dir);
        given.forEach(([list, bytes], daysAgo) => {
          for (const kind of list) append(kind, daysAgo, bytes);
        });
        const current = nameOf(at % (given.length + 1));
        const shipped = linesOf(current).slice(0, line % (linesOf(current).length + 1));
        ship(current, Buffer.byteLength(shipped.map((text) => `${text}\n`).join('')));
        const names = given.map((_, daysAgo) => nameOf(daysAgo));
        const before = new Map(names.map((name) => [name, linesOf(name)]));
        const unshipped = (name: string, lines: readonly string[]): readonly string[] => {
          if (name < current || lines.length === 0) return [];
          return name === current ? lines.slice(shipped.length) : lines;
        };
        const sum = (kind: Kind): number =>
          names.reduce((total, name) => total + count(unshipped(name, linesOf(name)), kind), 0);
        const [observed, decisions] = [sum('observed'), sum('decision')];
        for (const maxBytes of [Math.max(first, second), Math.min(first, second)]) {
          sweepEventLog(stateDir, 14, maxBytes, now);
          const lost = dropped();
          expect(sum('observed') + lost.observed).toBe(observed);
          expect(sum('decision') + lost.decisions).toBe(decisions);
          const isBegun = (name: string): boolean => name === current && shipped.length > 0;
          const thinned = names.filter((name) => name >= current && !isBegun(name) && name !== nameOf(0));
          if (lost.decisions > 0)
            expect(thinned.reduce((total, name) => total + count(linesOf(name), 'observed'), 0)).toBe(0);
          // What is left is as it was, in its order; today and the file of the cursor are whole, or gone at the very last.
          for (const [name, lines] of before) {
            const left = linesOf(name).filter((text) => !isDropped(text));
            if (name === nameOf(0) || (isBegun(name) && left.length > 0)) expect(left).toEqual(lines);
            let next = 0;
            for (const text of left) next = lines.indexOf(text, next) + 1 || Number.NaN;
            expect(next).not.toBeNaN();
          }
          if (isBegun(current) && lost.files.includes(current)) expect(thinned.flatMap(linesOf)).toEqual([]);
        }
      },
    ),
    { numRuns: 200 },
  );
});

describe('many sessions that begin at once', () => {
  let script: string;
  const sweepAt = (maxBytes: number) => {
    const child = spawn(process.execPath, [script, stateDir, String(maxBytes), now.toISOString()], {
      stdio: ['pipe', 'ignore', 'inherit'],
    });
    return { child, ended: once(child, 'exit') };
  };
  beforeEach(() => {
    script = join(stateDir, 'sweep.mjs');
    const contents = `import { readSync } from 'node:fs';
      import { sweepEventLog } from './sweep.ts';
      const [, , stateDir, maxBytes, now] = process.argv;
      readSync(0, Buffer.alloc(1));
      sweepEventLog(stateDir, 14, Number(maxBytes), new Date(now));`;
    buildSync({
      stdin: { contents, resolveDir: fileURLToPath(new URL('.', import.meta.url)), loader: 'ts' },
      outfile: script,
      bundle: true,
      platform: 'node',
      format: 'esm',
    });
    for (const days of [4, 3, 2, 1, 0])
      for (let index = 0; index < 150; index++)
        append(index % 10 === 0 ? 'decision' : 'observed', days, 1000);
    ship(nameOf(5));
  });

  test('count every loss once', async () => {
    const [observed, decisions] = [count(allLines(), 'observed'), count(allLines(), 'decision')];
    const sweeps = [500_000, 300_000, 300_000, 250_000, 200_000, 200_000].map(sweepAt);
    for (const { child } of sweeps) child.stdin.end('x');
    append('observed', 0);
    await Promise.all(sweeps.map(({ ended }) => ended));
    const lost = dropped();
    expect(lost.observed).toBeGreaterThan(0);
    expect(count(allLines(), 'observed') + lost.observed).toBe(observed + 1);
    expect(count(allLines(), 'decision') + lost.decisions).toBe(decisions);
  });

  test('lose nothing uncounted when they are killed', async () => {
    const [observed, decisions] = [count(allLines(), 'observed'), count(allLines(), 'decision')];
    for (let delayMs = 0; delayMs < 24; delayMs += 2) {
      const { child, ended } = sweepAt(700_000 - delayMs * 25_000);
      child.stdin.end('x');
      const timer = setTimeout(() => child.kill('SIGKILL'), 40 + delayMs);
      await ended;
      clearTimeout(timer);
      const lost = dropped();
      expect(count(allLines(), 'observed') + lost.observed).toBeGreaterThanOrEqual(observed);
      expect(count(allLines(), 'decision') + lost.decisions).toBeGreaterThanOrEqual(decisions);
    }
  });
});
