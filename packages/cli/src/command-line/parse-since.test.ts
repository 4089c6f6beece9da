import { expect, test } from 'vitest';
import { parseSince } from './parse-since.ts';

const now = new Date('2026-11-20T12:00:00').getTime();

test.each([
  ['90s', now - 90_000],
  ['2h', now - 7_200_000],
  ['1.5d', now - 129_600_000],
  ['2026-11-19', new Date(2026, 10, 19).getTime()],
  ['2026-11-19 10:30', new Date(2026, 10, 19, 10, 30).getTime()],
  ['2026-11-19T10:30:00Z', Date.UTC(2026, 10, 19, 10, 30)],
])('%s is a time', (text, time) => expect(parseSince(text, now)).toBe(time));

test.each(['', '2', 'soon', '2y', '2026-13-01', '2026-02-31T25:00', '-2h', '1e99d'])('%j is none', (text) => {
  expect(() => parseSince(text, now)).toThrow('is no time');
});

test('further back than time goes is the beginning', () => {
  expect(parseSince('99999999999w', now)).toBe(0);
});
