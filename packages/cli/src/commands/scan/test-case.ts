import { callText } from '@hookmd/core/event-log';
import type { HookEvent, JsonObject } from '@hookmd/core/events';
import { makeRedactor, redactDeep } from '@hookmd/core/text';

/** A test case in which the event must proceed, without secrets and without the directory in which it happened. */
export function caseOf(id: string, event: HookEvent): JsonObject {
  const redact = makeRedactor([]);
  // The root is part of every path.
  const isLong = event.cwd.length > 1;
  const clean = (text: string): string =>
    redact(isLong ? text.replaceAll(`${event.cwd}/`, '').replaceAll(event.cwd, '.') : text);
  const { tool_name, tool_input, tool_response, error, prompt } = event;
  const fields = { tool_name, tool_input, tool_response, error, prompt };
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return {
    schema: 'hookmd.case/1',
    name: `lets pass: ${callText(event, clean) || event.tool_name || id}`,
    event: event.hook_event_name,
    payload: redactDeep(Object.fromEntries(given), clean) as JsonObject,
    expect: { decision: 'none' },
  };
}
