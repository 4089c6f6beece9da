import type { JsonValue } from '../protocol/json.ts';

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

/** It refuses to be JSON, and may refuse even to be text. */
function describe(value: unknown): string {
  try {
    return String(value);
  } catch {
    return `a value of type ${typeof value} that cannot be shown`;
  }
}
