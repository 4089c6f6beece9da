import { isJsonObject } from '../protocol/json.ts';
import { tokenFormats } from './token-formats.ts';

/** Values shorter than this are left alone: replacing every "a" would hide more than it protects. */
const SHORTEST_SECRET = 4;

const patterns = tokenFormats.map((format) => new RegExp(format.pattern, 'g'));

/** Makes a function that replaces every known token format and every removed value by `[redacted]`. */
export function makeRedactor(removed: readonly string[]): (text: string) => string {
  const secrets = [...new Set(removed)]
    .filter((value) => value.length >= SHORTEST_SECRET)
    .sort((a, b) => b.length - a.length);
  return (text) => {
    let clean = text;
    for (const secret of secrets) clean = clean.replaceAll(secret, '[redacted]');
    for (const pattern of patterns) clean = clean.replace(pattern, '[redacted]');
    return clean;
  };
}

/** Applies a redactor to every string of a JSON value; keys stay. */
export function redactDeep(value: unknown, redact: (text: string) => string): unknown {
  if (typeof value === 'string') return redact(value);
  if (Array.isArray(value)) return value.map((item) => redactDeep(item, redact));
  if (isJsonObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, redactDeep(item, redact)]));
  }
  return value;
}
