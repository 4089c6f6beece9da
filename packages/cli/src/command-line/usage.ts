import { didYouMean, HookError } from '@hookmd/core/errors';

/** The error of a wrong call: the problem, without a period, and how to write it. */
export function usage(detail: string, fix: string): HookError {
  return new HookError('USAGE', { detail: `${detail}.`, fix });
}

/** A value that must be one of the listed words. Throws USAGE with the nearest. */
export function wordOf<T extends string>(value: string, allowed: readonly T[], label: string): T {
  const found = allowed.find((word) => word === value);
  if (found !== undefined) return found;
  throw usage(`${label} cannot be "${value}"`, `${didYouMean(value, allowed)}Use ${allowed.join(', ')}.`);
}

/** `2s`, `500ms`, or seconds, in milliseconds. Throws USAGE. */
export function parseDuration(text: string): number {
  const match = /^(\d+(?:\.\d+)?)(ms|s|m)?$/.exec(text.trim());
  const scale = { ms: 1, s: 1000, m: 60_000 }[match?.[2] ?? 's'];
  if (match === null || scale === undefined)
    throw usage(`"${text}" is no time`, 'Write `2s`, `500ms`, `5m` or seconds.');
  return Number(match[1]) * scale;
}
