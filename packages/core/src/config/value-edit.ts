import { isJsonObject, type JsonObject, type JsonValue } from '../protocol/json.ts';

type Steps = readonly string[];

/** What stands at a path; undefined where nothing does. */
export function valueAt(whole: JsonValue, path: Steps): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>(
    (value, step) => (isJsonObject(value) && Object.hasOwn(value, step) ? value[step] : undefined),
    whole,
  );
}

/** A copy with one value set; what is no mapping on the way becomes one. */
export function valueWith(whole: JsonValue | undefined, path: Steps, value: JsonValue): JsonValue {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  const copy = copyOf(whole);
  copy[step] = valueWith(copy[step], rest, value);
  return copy;
}

/** A copy without one value, and without the mappings that hold nothing then. */
export function valueWithout(whole: JsonValue, path: Steps): JsonValue {
  const [step, ...rest] = path;
  if (step === undefined || valueAt(whole, path) === undefined) return whole;
  const copy = copyOf(whole);
  const inner = rest.length === 0 ? undefined : valueWithout(copy[step] ?? null, rest);
  if (inner === undefined || isNothing(inner)) delete copy[step];
  else copy[step] = inner;
  return copy;
}

export function isNothing(value: JsonValue | undefined): boolean {
  return value === null || (isJsonObject(value) && Object.keys(value).length === 0);
}

/** Without a prototype: `__proto__` is a key like any other. */
function copyOf(value: JsonValue | undefined): Record<string, JsonValue> {
  return Object.assign(Object.create(null), isJsonObject(value) ? value : {}) as JsonObject as Record<
    string,
    JsonValue
  >;
}
