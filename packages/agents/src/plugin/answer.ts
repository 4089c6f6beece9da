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

/**
 * What our plugins in other agents read: one key for each thing that they can do. `block` and `followUp` are the words to say,
 * `input` and `output` are whole, `context` goes to the model, `message` to the user.
 */
export function writePluginAnswer(decision: Decision): JsonObject | null {
  const notes = [...decision.feedback, ...decision.context];
  const input = changedInput(decision);
  const answer: JsonObject = {
    ...(decision.decision === 'block' || decision.decision === 'ask'
      ? { block: decision.reason || 'blocked by a hook' }
      : {}),
    ...(input === null ? {} : { input }),
    ...(decision.output === null ? {} : { output: decision.output }),
    ...(notes.length > 0 ? { context: notes.join('\n\n') } : {}),
    ...(decision.followUps.length > 0
      ? { followUp: decision.followUps.join('\n\n') || 'a hook asks you to go on' }
      : {}),
    ...(decision.userMessages.length > 0 ? { message: decision.userMessages.join('\n') } : {}),
  };
  return Object.keys(answer).length > 0 ? answer : null;
}

/** Its keys in Claude's places, where they are read and judged. */
export function readPluginAnswer(document: JsonValue, event: HookEvent): OutputReading {
  if (!isJsonObject(document)) return readClaudeAnswer(document, event.hook_event_name);
  const { block, input, output, context, followUp, message, ...rest } = document;
  const specific = {
    ...(input === undefined ? {} : { updatedInput: input }),
    ...(output === undefined ? {} : { updatedToolOutput: output }),
    ...(context === undefined ? {} : { additionalContext: context }),
  };
  return readClaudeAnswer(
    {
      ...rest,
      ...(block === undefined ? {} : { decision: 'block', reason: block }),
      ...(followUp === undefined ? {} : { followUps: [followUp] }),
      ...(message === undefined ? {} : { systemMessage: message }),
      ...(Object.keys(specific).length > 0 ? { hookSpecificOutput: specific } : {}),
    },
    event.hook_event_name,
  );
}
