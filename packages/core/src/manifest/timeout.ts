import { describeFound, type IssueList } from '../yaml/issue-list.ts';
import { manifestKeys, type RawManifest } from './keys.ts';

/** A hook in the background may take its time, but not for ever. */
const MAX_ASYNC_TIMEOUT_MS = 3_600_000;

/** A number this big without a unit was most likely copied from a setting in milliseconds. */
const LOOKS_LIKE_MILLISECONDS = { timeout: 1_000, asyncTimeout: 10_000 } as const;

/** The hook's own timeout, clamped to the longest of its protocol; null = none given, or an error (A8, K-11). */
export function readTimeoutMs(
  raw: Partial<RawManifest>,
  longestMs: number,
  issues: IssueList,
): number | null {
  const { timeout, timeout_ms: alias } = raw;
  const ownTimeout = timeout === undefined ? null : readTime('timeout', timeout, longestMs, issues);
  const aliased = alias === undefined ? null : readTime('timeout_ms', alias / 1_000, longestMs, issues);
  if (ownTimeout !== null && aliased !== null && ownTimeout !== aliased) {
    const detail = `they are ${formatDuration(ownTimeout)} and ${formatDuration(aliased)}`;
    issues.add(
      'MANIFEST_CONFLICT',
      { first: 'timeout', second: 'timeout_ms', detail },
      ['timeout_ms'],
      'key',
    );
  }
  return ownTimeout ?? aliased;
}

export function readAsyncTimeoutMs({ asyncTimeout }: Partial<RawManifest>, issues: IssueList): number | null {
  return asyncTimeout === undefined
    ? null
    : readTime('asyncTimeout', asyncTimeout, MAX_ASYNC_TIMEOUT_MS, issues);
}

function readTime(
  key: 'timeout' | 'timeout_ms' | 'asyncTimeout',
  value: number | string,
  maxMs: number,
  issues: IssueList,
): number | null {
  const milliseconds = parseDurationMs(value);
  const shown = key === 'timeout_ms' ? Number(value) * 1_000 : value;
  if (milliseconds === null) {
    const detail = 'it is not a time above zero';
    issues.add(
      'MANIFEST_VALUE',
      { key, found: describeFound(shown), detail, example: manifestKeys[key].example },
      [key],
    );
    return null;
  }
  if (milliseconds > maxMs) {
    const parameters = { key, found: formatDuration(milliseconds), used: formatDuration(maxMs) };
    issues.add('MANIFEST_CLAMPED', parameters, [key]);
  }
  const seconds = typeof value === 'number' || /^\s*\d+\s*$/.test(value) ? Number(value) : 0;
  if (key !== 'timeout_ms' && seconds >= LOOKS_LIKE_MILLISECONDS[key])
    issues.add('MANIFEST_TIMEOUT_UNIT', { key, found: seconds }, [key]);
  return Math.min(milliseconds, maxMs);
}

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
