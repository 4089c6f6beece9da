import type { JsonValue } from '@hookmd/core/events';

// A handler or its libraries may replace them. These are the originals, so that no decision gets lost.
const { isArray } = Array;
const { defineProperty, getPrototypeOf, hasOwn } = Object;

/** The runtime rejects deeper results; a value that contains itself is deeper. */
const MAX_DEPTH = 60;

/**
 * A copy of plain data, without keys that are `undefined`. Throws with the path of anything else: `JSON.stringify` would
 * change a Date, NaN, a Map, and any value with `toJSON`.
 */
export function toPlainJson(value: unknown, path: string, depth = 0): JsonValue {
  if (depth > MAX_DEPTH) throw new TypeError(`${path} is nested too deeply, or contains itself`);
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (isArray(value)) {
    const copy: JsonValue[] = [];
    for (let index = 0; index < value.length; index++)
      copy[index] = toPlainJson(value[index], `${path}[${index}]`, depth + 1);
    return copy;
  }
  if (isPlainObject(value)) {
    const copy: Record<string, JsonValue> = {};
    for (const key in value) {
      const item = hasOwn(value, key) ? value[key] : undefined;
      if (item === undefined) continue;
      const plain = toPlainJson(item, `${path}.${key}`, depth + 1);
      // An assignment to `__proto__` would not make a key.
      defineProperty(copy, key, { value: plain, enumerable: true, writable: true, configurable: true });
    }
    return copy;
  }
  throw new TypeError(`${path} is ${nameKind(value)}, which JSON has no place for`);
}

export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || isArray(value)) return false;
  const prototype: unknown = getPrototypeOf(value);
  // Also of another realm, whose Object.prototype has no prototype either.
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
