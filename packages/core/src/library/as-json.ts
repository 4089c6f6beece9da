import type { Decision } from '../protocol/decision.ts';
import type { JsonObject, JsonValue } from '../protocol/json.ts';

/** Deeper than this nobody nests, but for what leads back to itself. */
const DEEPEST = 500;

/** Whatever a tool or a model gave, as JSON; what cannot be written so is described. Never throws. */
export function asJson(value: unknown): JsonValue {
  if (value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value;
  try {
    const text = JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? String(one) : one));
    return text === undefined ? describe(value) : (JSON.parse(text) as JsonValue);
  } catch {
    return describe(value);
  }
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
