/** Everything that travels, as types and data: `@hookmd/core/protocol`. */
export type { Answer } from './answer.ts';
export type { Decision, Verdict } from './decision.ts';
export type { CommonFields, EventPayload, HookEvent, Message, ToolKind, ToolView, Usage } from './event.ts';
export {
  type EventClass,
  type EventName,
  type EventRow,
  eventNames,
  events,
  isEventName,
  type Permit,
} from './events.ts';
export type { JsonObject, JsonValue } from './json.ts';
export type { Cause, HookRun, OnFailure, Outcome, Phase } from './outcome.ts';
