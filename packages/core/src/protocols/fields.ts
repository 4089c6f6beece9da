import type { HookEvent } from '../events/event.ts';
import { eventRow, fieldNames } from '../events/events.ts';
import type { JsonObject, JsonValue } from '../events/json.ts';

/** These fields, where they are set. */
export function pick(from: Readonly<Record<string, unknown>>, names: readonly string[]): JsonObject {
  return Object.fromEntries(
    names.filter((name) => from[name] !== undefined).map((name) => [name, from[name]]),
  ) as JsonObject;
}

/** What an event has in a format without a word for it: the fields of the catalogue. */
export function catalogueFields(event: HookEvent): JsonObject {
  return pick(event, fieldNames(event.hook_event_name));
}

/** The output of the tool that ran; null = none. */
export function toolOutputOf(event: HookEvent): JsonValue {
  return (event[eventRow(event.hook_event_name).output ?? ''] ?? null) as JsonValue;
}

/** Fields of HookMD, which no agent sends. */
const OWN_FIELDS: ReadonlySet<string> = new Set(
  'schema event_id turn_id project_dir invoked_by agent tool raw decision'.split(' '),
);

/** A payload as the agent itself would have sent it: without HookMD's fields, and without those that are empty. */
export function withoutOwnFields(payload: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(payload).filter(([key, value]) => !OWN_FIELDS.has(key) && value !== null),
  );
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** The time in an event id, in ms: a format has no clock. */
export function timeOf(eventId: string): number {
  if (!/^[0-7][0-9A-HJKMNP-TV-Z]{9}/.test(eventId)) return 0;
  return [...eventId.slice(0, 10)].reduce((time, digit) => time * 32 + CROCKFORD.indexOf(digit), 0);
}
