import { isJsonObject, type JsonObject, type JsonValue } from '../../events/json.ts';
import { quoteWord } from '../../events/text.ts';
import { isVariableName } from '../../manifest/keys.ts';

/** `timeout` of a manifest for a number of milliseconds. */
export function milliseconds(timeout: JsonValue | undefined): JsonObject {
  if (timeout === undefined) return {};
  return { timeout: typeof timeout === 'number' ? `${Math.round(timeout)}ms` : timeout };
}

/** Shell text with the variables that the agent would set for it. `expands` = `$NAME` in a value means that variable. */
export function withVariables(
  command: JsonValue,
  variables: JsonValue | undefined,
  expands = false,
): JsonValue {
  if (typeof command !== 'string' || !isJsonObject(variables)) return command;
  const words = Object.entries(variables)
    .filter(([name]) => isVariableName(name))
    .map(([name, value]) => `${name}=${(expands ? quoteExpanding : quoteWord)(String(value ?? ''))}`);
  return words.length === 0 ? command : `export ${words.join(' ')}; ${command}`;
}

/** Between double quotes, with nothing special but variables. */
function quoteExpanding(text: string): string {
  return `"${text.replace(/[\\"`]|\$(?!\w|\{\w+\})/g, (sign) => `\\${sign}`)}"`;
}
