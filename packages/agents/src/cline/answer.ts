import {
  type Decision,
  type HookEvent,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type OutputReading,
} from '@hookmd/core/events';
import { readClaudeAnswer } from '@hookmd/core/protocols';
import { changedInput } from '../changed-input.ts';

/** What stops the call stops the run. An error beside no refusal would be context, so none is written. */
export function writeClineAnswer(
  decision: Decision,
  toNative: (input: JsonObject) => JsonObject,
): JsonObject | null {
  const { halt, context, feedback } = decision;
  if (decision.decision === 'block' || decision.decision === 'ask' || halt !== null)
    return { cancel: true, errorMessage: decision.reason || halt?.reason || 'blocked by a hook' };
  const notes = [...feedback, ...context];
  const input = changedInput(decision);
  if (notes.length === 0 && input === null) return null;
  return {
    cancel: false,
    ...(input === null ? {} : { overrideInput: toNative(input) }),
    ...(notes.length > 0 ? { contextModification: notes.join('\n\n') } : {}),
  };
}

/** Its keys in Claude's places, where they are read and judged. `toCanonical` undoes `toNative`. */
export function readClineAnswer(
  document: JsonValue,
  event: HookEvent,
  toCanonical: (input: JsonObject) => JsonObject,
): OutputReading {
  if (!isJsonObject(document)) return readClaudeAnswer(document, event.hook_event_name);
  const { cancel, errorMessage, contextModification, overrideInput, ...rest } = document;
  const specific = {
    ...(contextModification === undefined ? {} : { additionalContext: contextModification }),
    ...(isJsonObject(overrideInput) ? { updatedInput: toCanonical(overrideInput) } : {}),
  };
  return readClaudeAnswer(
    {
      ...rest,
      ...(cancel === true ? { decision: 'block' } : {}),
      ...(errorMessage === undefined ? {} : { reason: errorMessage }),
      ...(Object.keys(specific).length > 0 ? { hookSpecificOutput: specific } : {}),
    },
    event.hook_event_name,
  );
}
