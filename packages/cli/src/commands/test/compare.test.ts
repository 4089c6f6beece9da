import { describe, expect, it } from 'vitest';
import { compareValues } from './compare.ts';

describe('compareValues', () => {
  it('finds equal values equal, whatever the order of keys', async () => {
    expect(await compareValues('input', { a: 1, b: [null, 'x'] }, { b: [null, 'x'], a: 1 })).toEqual([]);
  });

  it('names each place that differs, and what is missing or too much', async () => {
    expect(await compareValues('input', { a: 1, b: { c: [1, 2] } }, { b: { c: [1, 3] }, d: null })).toEqual([
      { key: 'input.a', expected: 1, found: undefined },
      { key: 'input.b.c[1]', expected: 2, found: 3 },
      { key: 'input.d', expected: undefined, found: null },
    ]);
    expect(await compareValues('context', ['a'], ['a', 'b'])).toEqual([
      { key: 'context', expected: ['a'], found: ['a', 'b'] },
    ]);
  });

  it.each([
    ['/b+c/', 'abbcd', true],
    ['/^b/', 'abc', false],
    ['/c$/', 'a\nbc', true],
    ['/x|a/', 'cab', true],
    ['/tmp/', '/tmp/', true],
    ['/5/', 5, false],
    ['//', 'a', false],
    ['/(a*)*b/', 'a'.repeat(50_000), false],
  ])('%s against %j: %s', async (expected, found, isSame) => {
    expect((await compareValues('reason', expected, found)).length === 0).toBe(isSame);
  });
});
