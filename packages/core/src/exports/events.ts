/** Everything that travels, as types and data: `@hookmd/core/events`. */

export { checkEvent } from '../events/check-event.ts';
export type { Decision, DecisionValue } from '../events/decision.ts';
export { decisionOf } from '../events/decision.ts';
export type {
  CommonFields,
  EventPayload,
  HookEvent,
  Message,
  ToolKind,
  ToolView,
  Usage,
} from '../events/event.ts';
export {
  type EventKind,
  type EventName,
  type EventRow,
  eventNames,
  eventRow,
  events,
  isEventName,
  isToolEvent,
  type Permit,
  permits,
} from '../events/events.ts';
export type { HookOutput, OutputReading } from '../events/hook-output.ts';
export type { JsonObject, JsonValue } from '../events/json.ts';
export { isJsonObject, isSameJson, parseJson } from '../events/json.ts';
export type {
  Cause,
  FailureCause,
  HookRun,
  OnFailure,
  Outcome,
  Phase,
  SkipCause,
} from '../events/outcome.ts';
export { isFailed } from '../events/outcome.ts';
export type { HttpSpec } from '../events/service-spec.ts';
export { mayBeForeign, type RootKind, sourceOrder } from '../events/source.ts';
