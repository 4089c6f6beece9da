import {
  type Decision,
  isJsonObject,
  isSameJson,
  type JsonObject,
  type JsonValue,
} from '@hookmd/core/events';

/** Deeper than this nobody nests, but for what leads back to itself. */
const DEEPEST = 500;
/** Of more values no event is made. Lists of one list, twice in each, are small where they lie and endless as text. */
const MOST_VALUES = 4_000_000;

/** Whatever a tool or a model gave, as JSON; what cannot be written so is described. Never throws. `isLeftOut`: where such a value is stands `null`. */
export function asJson(value: unknown, isLeftOut?: (value: unknown) => boolean): JsonValue {
  if (value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value;
  let left = MOST_VALUES;
  try {
    const text = JSON.stringify(value, function (this: Record<string, unknown>, key, one: unknown) {
      if (--left < 0) throw new RangeError('too many values');
      // `one` is what its own toJSON made of it.
      if (isLeftOut?.(this[key]) === true) return null;
      return typeof one === 'bigint' ? String(one) : one;
    });
    return text === undefined ? describe(value) : (JSON.parse(text) as JsonValue);
  } catch {
    return describe(value);
  }
}

/** The input of a tool as hooks read it: an object, with `value` where it is none. */
export function inputAsJson(input: unknown): JsonObject {
  const json = asJson(input ?? {});
  return isJsonObject(json) ? json : { value: json };
}

/** The bytes of a file. */
export function isBinary(value: unknown): boolean {
  return ArrayBuffer.isView(value) || value instanceof ArrayBuffer;
}

/**
 * What hooks read of a payload: itself, or as JSON where it could not be written down, and so reach no handler. What
 * leads back to itself is a text then, which no event takes for an object.
 */
export function asPayload(payload: JsonObject): JsonObject {
  const members = Object.entries(payload);
  if (members.every(([, value]) => canBeWritten(value))) return payload;
  return Object.fromEntries(
    members.map(([key, value]) => [key, canBeWritten(value) ? value : asJson(value)]),
  );
}

/** What hooks left of an input: where that is what they were shown, the tool gets it as the agent has it. */
export function leftOf({ input: left }: Decision, shown: JsonObject, input: JsonObject): JsonObject {
  return left === null || left === shown['tool_input'] ? input : left;
}

/** Whether `JSON.stringify` takes it. Looks at no text, so that a large payload costs next to nothing. */
function canBeWritten(given: unknown): boolean {
  let left = MOST_VALUES;
  const look = (value: unknown, depth: number): boolean => {
    if (--left < 0) return false;
    if (typeof value !== 'object' || value === null) return typeof value !== 'bigint';
    if (isBinary(value)) return true;
    if (depth > DEEPEST) return false;
    try {
      return Object.values(value).every((one) => look(one, depth + 1));
    } catch {
      return false;
    }
  };
  return look(given, 0);
}

/** It refuses to be JSON, and may refuse even to be text; a list as text is all that is in it. */
function describe(value: unknown): string {
  try {
    if (!Array.isArray(value)) return String(value);
  } catch {
    // Said below.
  }
  return `a value of type ${typeof value} that cannot be shown`;
}

/** What hooks made of `shown`, the JSON of `original`: what they left alone comes from the original, in which there may be what is no JSON. */
export function mergeJson(
  original: unknown,
  shown: JsonValue | undefined,
  left: JsonValue | undefined,
): unknown {
  if (isSameJson(shown, left)) return original;
  if (Array.isArray(original) && Array.isArray(shown) && Array.isArray(left))
    return original.map((one, at) => mergeJson(one, shown[at], left[at]));
  if (typeof original !== 'object' || original === null || !isJsonObject(shown) || !isJsonObject(left))
    return left;
  return Object.fromEntries(
    Object.entries(original).map(([key, one]) => [key, mergeJson(one, shown[key], left[key])]),
  );
}
