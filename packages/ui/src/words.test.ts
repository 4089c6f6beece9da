import type { HookRun } from '@hookmd/core/events';
import { makeRun } from '@hookmd/core/testing';
import { counted } from '@hookmd/core/text';
import { dispatchText, durationText, runText, unlessOnlyWho } from '@hookmd/ui/words';
import { expect, it } from 'vitest';

const run = makeRun('user/guard');
const blocking: HookRun = { ...run, outcome: 'blocking' };

it.each<[string, Partial<HookRun>, string]>([
  ['a run that was called off', { outcome: 'canceled', cause: 'ABORTED', reason: 'canceled' }, 'canceled'],
  ['a run without an objection that is only watched', { enforcement: 'warn' }, 'no decision (mode warn)'],
  [
    'a block that is only watched',
    { enforcement: 'audit', outcome: 'blocking', reason: 'no' },
    'would block: no (mode audit)',
  ],
])('%s is said once, and with what was there to be applied', (_, facts, text) => {
  expect(runText({ ...run, ...facts }, { isEnded: false })).toBe(text);
});

it('a reason that says nothing but who blocked is none beside it', () => {
  const item = { ...blocking, name: 'other', qualifiedName: 'user/other' };
  expect(unlessOnlyWho('blocked by guard\nblocked by other', [blocking, item])).toBeNull();
  expect(unlessOnlyWho('blocked by guard\nno', [blocking, { ...item, reason: 'no' }])).toMatch(/no$/);
  // Its own words, whatever they are.
  expect(unlessOnlyWho('blocked by guard', [{ ...blocking, reason: 'blocked by guard' }])).not.toBeNull();
  expect(unlessOnlyWho(null, [])).toBeNull();
});

it('one is counted as one, and more in the plural', () => {
  expect([counted(1, 'settings entry'), counted(2, 'settings entry'), counted(0, 'key')]).toEqual([
    '1 settings entry',
    '2 settings entries',
    '0 keys',
  ]);
});

it('a time is as wide as a column for times whatever it is rounded to', () => {
  expect([9.94, 9.96, 999.4, 999.6].map(durationText)).toEqual(['9.9 ms', '10 ms', '999 ms', '1.0 s']);
});

it('a block by a failure names the hooks that decided, not others that failed', () => {
  const failed = { outcome: 'non_blocking_error', cause: 'EXIT' } as const;
  const hooks = ['required', 'optional'].map((name) => ({
    ...run,
    ...failed,
    name,
    qualifiedName: `user/${name}`,
  }));
  const record = { decision: 'block', decidedBy: ['user/required'], failedOpen: [], hooks } as const;
  expect(dispatchText(record)).toBe('blocked because required failed');
});
