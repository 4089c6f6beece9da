import { usage } from './usage.ts';

/** `2s`, `500ms`, or seconds, in milliseconds. Throws USAGE. */
export function parseDuration(text: string): number {
  const match = /^(\d+(?:\.\d+)?)(ms|s|m)?$/.exec(text.trim());
  const scale = { ms: 1, s: 1000, m: 60_000 }[match?.[2] ?? 's'];
  if (match === null || scale === undefined)
    throw usage(`"${text}" is no time`, 'Write `2s`, `500ms` or seconds.');
  return Number(match[1]) * scale;
}
