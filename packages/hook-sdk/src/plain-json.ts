import type { JsonValue } from '@hookmd/core/protocol';

/** The runtime reads no answer that is deeper; a value that holds itself is. */
const MAX_DEPTH = 60;

/**
 * The value as it will be read: a copy of plain data, keys with `undefined` left out.
 *
 * `JSON.stringify` would write a Date as text, NaN as null, a Map as `{}`, and ask each value how it wants to be
 * written: an answer that arrives as something else than it was is a mistake. Throws with the place.
 */
export function toPlainJson(value: unknown, place: string, depth = 0): JsonValue {
  if (depth > MAX_DEPTH) throw new TypeError(`${place} is nested too deeply, or holds itself`);
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (Array.isArray(value))
    return Array.from(value, (item: unknown, index) => toPlainJson(item, `${place}[${index}]`, depth + 1));
  if (isPlainObject(value)) {
    const entries = Object.entries(value).filter(([, item]) => item !== undefined);
    return Object.fromEntries(
      entries.map(([key, item]) => [key, toPlainJson(item, `${place}.${key}`, depth + 1)]),
    );
  }
  throw new TypeError(`${place} is ${nameKind(value)}, which JSON has no place for`);
}

export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  // Of another realm too: whose prototype has none itself.
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function nameKind(value: unknown): string {
  if (typeof value === 'number') return String(value);
  if (typeof value === 'object') return `an object of ${value?.constructor?.name || 'a class'}`;
  return typeof value === 'undefined' ? 'undefined' : `a ${typeof value}`;
}
