import { isJsonObject } from '../events/json.ts';
import { redactTokens } from './token-formats.ts';

/** Values shorter than this are left alone: replacing every "a" would hide more than it protects. */
const SHORTEST_SECRET = 4;

/** Colours and other sequences inside a secret would hide it from every pattern. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the escape character is what begins them
const SEQUENCES = /\u001b\[[0-?]{0,32}[ -/]{0,8}[@-~]/g;

/** Makes a function that replaces every known token format and every removed value by `[redacted]`. */
export function makeRedactor(removed: readonly string[]): (text: string) => string {
  const secrets = [...new Set(removed)]
    .filter((value) => value.length >= SHORTEST_SECRET)
    .sort((a, b) => b.length - a.length);
  return (text) => {
    let clean = text.replace(SEQUENCES, '');
    for (const secret of secrets) clean = clean.replaceAll(secret, '[redacted]');
    return redactTokens(clean);
  };
}

/** Applies a redactor to every string of a JSON value, keys too. */
export function redactDeep(value: unknown, redact: (text: string) => string): unknown {
  if (typeof value === 'string') return redact(value);
  if (Array.isArray(value)) return value.map((item) => redactDeep(item, redact));
  if (isJsonObject(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [redact(key), redactField(key, item, redact)]),
    );
  }
  return value;
}

/** A format that goes by a name (`SecretAccessKey`) finds it in front of the value, where JSON has it in the key. */
function redactField(key: string, value: unknown, redact: (text: string) => string): unknown {
  if (typeof value !== 'string') return redactDeep(value, redact);
  const head = `${key}=`;
  const clean = redact(head + value);
  return clean.startsWith(head) ? clean.slice(head.length) : redact(value);
}
