import type { JsonValue } from '@hookmd/sdk';
import { findTokens } from './token-formats.generated.ts';

/**
 * Invisible text inside or before a token: colors and other terminal sequences, characters without width, and escapes of
 * JSON or code (`\n`).
 */
const unseen =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: terminal sequences contain them
  /\u001b\[[0-9;:?]{0,40}[ -/]{0,4}[@-~]|\u001b[()][A-Z0-9]|\\{1,8}(?:[nrt]|u001b\[[0-9;]{0,40}m|x1b\[[0-9;]{0,40}m)|[\u00ad\u200b-\u200f\u2060\ufeff]+/g;

interface Redacted {
  readonly value: JsonValue;
  /** How many secrets were replaced. */
  readonly found: number;
  /** Whether the name of a field is a secret, which cannot be replaced. */
  readonly hasSecretKey: boolean;
}

/** The same value with every known token in its strings replaced by `[redacted:NAME]`. */
export function redactJson(given: JsonValue): Redacted {
  let found = 0;
  let hasSecretKey = false;
  const redact = (value: JsonValue, key = ''): JsonValue => {
    if (typeof value === 'string') {
      const { text, count } = redactValue(key, value);
      found += count;
      return text;
    }
    if (Array.isArray(value)) return value.map((item) => redact(item));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => {
        hasSecretKey ||= redactText(key).count > 0;
        return [key, redact(item as JsonValue, key)];
      }),
    );
  };
  return { value: redact(given), found, hasSecretKey };
}

interface RedactedText {
  readonly text: string;
  readonly count: number;
}

/** A format that needs a name (`SecretAccessKey`) before the value finds the key of JSON there. */
function redactValue(key: string, value: string): RedactedText {
  const head = `${key}=`;
  const { text, count } = redactText(head + value);
  return text.startsWith(head) ? { text: text.slice(head.length), count } : redactText(value);
}

function redactText(text: string): RedactedText {
  const clean = redactView(text, { text, locations: [{ at: 0, from: 0 }] });
  if (clean.text.search(unseen) < 0) return clean;
  return [' ', ''].reduce((current, filler) => {
    const { text, count } = redactView(current.text, viewOf(current.text, filler));
    return { text, count: current.count + count };
  }, clean);
}

/** A text as a reader sees it, and the position of each of its pieces in the original. */
interface View {
  readonly text: string;
  readonly locations: readonly PieceLocation[];
}

/** A piece of the view that starts at `at`; in the text it starts at `from`. */
interface PieceLocation {
  readonly at: number;
  readonly from: number;
}

/** Finds tokens in a view of the text, and replaces them in the text itself. */
function redactView(text: string, view: View): RedactedText {
  const position = follow(view.locations);
  let clean = '';
  let done = 0;
  let count = 0;
  for (const { name, index, length } of findTokens(view.text)) {
    clean += `${text.slice(done, position(index))}[redacted:${name}]`;
    done = position(index + length - 1) + 1;
    count += 1;
  }
  return { text: clean + text.slice(done), count };
}

/** The position in the text of a character of the view. Call it from left to right: it is linear. */
function follow(locations: readonly PieceLocation[]): (at: number) => number {
  let index = 0;
  return (at) => {
    while ((locations[index + 1]?.at ?? Number.POSITIVE_INFINITY) <= at) index += 1;
    const { at: start, from } = locations[index] ?? { at: 0, from: 0 };
    return from + at - start;
  };
}

/** The text with `filler` for invisible text and a blank for each escaped line end. */
function viewOf(text: string, filler: string): View {
  const locations: PieceLocation[] = [];
  let view = '';
  let from = 0;
  for (const { 0: piece, index } of text.matchAll(unseen)) {
    locations.push({ at: view.length, from });
    view += text.slice(from, index) + (/^\\+[nrt]$/.test(piece) ? ' ' : filler);
    from = index + piece.length;
  }
  locations.push({ at: view.length, from });
  return { text: view + text.slice(from), locations };
}
