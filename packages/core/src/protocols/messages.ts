import type { Message } from '../events/event.ts';
import { isJsonObject, type JsonValue } from '../events/json.ts';

export function areMessages(value: JsonValue | undefined): value is readonly (Message & JsonValue)[] {
  return Array.isArray(value) && value.every(isMessage);
}

function isMessage(value: JsonValue): boolean {
  return (
    isJsonObject(value) &&
    (value['role'] === 'user' || value['role'] === 'assistant') &&
    typeof value['content'] === 'string'
  );
}

export function areTexts(value: JsonValue | undefined): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
