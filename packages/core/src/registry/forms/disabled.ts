import { areTexts, isJsonObject, type JsonObject, type JsonValue } from '../../events/json.ts';

/** Keys beside the events, in settings of Gemini CLI and of Qwen Code. */
export const SWITCHES: readonly string[] = ['enabled', 'disabled', 'notifications'];

/** Which hooks the settings disable: by name or command, or all at once. */
export function findDisabled(value: JsonValue): (hook: JsonObject) => boolean {
  const parts = isJsonObject(value) ? [value['hooks'], value['hooksConfig']].filter(isJsonObject) : [];
  if (parts.some(({ enabled }) => enabled === false)) return () => true;
  const names = parts.flatMap(({ disabled }) => (areTexts(disabled) ? disabled : []));
  return ({ name, command }) => names.includes(String(name ?? command));
}
