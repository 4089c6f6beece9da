import type { JsonValue } from '@hookmd/core/events';

// A module, or a library of its, may replace them. What they do to an answer must not be that it becomes "no opinion":
// on its way are only these, of the time before, and syntax.
const { isArray } = Array;
const { defineProperty, getPrototypeOf, hasOwn } = Object;

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
  if (isArray(value)) {
    const copy: JsonValue[] = [];
    for (let index = 0; index < value.length; index++)
      copy[index] = toPlainJson(value[index], `${place}[${index}]`, depth + 1);
    return copy;
  }
  if (isPlainObject(value)) {
    const copy: Record<string, JsonValue> = {};
    for (const key in value) {
      const item = hasOwn(value, key) ? value[key] : undefined;
      if (item === undefined) continue;
      const plain = toPlainJson(item, `${place}.${key}`, depth + 1);
      // Assigned, `__proto__` would be no key.
      defineProperty(copy, key, { value: plain, enumerable: true, writable: true, configurable: true });
    }
    return copy;
  }
  throw new TypeError(`${place} is ${nameKind(value)}, which JSON has no place for`);
}

export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || isArray(value)) return false;
  const prototype: unknown = getPrototypeOf(value);
  // Of another realm too: whose prototype has none itself.
  return prototype === null || getPrototypeOf(prototype) === null;
}

export function isEmpty(value: object): boolean {
  for (const key in value) if (hasOwn(value, key)) return false;
  return true;
}

function nameKind(value: unknown): string {
  if (typeof value === 'number') return String(value);
  if (typeof value === 'object') return `an object of ${value?.constructor?.name || 'a class'}`;
  return typeof value === 'undefined' ? 'undefined' : `a ${typeof value}`;
}
