import { isEventName, isJsonObject, type JsonObject } from '@hookmd/core/events';
import { camelCase, copilotTools } from '@hookmd/core/protocols';
import type { Integration } from '../integration.ts';
import { format } from './format.ts';
import { copilot } from './integration.ts';

/**
 * Copilot CLI with a hook from Claude Code's settings in a repository: Claude's names of events and tools, arguments of its
 * own, and decisions of its own (Claude's only before a tool call).
 *
 * Source: 1.0.102 as it ran.
 */
export const copilotThroughClaude: Integration = {
  ...copilot,
  format: { ...format, readEvent: (native, event) => format.readEvent(asCopilot(native), event) },
  eventField: 'hook_event_name',
  otherEventFields: [copilot.eventField],
  eventOf: (native) => (isEventName(native) ? native : copilot.eventOf(native)),
  nativeOf: (event) => (copilot.supports(event) ? event : null),
};

/** The payload under Copilot's own names; its permission requests have these in any case. */
function asCopilot(native: JsonObject): JsonObject {
  if (native['sessionId'] !== undefined) return native;
  const { hook_event_name, tool_name: name, tool_input: input, tool_result: result, ...fields } = native;
  return {
    ...camelKeys(fields),
    ...(typeof name === 'string' ? { toolName: copilotTools.toNative(name, {}).name } : {}),
    ...(input === undefined ? {} : { toolArgs: input }),
    ...(result === undefined ? {} : { toolResult: isJsonObject(result) ? camelKeys(result) : result }),
  };
}

function camelKeys(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [camelCase(key), value]));
}
