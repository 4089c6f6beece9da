import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { appendRecord } from './append.ts';
import { readJournal, sweepJournal } from './read.ts';
import type { JournalRecord } from './record.ts';

const DAY_MS = 24 * 3_600_000;
const today = new Date('2026-11-20T12:00:00Z');
const file = '2026-11-20.jsonl';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'hookmd-journal-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

function record(traceId: string, reason: string | null = null): JournalRecord {
  return {
    schema: 'hookmd.trace/1',
    traceId,
    spanId: 'b',
    parentSpanId: null,
    time: today.toISOString(),
    event: 'PreToolUse',
    eventId: 'e',
    sessionId: 's',
    agent: 'a',
    projectDir: '/',
    tool: null,
    decision: 'none',
    reason,
    hooks: [],
    dropped: [],
    failedOpen: [],
    cost: null,
    durationMs: 1,
  };
}
const append = (traceId: string, daysAgo = 0, reason: string | null = null): void => {
  expect(appendRecord(dir, record(traceId, reason), new Date(today.getTime() - daysAgo * DAY_MS))).toBeNull();
};
const traces = (query = {}): string[] => readJournal(dir, query).records.map(({ traceId }) => traceId);

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
    expect(traces({ traceId: '4bf' })).toEqual(['4bfa', '4bf9']);
    expect(traces({ traceId: '4bf', last: 1 })).toEqual(['4bfa']);
    expect(traces({ traceId: 'ffff' })).toEqual([]);
  });

  test('of nothing is empty', () => {
    expect(readJournal(join(dir, 'missing'))).toEqual({ records: [], skipped: 0 });
  });

  test('puts lines together that the chunks of a large file cut', () => {
    const ids = Array.from({ length: 60 }, (_, index) => String(index));
    for (const id of ids) append(id, 0, 'é'.repeat(Number(id) * 100));
    append('huge', 0, 'x'.repeat(300_000));
    expect(traces()).toEqual(['huge', ...ids.reverse()]);
    expect(readJournal(dir).records.at(-2)?.reason).toBe('é'.repeat(100));
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
    const { records, skipped } = readJournal(dir);
    expect(records.map(({ traceId }) => traceId)).toEqual(['after a torn line', 'c', 'b', 'a']);
    expect(skipped).toBe(5);
  });

  test('passes over other records of ours without counting them', () => {
    append('a');
    appendRecord(dir, { schema: 'hookmd.late/1', traceId: 'a' }, today);
    expect(readJournal(dir)).toMatchObject({ records: [{ traceId: 'a' }], skipped: 0 });
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

describe('sweeping', () => {
  test('removes days that are too old', () => {
    for (const days of [0, 13, 14, 15, 400]) append('a', days);
    writeFileSync(join(dir, 'notes.txt'), '');
    expect([...sweepJournal(dir, 14, 1e9, today)].sort()).toEqual(['2025-10-16.jsonl', '2026-11-05.jsonl']);
    expect(readdirSync(dir)).toEqual(['2026-11-06.jsonl', '2026-11-07.jsonl', file, 'notes.txt']);
  });

  test('removes the oldest until the rest is small enough, never today', () => {
    for (const days of [0, 1, 2, 3]) append('a', days, 'x'.repeat(1000));
    expect([...sweepJournal(dir, 14, 3000, today)].sort()).toEqual(['2026-11-17.jsonl', '2026-11-18.jsonl']);
    expect(sweepJournal(dir, 14, 0, today)).toEqual(['2026-11-19.jsonl']);
    expect(readdirSync(dir)).toEqual([file]);
  });

  test('of a missing journal does nothing', () => {
    expect(sweepJournal(join(dir, 'missing'), 14, 0)).toEqual([]);
  });
});
