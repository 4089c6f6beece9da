import { EVENT_SCHEMA } from '../events/event.ts';
import { type EventName, eventRow, type FieldKind } from '../events/events.ts';
import type { JsonObject } from '../events/json.ts';
import type { ZodType } from './schema.ts';
import * as z from './schema.ts';

const anyJson = z.unknown().refine((value) => value !== undefined);
const textOrNull = z.string().nullable();

const usage = z.looseObject({
  input_tokens: z.number(),
  output_tokens: z.number(),
  current_context_window: z.number(),
  max_context_window: z.number(),
});

const message = z.looseObject({ role: z.enum(['user', 'assistant']), content: z.string() });

const toolView = z.looseObject({
  kind: z.enum(['shell', 'read', 'edit', 'write', 'search', 'web', 'mcp', 'agent', 'other']),
  native_name: z.string(),
  command: textOrNull,
  paths: z.array(z.string()),
  mcp: z.looseObject({ server: z.string(), tool: z.string() }).nullable(),
});

const fieldSchemas: Readonly<Record<FieldKind, ZodType>> = {
  string: z.string(),
  'text?': textOrNull,
  number: z.number(),
  boolean: z.boolean(),
  object: z.record(z.string(), z.unknown()),
  array: z.array(z.unknown()),
  any: anyJson,
  messages: z.array(message),
  usage,
  subagentStatus: z.enum(['completed', 'canceled']),
  fileChange: z.enum(['add', 'change', 'unlink']),
};

const commonFields = {
  schema: z.literal(EVENT_SCHEMA),
  event_id: z.string(),
  session_id: z.string(),
  turn_id: textOrNull,
  cwd: z.string(),
  project_dir: z.string(),
  transcript_path: textOrNull,
  permission_mode: textOrNull,
  invoked_by: z.enum(['main', 'subagent']),
  agent: z.looseObject({ name: z.string(), version: textOrNull, native_event: z.string() }),
  raw: z.unknown().optional(),
};

/**
 * The schema of one event's payload, built from its row of the catalog.
 *
 * Further fields of the host are allowed. `events/check-event.ts` checks the same without zod.
 */
export function eventSchema(name: EventName): ZodType {
  const row = eventRow(name);
  const fields: Record<string, ZodType> = {};
  for (const [field, kind] of Object.entries(row.fields)) {
    const isOptional = field.endsWith('?');
    fields[isOptional ? field.slice(0, -1) : field] = isOptional
      ? fieldSchemas[kind].optional()
      : fieldSchemas[kind];
  }
  if (row.subject === 'tool_name') fields.tool = toolView;
  return z.looseObject({ hook_event_name: z.literal(name), ...commonFields, ...fields });
}

/** The same as JSON Schema (draft 2020-12), for people and for handlers in other languages (E14). */
export function eventJsonSchema(name: EventName): JsonObject {
  const { $schema, ...rest } = z.toJSONSchema(eventSchema(name), { target: 'draft-2020-12' });
  const heading = {
    $schema,
    $id: `urn:hookmd:event:1:${name}`,
    title: name,
    description: eventRow(name).about,
  };
  return { ...heading, ...rest } as unknown as JsonObject;
}
