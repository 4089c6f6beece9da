import {
  type Decision,
  isJsonObject,
  isSameJson,
  type JsonObject,
  type JsonValue,
} from '@hookmd/core/events';

/** A value that nests deeper probably contains itself. */
const MAX_DEPTH = 500;
/** A list that contains another list twice, and so on, is small in memory and endless as text. */
const MAX_VALUES = 4_000_000;

/**
 * Any value of a tool or a model as JSON; a description where JSON cannot represent it. Never throws.
 * Values for which `isLeftOut` returns true become `null`.
 */
export function asJson(value: unknown, isLeftOut?: (value: unknown) => boolean): JsonValue {
  if (value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value;
  let left = MAX_VALUES;
  try {
    const text = JSON.stringify(value, function (this: Record<string, unknown>, key, member: unknown) {
      if (--left < 0) throw new RangeError('too many values');
      // `member` is the result of its own toJSON.
      if (isLeftOut?.(this[key]) === true) return null;
      return typeof member === 'bigint' ? String(member) : member;
    });
    return text === undefined ? describe(value) : (JSON.parse(text) as JsonValue);
  } catch {
    return describe(value);
  }
}

/** The input of a tool as hooks get it: an object; any other value is its member `value`. */
export function inputAsJson(input: unknown): JsonObject {
  const json = asJson(input ?? {});
  return isJsonObject(json) ? json : { value: json };
}

/** Whether a value is the bytes of a file. */
export function isBinary(value: unknown): boolean {
  return ArrayBuffer.isView(value) || value instanceof ArrayBuffer;
}

/** The same payload where `JSON.stringify` takes it, else with the members that it does not take as JSON. */
export function asPayload(payload: JsonObject): JsonObject {
  const members = Object.entries(payload);
  if (members.every(([, value]) => isWritable(value))) return payload;
  return Object.fromEntries(members.map(([key, value]) => [key, isWritable(value) ? value : asJson(value)]));
}

/** The input that hooks left. Where they left it as it was in `payload`, the tool gets the agent's own object. */
export function inputAfter({ input: left }: Decision, payload: JsonObject, input: JsonObject): JsonObject {
  return left === null || left === payload['tool_input'] ? input : left;
}

/** Whether `JSON.stringify` takes it. Reads no text, so that a large payload costs next to nothing. */
function isWritable(root: unknown): boolean {
  let left = MAX_VALUES;
  const check = (value: unknown, depth: number): boolean => {
    if (--left < 0) return false;
    if (typeof value !== 'object' || value === null) return typeof value !== 'bigint';
    if (isBinary(value)) return true;
    if (depth > MAX_DEPTH) return false;
    try {
      return Object.values(value).every((member) => check(member, depth + 1));
    } catch {
      return false;
    }
  };
  return check(root, 0);
}

/** A list has no short text of its own, and `String` may throw. */
function describe(value: unknown): string {
  try {
    if (!Array.isArray(value)) return String(value);
  } catch {
    // The generic description follows.
  }
  return `a value of type ${typeof value} that cannot be shown`;
}

/**
 * The result of hooks that changed `shown`, the JSON of `original`, to `left`. What they left alone is taken from the
 * original, which may hold values that are not JSON.
 */
export function mergeJson(
  original: unknown,
  shown: JsonValue | undefined,
  left: JsonValue | undefined,
): unknown {
  if (isSameJson(shown, left)) return original;
  if (Array.isArray(original) && Array.isArray(shown) && Array.isArray(left))
    return original.map((member, at) => mergeJson(member, shown[at], left[at]));
  if (typeof original !== 'object' || original === null || !isJsonObject(shown) || !isJsonObject(left))
    return left;
  return Object.fromEntries(
    Object.entries(original).map(([key, member]) => [key, mergeJson(member, shown[key], left[key])]),
  );
}
