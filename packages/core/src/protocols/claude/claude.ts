import type { HookEvent } from '../../events/event.ts';
import { type EventName, eventRow } from '../../events/events.ts';
import type { JsonObject } from '../../events/json.ts';
import type { PartialEvent, Wire } from '../format.ts';
import { readClaudeAnswer } from './read-output.ts';
import { writeClaudeAnswer } from './write-decision.ts';

/**
 * Claude Code's language, which is also that of the `hookmd` convention: the canonical payload is a
 * superset of Claude's, so both directions keep every field.
 */
export const claude: Wire = {
  id: 'claude',
  readEvent(native: JsonObject, event: EventName): PartialEvent {
    // On events about a sub-agent `agent_id` names that one; elsewhere it names the caller.
    const isAboutAgents = Object.hasOwn(eventRow(event).fields, 'agent_id');
    const invokedBy = native['agent_id'] !== undefined && !isAboutAgents ? 'subagent' : 'main';
    return { invoked_by: invokedBy, ...native, hook_event_name: event };
  },
  writeEvent(event: HookEvent): JsonObject {
    return event as unknown as JsonObject;
  },
  readAnswer: (document, event) => readClaudeAnswer(document, event.hook_event_name),
  writeAnswer: writeClaudeAnswer,
};
