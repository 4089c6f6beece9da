import { isEventName, isJsonObject, type JsonObject } from '@hookmd/core/events';
import type { Format } from '@hookmd/core/protocols';
import type { Integration } from '../integration.ts';
import { wire } from './format.ts';
import { copilot } from './integration.ts';
import { toolWords } from './tools.ts';

/**
 * Copilot CLI as it fires what it found in Claude Code's settings of a repository: Claude's names of events and tools, its own arguments, and
 * of answers it reads its own (of Claude's only those before a tool call).
 *
 * Source: 1.0.102 as it ran.
 */
export const copilotThroughClaude: Integration = {
  ...copilot,
  wire: {
    ...wire,
    readEvent: (native, event) => wire.readEvent(inOwnWords(native), event),
  } satisfies Format,
  eventField: 'hook_event_name',
  otherEventFields: [copilot.eventField],
  eventOf: (native) => (isEventName(native) ? native : copilot.eventOf(native)),
  nativeOf: (event) => (copilot.fires(event) ? event : null),
};

/** What it would have sent under its own names; its permission requests come under these in any case. */
function inOwnWords(native: JsonObject): JsonObject {
  if (native['sessionId'] !== undefined) return native;
  const { hook_event_name, tool_name: name, tool_input: input, tool_result: result, ...fields } = native;
  return {
    ...camelKeys(fields),
    ...(typeof name === 'string' ? { toolName: toolWords.toNative(name, {}).name } : {}),
    ...(input === undefined ? {} : { toolArgs: input }),
    ...(result === undefined ? {} : { toolResult: isJsonObject(result) ? camelKeys(result) : result }),
  };
}

function camelKeys(object: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(object).map(([key, value]) => [
      key === 'stop_hook_active'
        ? key
        : key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  );
}
