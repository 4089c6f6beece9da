import type { Decision } from '../protocol/decision.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../protocol/json.ts';

/** Deeper than this nobody nests, but for what leads back to itself. */
const DEEPEST = 500;

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

/**
 * What hooks read of a payload: itself, or as JSON where it could not be written down, and so reach no handler. What
 * leads back to itself is a text then, which no event takes for an object.
 */
export function asPayload(payload: JsonObject): JsonObject {
  const members = Object.entries(payload);
  if (members.every(([, value]) => canBeWritten(value, 0))) return payload;
  return Object.fromEntries(
    members.map(([key, value]) => [key, canBeWritten(value, 0) ? value : asJson(value)]),
  );
}

/** What hooks left of an input: where that is what they were shown, the tool gets it as the agent has it. */
export function leftOf({ input: left }: Decision, shown: JsonObject, input: JsonObject): JsonObject {
  return left === null || left === shown['tool_input'] ? input : left;
}

/** Whether `JSON.stringify` takes it. Looks at no text, so that a large payload costs next to nothing. */
function canBeWritten(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return typeof value !== 'bigint';
  if (isBinary(value)) return true;
  if (depth > DEEPEST) return false;
  try {
    return Object.values(value).every((one) => canBeWritten(one, depth + 1));
  } catch {
    return false;
  }
}

/** It refuses to be JSON, and may refuse even to be text. */
function describe(value: unknown): string {
  try {
    return String(value);
  } catch {
    return `a value of type ${typeof value} that cannot be shown`;
  }
}
