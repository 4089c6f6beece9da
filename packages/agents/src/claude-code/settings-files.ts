import { join } from 'node:path';
import { isJsonObject, type JsonObject, type JsonValue } from '@hookmd/core/internal/protocol/json';
import type { SettingsReading } from '../attachment.ts';

/** In the order in which they win. */
export function settingsFiles({ home, projectDir }: { home: string; projectDir: string }): readonly string[] {
  return [
    '/etc/claude-code/managed-settings.json',
    join(projectDir, '.claude', 'settings.local.json'),
    join(projectDir, '.claude', 'settings.json'),
    join(home, '.claude', 'settings.json'),
  ];
}

/** The command hooks of one file: `hooks: {EVENT: [{matcher, hooks: [{type: command, command}]}]}`. */
export function readSettings(document: JsonValue): SettingsReading {
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

function objectsIn(value: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}
