import { isJsonObject, type JsonObject, type JsonValue } from '@hookmd/core/events';
import type { SettingsReading } from './integration.ts';

/** The command hooks of a file in Claude's shape: `hooks: {EVENT: [{matcher, hooks: [{type: command, command}]}]}`. */
export function readHookGroups(document: JsonValue): SettingsReading {
  if (!isJsonObject(document)) return { isOff: false, commands: [] };
  const byEvent = isJsonObject(document['hooks']) ? document['hooks'] : {};
  return {
    isOff: document['disableAllHooks'] === true,
    commands: Object.entries(byEvent).flatMap(([event, groups]) =>
      objectsIn(groups).flatMap(({ matcher, hooks }) =>
        objectsIn(hooks).flatMap(({ command }) =>
          typeof command === 'string'
            ? [{ event, matcher: typeof matcher === 'string' ? matcher : '', command }]
            : [],
        ),
      ),
    ),
  };
}

export function objectsIn(value: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}
