import { isJsonObject, type JsonObject, type JsonValue } from '../protocol/json.ts';

/** Whatever a tool or a model gave, as JSON; what cannot be written so is described. Never throws. `isLeftOut`: where such a value is stands `null`. */
export function asJson(value: unknown, isLeftOut?: (value: unknown) => boolean): JsonValue {
  if (value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value;
  try {
    const text = JSON.stringify(value, function (this: Record<string, unknown>, key, one: unknown) {
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

/** It refuses to be JSON, and may refuse even to be text. */
function describe(value: unknown): string {
  try {
    return String(value);
  } catch {
    return `a value of type ${typeof value} that cannot be shown`;
  }
}
