import type { EventLogRecord } from '@hookmd/core/event-log';
import type { HookRun } from '@hookmd/core/events';
import { makeRun } from '@hookmd/core/testing';
import { describe, expect, it } from 'vitest';
import { failingNow, groupRuns, isSlow, statsOf } from './hook-stats.ts';

const record: EventLogRecord = {
  schema: 'hookmd.trace/1',
  traceId: 'a',
  spanId: 'b',
  parentSpanId: null,
  time: '2026-11-20T12:00:00.000Z',
  event: 'PreToolUse',
  eventId: 'e',
  sessionId: 's',
  agent: 'codex',
  projectDir: '/',
  tool: null,
  decision: 'none',
  reason: null,
  hooks: [],
  dropped: [],
  failedOpen: [],
  cost: null,
  durationMs: 1,
};
const guard = { qualifiedName: 'user/guard', source: 'user', path: null };

function eventsOf(
  runs: readonly Partial<HookRun>[],
  facts: Partial<EventLogRecord> = {},
  name: string = guard.qualifiedName,
): readonly EventLogRecord[] {
  return runs.map((run) => ({ ...record, ...facts, hooks: [makeRun(name, run)] }));
}

const failed = { outcome: 'non_blocking_error', cause: 'EXIT' } as const;

describe('the numbers of a hook', () => {
  it('count its runs, and of them those that blocked and those that failed', () => {
    const events = eventsOf([
      {},
      { outcome: 'blocking' },
      { outcome: 'blocking', enforcement: 'warn' },
      failed,
      { outcome: 'canceled', cause: 'TIMEOUT' },
      { outcome: 'canceled', cause: 'ABORTED' },
      { outcome: 'skipped', cause: 'NO_MATCH' },
    ]);
    expect(statsOf(guard, groupRuns(events))).toMatchObject({ runs: 5, blocked: 1, failed: 2 });
  });

  it('have the time within which half of the runs ended, and 95 % of them', () => {
    const events = eventsOf(Array.from({ length: 100 }, (_, at) => ({ durationMs: 100 - at })));
    expect(statsOf(guard, groupRuns(events))).toMatchObject({ p50Ms: 50, p95Ms: 95 });
    expect(statsOf(guard, groupRuns(eventsOf([{ durationMs: 7 }])))).toMatchObject({ p50Ms: 7, p95Ms: 7 });
    expect(statsOf(guard, new Map())).toMatchObject({ runs: 0, p50Ms: null, p95Ms: null });
  });

  it('keep the latest 40 runs and the latest failure, newest first', () => {
    const runs = [{ durationMs: 1 }, { ...failed, durationMs: 2 }, { ...failed, durationMs: 3 }];
    const { recent, lastFailure } = statsOf(guard, groupRuns(eventsOf([...runs, ...Array(60).fill({})])));
    expect(recent).toHaveLength(40);
    expect(recent[0]?.run.durationMs).toBe(1);
    expect(lastFailure?.run.durationMs).toBe(2);
  });

  it('of a hook of a project are those of that project', () => {
    const hook = {
      qualifiedName: 'project/guard',
      source: 'project',
      path: '/a/.hookmd/hooks/guard/HOOK.md',
    };
    const events = [
      ...eventsOf([{}, {}], { projectDir: '/a' }, 'project/guard'),
      ...eventsOf([{}], { projectDir: '/ab' }, 'project/guard'),
    ];
    expect(statsOf(hook, groupRuns(events)).runs).toBe(2);
  });
});

it('a hook is slow above one second, and above half of its timeout', () => {
  const at = (durationMs: number, timeoutMs: number | null): boolean =>
    isSlow(statsOf(guard, groupRuns(eventsOf([{ durationMs }]))), timeoutMs);
  expect([at(1001, 60_000), at(1000, 60_000), at(600, 1000), at(500, 1000), at(900, null)]).toEqual([
    true,
    false,
    true,
    false,
    false,
  ]);
});

it('a hook fails now if its latest run failed', () => {
  expect(failingNow(groupRuns(eventsOf([failed, {}])))).toBe('user/guard');
  expect(failingNow(groupRuns(eventsOf([{}, failed])))).toBe('');
});
