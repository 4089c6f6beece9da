const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** How long ago a time was, in the largest unit: `2m ago`, `5h ago`, `yesterday`, `3d ago`. Both in ms since 1970. */
export function describeAgo(time: number, now: number): string {
  const age = now - time;
  if (age < MINUTE_MS) return 'just now';
  if (age < HOUR_MS) return `${Math.floor(age / MINUTE_MS)}m ago`;
  if (age < DAY_MS) return `${Math.floor(age / HOUR_MS)}h ago`;
  const days = Math.max(1, Math.floor(age / DAY_MS));
  return days === 1 && isYesterday(time, now) ? 'yesterday' : `${days}d ago`;
}

/** By the local calendar; only where it is available, because it loads the time zones. */
function isYesterday(time: number, now: number): boolean {
  const day = new Date(now);
  day.setDate(day.getDate() - 1);
  return new Date(time).toDateString() === day.toDateString();
}
