import { usage } from './usage.ts';

const unitMs: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 24 * 3_600_000,
  w: 7 * 24 * 3_600_000,
};

/** `2h`, `3d`, a date or an ISO time, both local where they name no zone, as a time in ms. Throws USAGE. */
export function parseSince(text: string, now: number): number {
  const [, count, unit = ''] = /^(\d+(?:\.\d+)?)([smhdw])$/.exec(text.trim()) ?? [];
  if (count !== undefined) return Math.max(0, now - Number(count) * (unitMs[unit] ?? 0));
  // A date alone would be read as UTC, and the user means midnight in local time.
  const isDate = /^\d{4}-\d\d-\d\d$/.test(text.trim());
  const isTime = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(text.trim());
  const time = isDate || isTime ? Date.parse(isDate ? `${text.trim()}T00:00` : text.trim()) : Number.NaN;
  if (Number.isNaN(time))
    throw usage(`"${text}" is no time`, 'Write `2h`, `3d`, `2026-11-20` or an ISO time.');
  return time;
}
