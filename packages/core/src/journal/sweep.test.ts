import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { appendRecord } from './append.ts';
import { readLastRuns } from './last-runs.ts';
import { makeRecord, makeRun } from './record.fixture.ts';
import { sweepJournal } from './sweep.ts';

const DAY_MS = 24 * 3_600_000;
const today = new Date('2026-11-20T12:00:00Z');
const file = '2026-11-20.jsonl';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'hookmd-journal-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const append = (traceId: string, daysAgo = 0, reason: string | null = null): void => {
  const record = makeRecord({ traceId, reason });
  expect(appendRecord(dir, record, new Date(today.getTime() - daysAgo * DAY_MS))).toBeNull();
};

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

  test('remembers when hooks ran last', () => {
    const ran = makeRecord({ time: '2026-11-01T00:00:00.000Z', hooks: [makeRun('user/guard')] });
    appendRecord(dir, ran, new Date('2026-11-01T00:00:00Z'));
    append('b');
    expect(sweepJournal(dir, 14, 1e9, today)).toEqual(['2026-11-01.jsonl']);
    expect(readLastRuns(dir, '/').of('user/guard')).toMatchObject({
      timeMs: Date.parse(ran.time),
      outcome: 'ok',
    });
  });

  test('removes nothing whose last runs cannot be kept', () => {
    appendRecord(dir, makeRecord({ hooks: [makeRun('user/guard')] }), new Date('2026-11-01T00:00:00Z'));
    mkdirSync(join(dir, 'last-runs', 'index.json'), { recursive: true });
    expect(sweepJournal(dir, 14, 1e9, today)).toEqual([]);
    expect(readdirSync(dir)).toContain('2026-11-01.jsonl');
  });
});
