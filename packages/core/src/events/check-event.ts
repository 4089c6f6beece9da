import { EVENT_SCHEMA } from './event.ts';
import { type EventName, eventRow, type FieldKind, isEventName } from './events.ts';
import { isJsonObject } from './json.ts';

/** Pushes one sentence per problem: where, and what was expected there. Never the value. */
type Check = (value: unknown, path: string, problems: string[]) => void;

function expecting(expected: string, holds: (value: unknown) => boolean): Check {
  return (value, path, problems) => {
    if (!holds(value)) problems.push(`\`${path}\` must be ${expected}`);
  };
}

function oneOf(...words: readonly string[]): Check {
  const expected = words.map((word) => `"${word}"`).join(' or ');
  return expecting(expected, (value) => typeof value === 'string' && words.includes(value));
}

function listOf(item: Check): Check {
  return (value, path, problems) => {
    if (!Array.isArray(value)) problems.push(`\`${path}\` must be a list`);
    else for (const [index, entry] of value.entries()) item(entry, `${path}[${index}]`, problems);
  };
}

function objectWith(fields: Readonly<Record<string, Check>>): Check {
  const entries = Object.entries(fields);
  return (value, path, problems) => {
    if (!isJsonObject(value)) {
      problems.push(`\`${path}\` must be an object`);
      return;
    }
    for (const [name, check] of entries) check(value[name], path === '' ? name : `${path}.${name}`, problems);
  };
}

const text = expecting('text', (value) => typeof value === 'string');
const textOrNull = expecting('string or null', (value) => value === null || typeof value === 'string');
const finiteNumber = expecting('a number', (value) => Number.isFinite(value));

const usage = objectWith({
  input_tokens: finiteNumber,
  output_tokens: finiteNumber,
  current_context_window: finiteNumber,
  max_context_window: finiteNumber,
});

const mcp = objectWith({ server: text, tool: text });

const toolView = objectWith({
  kind: oneOf('shell', 'read', 'edit', 'write', 'search', 'web', 'mcp', 'agent', 'other'),
  native_name: text,
  command: textOrNull,
  paths: listOf(text),
  mcp: (value, path, problems) => {
    if (value !== null) mcp(value, path, problems);
  },
});

const fieldChecks: Readonly<Record<FieldKind, Check>> = {
  string: text,
  'text?': textOrNull,
  number: finiteNumber,
  boolean: expecting('true or false', (value) => typeof value === 'boolean'),
  object: expecting('an object', isJsonObject),
  array: expecting('a list', Array.isArray),
  any: expecting('a value', (value) => value !== undefined),
  messages: listOf(objectWith({ role: oneOf('user', 'assistant'), content: text })),
  usage,
  subagentStatus: oneOf('completed', 'canceled'),
  fileChange: oneOf('add', 'change', 'unlink'),
};

const commonFields: Readonly<Record<string, Check>> = {
  schema: oneOf(EVENT_SCHEMA),
  event_id: text,
  session_id: text,
  turn_id: textOrNull,
  cwd: text,
  project_dir: text,
  transcript_path: textOrNull,
  permission_mode: textOrNull,
  invoked_by: oneOf('main', 'subagent'),
  agent: objectWith({ name: text, version: textOrNull, native_event: text }),
};

const payloadChecks = new Map<EventName, Check>();

function payloadCheck(name: EventName): Check {
  let check = payloadChecks.get(name);
  if (check === undefined) {
    const row = eventRow(name);
    const fields: Record<string, Check> = { ...commonFields };
    for (const [field, kind] of Object.entries(row.fields)) {
      if (field.endsWith('?')) fields[field.slice(0, -1)] = unlessAbsent(fieldChecks[kind]);
      else fields[field] = fieldChecks[kind];
    }
    if (row.subject === 'tool_name') fields.tool = toolView;
    check = objectWith(fields);
    payloadChecks.set(name, check);
  }
  return check;
}

function unlessAbsent(check: Check): Check {
  return (value, path, problems) => {
    if (value !== undefined) check(value, path, problems);
  };
}

/**
 * What is wrong with an event's payload: one sentence per problem with its path, none = valid.
 *
 * For the event path, so no zod; a property test holds it equal to `schema/event-schema.ts`.
 * Works on parsed JSON; fields beyond the catalogue are allowed.
 */
export function checkEvent(payload: unknown): readonly string[] {
  if (!isJsonObject(payload)) return ['it must be an object'];
  const name = payload.hook_event_name;
  if (typeof name !== 'string' || !isEventName(name))
    return ['`hook_event_name` must be the name of an event'];
  const problems: string[] = [];
  payloadCheck(name)(payload, '', problems);
  return problems;
}
