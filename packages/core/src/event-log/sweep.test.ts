import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeRecord } from './record.fixture.ts';
import { appendRecord } from './record.ts';
import { sweepEventLog } from './sweep.ts';

const DAY_MS = 24 * 3_600_000;
const today = new Date('2026-11-20T12:00:00Z');
const file = '2026-11-20.jsonl';

let stateDir: string;
let dir: string;
beforeEach(() => {
  stateDir = mkdtempSync(join(tmpdir(), 'hookmd-sweep-'));
  dir = join(stateDir, 'event-log');
});
afterEach(() => rmSync(stateDir, { recursive: true, force: true }));

const append = (traceId: string, daysAgo = 0, reason: string | null = null): void => {
  const record = makeRecord({ traceId, reason });
  expect(appendRecord(dir, record, new Date(today.getTime() - daysAgo * DAY_MS))).toBeNull();
};

describe('sweeping', () => {
  test('removes days that are too old', () => {
    for (const days of [0, 13, 14, 15, 400]) append('a', days);
    writeFileSync(join(dir, 'notes.txt'), '');
    expect([...sweepEventLog(stateDir, 14, 1e9, today)].sort()).toEqual([
      '2025-10-16.jsonl',
      '2026-11-05.jsonl',
    ]);
    expect(readdirSync(dir)).toEqual(['2026-11-06.jsonl', '2026-11-07.jsonl', file, 'notes.txt']);
  });

  test('removes the oldest until the rest is small enough, never today', () => {
    for (const days of [0, 1, 2, 3]) append('a', days, 'x'.repeat(1000));
    expect([...sweepEventLog(stateDir, 14, 3000, today)].sort()).toEqual([
      '2026-11-17.jsonl',
      '2026-11-18.jsonl',
    ]);
    expect(sweepEventLog(stateDir, 14, 0, today)).toEqual(['2026-11-19.jsonl']);
    expect(readdirSync(dir)).toEqual([file]);
  });

  test('of a missing event log does nothing', () => {
    expect(sweepEventLog(stateDir, 14, 0)).toEqual([]);
  });
});
