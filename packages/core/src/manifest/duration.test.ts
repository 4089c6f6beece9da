import { describe, expect, it } from 'vitest';
import { formatDuration, parseDurationMs } from './timeout.ts';

describe('a time', () => {
  it.each([
    [1, 1_000],
    [0.5, 500],
    ['1s', 1_000],
    ['30', 30_000],
    ['500ms', 500],
    ['2m', 120_000],
    ['1h', 3_600_000],
    ['1.5s', 1_500],
    [' 5 s ', 5_000],
  ])('%j is %d ms', (text, milliseconds) => {
    expect(parseDurationMs(text)).toBe(milliseconds);
  });

  it.each([
    0,
    -1,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    0.0001,
    1e300,
    '',
    '0s',
    '-5s',
    '5 days',
    's',
    '1e3',
    '5S',
    '٣s',
  ])('is not %j', (text) => expect(parseDurationMs(text)).toBeNull());

  it('is shown as it can be written', () => {
    for (const milliseconds of [1, 999, 1_000, 1_500, 120_000]) {
      expect(parseDurationMs(formatDuration(milliseconds))).toBe(milliseconds);
    }
  });
});
