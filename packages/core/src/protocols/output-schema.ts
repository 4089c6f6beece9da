import { type EventName, eventRow } from '../events/events.ts';
import type { JsonObject } from '../events/json.ts';
import { belongs, isKnown, type KeyRow, specific, topLevel } from './claude/read-output.ts';

/**
 * The output of a handler of the hookmd protocol for an event, as JSON Schema (draft 2020-12), from the tables that parse
 * outputs: what the schema rejects is a failed run, and nothing else is.
 *
 * Unknown keys are allowed, because they are only warnings; a key of another event is not.
 */
export function outputJsonSchema(event: EventName): JsonObject {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `urn:hookmd:answer:1:${event}`,
    title: `Output for ${event}`,
    description: `${eventRow(event).about} An output may do this: ${eventRow(event).permits.join(', ') || 'nothing but observe'}.`,
    type: 'object',
    properties: {
      ...propertiesOf(topLevel, event),
      hookSpecificOutput: { type: ['object', 'null'], properties: propertiesOf(specific, event) },
    },
    ...(belongs(topLevel['callback'] as KeyRow, event) ? CALLBACK_RULES : {}),
  };
}

/** Arguments are those of a callback; it or a new conversation, not both. */
const CALLBACK_RULES: JsonObject = {
  dependentRequired: { callbackArgs: ['callback'] },
  not: {
    type: 'object',
    properties: { messages: { type: 'array', minItems: 1 } },
    required: ['messages', 'callback'],
  },
};

/** A forbidden key has the schema `false`. */
function propertiesOf(rows: Readonly<Record<string, KeyRow>>, event: EventName): JsonObject {
  const schemas = Object.entries(rows).map(([key, row]) => {
    if (!isKnown(row, event)) return [key, true] as const;
    const schema = typeof row.schema === 'function' ? row.schema(event) : row.schema;
    return [key, belongs(row, event) ? schema : false] as const;
  });
  return Object.fromEntries(schemas);
}
