import { expect, test } from 'vitest';
import { describeAgo } from './ago.ts';

const local = (text: string): number => new Date(text).getTime();

test.each([
  ['2026-11-20T12:00:00', '2026-11-20T12:00:30', 'just now'],
  ['2026-11-20T12:00:40', '2026-11-20T12:00:30', 'just now'],
  ['2026-11-20T12:00:00', '2026-11-20T12:02:59', '2m ago'],
  ['2026-11-20T12:00:00', '2026-11-20T17:59:00', '5h ago'],
  ['2026-11-20T00:30:00', '2026-11-21T23:00:00', 'yesterday'],
  ['2026-11-19T18:00:00', '2026-11-21T10:00:00', '1d ago'],
  ['2026-11-18T12:00:00', '2026-11-21T12:00:00', '3d ago'],
])('%s at %s is %s', (time, now, words) => expect(describeAgo(local(time), local(now))).toBe(words));
