import { isJsonObject, type JsonValue } from '../events/json.ts';

const MARKER = /\[redacted(?::[A-Za-z0-9_.-]{1,64})?\]/;
const MARKERS = new RegExp(MARKER, 'g');

export type RedactionResult =
  /** The values that were removed, so that no later output shows them. */
  { readonly removed: readonly string[] } | { readonly violation: string };

/**
 * Checks that `after` is `before` with nothing changed but parts of strings replaced by `[redacted]` or `[redacted:NAME]`: same
 * structure, same keys, same numbers (G8). Linear in the size of both.
 */
export function evaluateRedaction(
  before: JsonValue | undefined,
  after: JsonValue | undefined,
): RedactionResult {
  const removed: string[] = [];
  const violation = compare(before, after, '', removed);
  return violation === null ? { removed } : { violation };
}

function compare(
  before: JsonValue | undefined,
  after: JsonValue | undefined,
  path: string,
  removed: string[],
): string | null {
  if (typeof before === 'string' && typeof after === 'string')
    return compareText(before, after, path, removed);
  if (Array.isArray(before) && Array.isArray(after)) {
    if (before.length !== after.length) return `${path || 'the output'} has another length`;
    return firstProblem(before.keys(), (index) =>
      compare(before[index], after[index], `${path}[${index}]`, removed),
    );
  }
  if (isJsonObject(before) && isJsonObject(after)) {
    const added = Object.keys(after).find((key) => !Object.hasOwn(before, key));
    if (added !== undefined) return `${join(path, added)} was added`;
    return firstProblem(Object.keys(before), (key) =>
      Object.hasOwn(after, key)
        ? compare(before[key], after[key], join(path, key), removed)
        : `${join(path, key)} was removed`,
    );
  }
  return Object.is(before, after) ? null : `${path || 'the output'} was changed`;
}

function firstProblem<T>(items: Iterable<T>, evaluate: (item: T) => string | null): string | null {
  for (const item of items) {
    const problem = evaluate(item);
    if (problem !== null) return problem;
  }
  return null;
}

function join(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}

/** The pieces around the markers must stand in the old text, in order, at its very ends too. */
function compareText(before: string, after: string, path: string, removed: string[]): string | null {
  if (before === after) return null;
  const pieces = after.split(MARKERS);
  const first = pieces[0] ?? '';
  const last = pieces.at(-1) ?? '';
  const problem = `${path || 'the output'} was changed beyond redaction`;
  if (pieces.length === 1 || !before.startsWith(first) || !before.endsWith(last)) return problem;
  const end = before.length - last.length;
  let at = first.length;
  if (at > end) return problem;
  for (const piece of pieces.slice(1, -1)) {
    const found = before.indexOf(piece, at);
    if (found < 0 || found + piece.length > end) return problem;
    remember(before.slice(at, found), removed);
    at = found + piece.length;
  }
  remember(before.slice(at, end), removed);
  return null;
}

function remember(value: string, removed: string[]): void {
  if (value !== '' && !MARKER.test(value)) removed.push(value);
}
