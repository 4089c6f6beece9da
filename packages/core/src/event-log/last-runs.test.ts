import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { HookRun } from '../events/outcome.ts';
import { readLastRuns } from './last-runs.ts';
import { makeRecord, makeRun } from './record.fixture.ts';
import { appendRecord } from './record.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'hookmd-runs-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const at = (minute: number): string => new Date(Date.UTC(2026, 10, 20, 0, minute)).toISOString();
const ms = (minute: number): number => Date.parse(at(minute));
const append = (minute: number, run: HookRun, facts = {}): void => {
  const record = makeRecord({ time: at(minute), traceId: `t${minute}`, hooks: [run], ...facts });
  expect(appendRecord(dir, record, new Date(record.time))).toBeNull();
};
const lastRun = (name = 'user/a', project = '/p'): unknown => readLastRuns(dir, project)(name);

describe('the last run', () => {
  test.each<[string, Partial<HookRun>, string | null]>([
    ['a block', { outcome: 'blocking' }, 'blocked'],
    ['a stop of the agent', { outcome: 'blocking', halts: true }, 'stopped'],
    ['an agent sent back', { sendsBack: true, changed: ['x'] }, 'sent back'],
    ['a failure', { outcome: 'non_blocking_error', cause: 'EXIT' }, 'failed'],
    ['a time limit', { outcome: 'canceled', cause: 'TIMEOUT' }, 'failed'],
    ['a canceled run', { outcome: 'canceled', cause: 'ABORTED' }, 'canceled'],
    ['a change', { changed: ['command'] }, 'changed'],
    ['nothing', {}, 'ok'],
    ['not being asked', { outcome: 'skipped', cause: 'NO_MATCH' }, null],
  ])('of %s is said in one word', (_, facts, outcome) => {
    const run = makeRun('user/a', facts);
    append(1, run);
    const expected = { timeMs: ms(1), outcome, event: 'PreToolUse', traceId: 't1', durationMs: 1, run };
    expect(lastRun()).toEqual(outcome === null ? null : expected);
  });

  test('is the one that was recorded last, and of two in one dispatch the worse', () => {
    append(3, makeRun('user/a', { outcome: 'blocking' }));
    append(5, makeRun('user/a'));
    expect(lastRun()).toMatchObject({ timeMs: ms(5), outcome: 'ok' });
    append(6, makeRun('user/a'), {
      hooks: [
        makeRun('user/a', { changed: ['x'] }),
        makeRun('user/a', { phase: 'recheck', durationMs: null }),
      ],
    });
    expect(lastRun()).toMatchObject({ timeMs: ms(6), outcome: 'changed' });
  });

  test('of a hook of a project is that in this project', () => {
    append(1, makeRun('project/a'), { projectDir: '/p' });
    expect([lastRun('project/a', '/p'), lastRun('project/a', '/q')]).toMatchObject([{ outcome: 'ok' }, null]);
  });

  test('may have come late', () => {
    append(1, makeRun('user/a'));
    const { traceId, spanId, parentSpanId, event, projectDir } = makeRecord();
    const background = { traceId, spanId, parentSpanId, event, projectDir, time: at(2) };
    const hooks = [makeRun('user/a', { outcome: 'blocking' })];
    const record = { schema: 'hookmd.late/1', ...background, hooks };
    appendRecord(dir, record, new Date(at(2)));
    expect(lastRun()).toMatchObject({ timeMs: ms(2), outcome: 'blocked' });
  });

  test('is not searched for beyond the newest 4 MB', () => {
    append(1, makeRun('user/a'));
    for (let minute = 2; minute < 7; minute += 1)
      append(minute, makeRun('user/b', { reason: 'x'.repeat(900_000) }));
    expect([lastRun('user/a'), lastRun('user/b')]).toMatchObject([null, { timeMs: ms(6) }]);
  });

  test('is found in days before, and behind torn lines and runs without their fields', () => {
    append(1, makeRun('user/a'));
    const odd = { ...makeRecord(), hooks: [{ qualifiedName: 'user/b', outcome: 'success' }] };
    appendFileSync(join(dir, '2026-11-21.jsonl'), `${JSON.stringify(odd)}\n{"schema":"hookmd.tr`);
    expect([lastRun('user/a'), lastRun('user/b')]).toMatchObject([{ timeMs: ms(1) }, null]);
  });

  test('of a missing event log is none', () => {
    expect(readLastRuns(join(dir, 'missing'), '/')('user/a')).toBeNull();
  });
});
