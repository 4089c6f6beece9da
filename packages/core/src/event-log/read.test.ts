import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readEventLog } from './read.ts';
import { makeRecord, makeRun } from './record.fixture.ts';
import { appendRecord, type EventLogRecord } from './record.ts';

const DAY_MS = 24 * 3_600_000;
const today = new Date('2026-11-20T12:00:00Z');
const file = '2026-11-20.jsonl';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'hookmd-event-log-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const record = (traceId: string, reason: string | null = null): EventLogRecord =>
  makeRecord({ traceId, reason });
const append = (traceId: string, daysAgo = 0, reason: string | null = null): void => {
  expect(appendRecord(dir, record(traceId, reason), new Date(today.getTime() - daysAgo * DAY_MS))).toBeNull();
};
const traces = (query = {}): string[] => readEventLog(dir, query).entries.map(({ traceId }) => traceId);

describe('reading', () => {
  test('gives the newest first, across days', () => {
    append('a', 2);
    append('b', 1);
    append('c');
    append('d');
    expect(traces()).toEqual(['d', 'c', 'b', 'a']);
    expect(traces({ last: 3 })).toEqual(['d', 'c', 'b']);
    expect(traces({ last: 0 })).toEqual([]);
  });

  test('finds traces by the beginning of their id', () => {
    for (const id of ['4bf9', '4bfa', '5000']) append(id);
    expect(traces({ id: '4bf' })).toEqual(['4bfa', '4bf9']);
    expect(traces({ id: '4bf', last: 1 })).toEqual(['4bfa']);
    expect(traces({ id: 'ffff' })).toEqual([]);
  });

  test('of one hook, one event or since a time gives what is meant and not what merely names it', () => {
    const write = (traceId: string, facts: Partial<EventLogRecord>): void => {
      const eventLogRecord = makeRecord({ traceId, ...facts });
      expect(appendRecord(dir, eventLogRecord, new Date(eventLogRecord.time))).toBeNull();
    };
    write('hook', { hooks: [makeRun('user/guard')], time: '2026-11-18T23:59:59.000Z' });
    write('tool', {
      tool: { kind: 'other', name: 'guard' },
      sessionId: 'Stop',
      time: '2026-11-19T00:00:00.000Z',
    });
    write('event', { event: 'Stop', eventId: 'user/guard' });
    expect(traces({ hook: 'guard' })).toEqual(['hook']);
    expect(traces({ hook: 'user/guard' })).toEqual(['hook']);
    expect(traces({ events: ['Stop'] })).toEqual(['event']);
    expect(traces({ since: '2026-11-19T00:00:00.000Z' })).toEqual(['event', 'tool']);
    expect(traces({ since: '2026-11-19T00:00:00.001Z' })).toEqual(['event']);
  });

  test('counts what is older than what is asked for, up to a number', () => {
    for (const id of ['a', 'b', 'c', 'd']) append(id);
    expect(readEventLog(dir, { last: 1, countsMore: 10 })).toMatchObject({
      entries: [{ traceId: 'd' }],
      more: 3,
    });
    expect(readEventLog(dir, { last: 1, countsMore: 2 }).more).toBe(2);
    expect(readEventLog(dir, { last: 1 }).more).toBe(0);
  });

  test('of nothing is empty', () => {
    expect(readEventLog(join(dir, 'missing'))).toEqual({ entries: [], more: 0, skipped: 0 });
  });

  test('puts lines together that the chunks of a large file cut', () => {
    const ids = Array.from({ length: 60 }, (_, index) => String(index));
    for (const id of ids) append(id, 0, 'é'.repeat(Number(id) * 100));
    append('huge', 0, 'x'.repeat(300_000));
    expect(traces()).toEqual(['huge', ...ids.reverse()]);
    expect(readEventLog(dir).entries.at(-2)).toMatchObject({ reason: 'é'.repeat(100) });
  });

  test('skips and counts what is torn or not ours, and keeps the rest', () => {
    writeFileSync(join(dir, file), '\n');
    append('a');
    appendFileSync(
      join(dir, file),
      '{"schema":"other/1","traceId":"x"}\nplain text\n[]\n\n{"schema":"hookmd.trace/1"}\n',
    );
    append('b');
    appendFileSync(join(dir, file), `${'y'.repeat(2 * 1024 * 1024)}\n`);
    append('c');
    appendFileSync(join(dir, file), JSON.stringify(record('torn')).slice(0, 50));
    append('after a torn line');
    const { entries, skipped } = readEventLog(dir);
    expect(entries.map(({ traceId }) => traceId)).toEqual(['after a torn line', 'c', 'b', 'a']);
    expect(skipped).toBe(5);
  });

  test('passes over other records of ours without counting them', () => {
    append('a');
    appendRecord(dir, { schema: 'hookmd.late/1', traceId: 'a' }, today);
    expect(readEventLog(dir)).toMatchObject({ entries: [{ traceId: 'a' }], skipped: 0 });
  });

  test('of a file cut at any byte never throws and loses only the cut line', () => {
    append('a');
    append('b');
    const whole = readFileSync(join(dir, file));
    const first = whole.indexOf('\n') + 1;
    for (let size = whole.length - 1; size >= 0; size -= 1) {
      truncateSync(join(dir, file), size);
      const expected = [...(size >= whole.length - 1 ? ['b'] : []), ...(size >= first - 1 ? ['a'] : [])];
      expect([size, traces()]).toEqual([size, expected]);
    }
  });

  test('waits for no pipe', () => {
    append('a', 1);
    execFileSync('mkfifo', [join(dir, file)]);
    expect(traces()).toEqual(['a']);
  });
});
