import { isJsonObject, isSameJson, type JsonObject } from '../events/json.ts';

/**
 * Names what differs between two objects, in byte order: `timeout`, or `env.PATH` where both sides
 * hold an object under `env`. One dotted level, no deeper. Names only, never values.
 */
export function changedKeys(before: JsonObject, after: JsonObject): readonly string[] {
  const changed: string[] = [];
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const old = before[key];
    const now = after[key];
    if (Object.hasOwn(before, key) === Object.hasOwn(after, key) && isSameJson(old, now)) continue;
    if (isJsonObject(old) && isJsonObject(now)) {
      for (const inner of new Set([...Object.keys(old), ...Object.keys(now)])) {
        if (!isSameJson(old[inner], now[inner])) changed.push(`${key}.${inner}`);
      }
    } else {
      // In quotes, so that a key that is written like a path is not taken for one.
      changed.push(key.includes('.') ? JSON.stringify(key) : key);
    }
  }
  return changed.sort();
}

/** Whether a contract that lists `allowed` covers a changed key: `*`, `timeout`, `env`, `env.*`, `env.PATH`. */
export function isCovered(key: string, allowed: readonly string[]): boolean {
  const parent = key.split('.', 1)[0] ?? key;
  return allowed.some(
    (name) => name === '*' || name === key || name === parent || (name === `${parent}.*` && key !== parent),
  );
}

/** The keys that two lists both cover. */
export function sharedKeys(a: readonly string[], b: readonly string[]): readonly string[] {
  return [...new Set([...a.filter((key) => isCovered(key, b)), ...b.filter((key) => isCovered(key, a))])];
}
