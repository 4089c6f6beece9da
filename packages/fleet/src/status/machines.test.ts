import { describe, expect, it } from 'vitest';
import { machineRows } from './machines.ts';

const now = new Date('2026-11-27T12:00:00Z');
const report = (state: Readonly<Record<string, unknown>>, received = now) => ({
  machine: 'a'.repeat(32),
  received,
  state: { schema: 'hookmd.machine/1', host: 'h', user: 'u', agents: [], ...state },
});
const release = (number: number, ring = 'all', expires = '2026-12-01T00:00:00Z') => ({
  release: { release: number, ring, expires },
});
const problemsOf = (state: Readonly<Record<string, unknown>>, published?: ReadonlyMap<string, number>) =>
  machineRows([report(state)], now, published)[0]?.problems;

describe('the rows of machines', () => {
  it.each<[string, Readonly<Record<string, unknown>>, readonly string[]]>([
    ['nothing', release(7), []],
    ['a release that has expired', release(7, 'all', '2026-11-26T00:00:00Z'), ['its release has expired']],
    [
      'a pull that failed',
      { pullProblem: 'RELEASE_ROLLBACK at 2026-11-27T11:00:00Z' },
      ['its last pull failed: RELEASE_ROLLBACK at 2026-11-27T11:00:00Z'],
    ],
    [
      'a hook that does not run',
      { hooks: [{ name: 'managed/x', state: 'failing' }] },
      ['managed/x is failing'],
    ],
    ['an agent', { agents: [{ name: 'codex', attached: false }] }, ['codex is not attached']],
    [
      'its log',
      { sinks: { nats: { notes: { 'log-edited': 2 }, dropped: 3 }, otlp: { notes: { 'log-edited': 1 } } } },
      ['its event log was edited, 2 times', '3 events were dropped before they were sent'],
    ],
    ['its receiver', { sinks: { otlp: { problem: 'gone' } } }, ['otlp: gone']],
  ])('name what is wrong with %s', (_, state, problems) => {
    expect(problemsOf(state)).toEqual(problems);
  });

  it('compare with what is published, also where no machine has it', () => {
    const published = new Map([['all', 9]]);
    expect(problemsOf(release(7), published)).toEqual(['its release 7 is not the newest, 9']);
    expect(problemsOf(release(9), published)).toEqual([]);
    const both = machineRows([report(release(7)), report(release(8))], now);
    expect(both.flatMap(({ problems }) => problems)).toEqual(['its release 7 is not the newest, 8']);
  });

  it('name a machine that is silent for a day', () => {
    const [row] = machineRows([report({}, new Date('2026-11-26T11:00:00Z'))], now);
    expect(row?.problems).toEqual(['silent since 2026-11-26T11:00Z']);
  });

  it.each([null, 'text', 3, [], { agents: 'x', sinks: [1], release: 'y', hooks: [null] }])(
    'are made of anything: %j',
    (state) => {
      expect(machineRows([{ machine: 'a'.repeat(32), state, received: now }], now)).toHaveLength(1);
    },
  );
});
