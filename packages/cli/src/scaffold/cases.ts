import { type EventName, eventRow, isToolEvent, type JsonObject, type JsonValue } from '@hookmd/core/events';
import { CASE_SCHEMA } from '../cases/package-case.ts';

/** A value for each kind of field, so that an author sees what the event carries. */
const samples: Readonly<Record<string, JsonValue>> = {
  string: 'text',
  'text?': null,
  number: 1,
  boolean: false,
  object: {},
  array: [],
  any: {},
  messages: [],
  usage: { input_tokens: 1, output_tokens: 1, current_context_window: 2, max_context_window: 1000 },
  subagentStatus: 'completed',
  fileChange: 'change',
};

/** One that is blocked and one that passes. */
export function guardCases(event: EventName, field: string): readonly JsonObject[] {
  const [bad, good] = isToolEvent(event)
    ? [shell('git push --force origin main'), shell('git push origin main')]
    : [{ [field]: 'something forbidden' }, { [field]: 'something else' }];
  const reason = isToolEvent(event) ? '/^force push/' : '/^forbidden/';
  return [
    one(event, 'blocks what it is for', bad, { decision: 'block', outcome: 'blocking', reason }),
    one(event, 'has no objection to anything else', good, { decision: 'none', outcome: 'success' }),
  ];
}

export function observerCases(event: EventName): readonly JsonObject[] {
  return [one(event, 'watches, and says nothing', {}, { decision: 'none', outcome: 'success' })];
}

function one(event: EventName, name: string, fields: JsonObject, expect: JsonObject): JsonObject {
  return { schema: CASE_SCHEMA, name, event, payload: { ...samplePayload(event), ...fields }, expect };
}

function samplePayload(event: EventName): JsonObject {
  const required = Object.entries(eventRow(event).fields).filter(([field]) => !field.endsWith('?'));
  const values = required.map(([field, kind]) => [field, samples[kind]] as const);
  return { ...Object.fromEntries(values), ...(isToolEvent(event) ? shell('ls') : {}) };
}

function shell(command: string): JsonObject {
  return { tool_name: 'Bash', tool_input: { command } };
}
