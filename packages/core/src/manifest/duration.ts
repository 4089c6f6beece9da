const UNITS_MS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/**
 * Milliseconds of a time as people write it: a number of seconds, or text such as `500ms`, `5s`, `2m`.
 *
 * Null for anything else, and for what is not above zero.
 */
export function parseDurationMs(value: number | string): number | null {
  const seconds = typeof value === 'number' ? value : null;
  if (seconds !== null) return toMilliseconds(seconds, 1_000);
  const match = /^(\d{1,9}(?:\.\d{1,9})?) ?(ms|s|m|h)?$/.exec(String(value).trim());
  return match === null ? null : toMilliseconds(Number(match[1]), UNITS_MS[match[2] ?? 's'] ?? 1_000);
}

function toMilliseconds(amount: number, unitMs: number): number | null {
  const milliseconds = Math.round(amount * unitMs);
  return Number.isSafeInteger(milliseconds) && milliseconds > 0 ? milliseconds : null;
}

/** `90s`, `1.5s`, `500ms`: how a time is shown, in a spelling that can be written in a manifest. */
export function formatDuration(milliseconds: number): string {
  return milliseconds < 1_000 ? `${milliseconds}ms` : `${milliseconds / 1_000}s`;
}
