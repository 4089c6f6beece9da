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

type Draft = Record<string, JsonValue>;

/** All keys stand at the top. `toNative` says an input in its words. */
export function writeCopilotAnswer(
  decision: Decision,
  toNative: (input: JsonObject) => JsonObject,
): JsonObject | null {
  const answer: Draft = {};
  const { followUps, output } = decision;
  if (decision.event === 'PermissionRequest') writePermission(decision, answer);
  else if (decision.event === 'UserPromptSubmit') {
    if (decision.decision === 'block') {
      answer['decision'] = 'block';
      answer['reason'] = decision.reason || 'blocked by a hook';
    }
  } else if (decision.decision !== 'none') {
    answer['permissionDecision'] = decision.decision === 'block' ? 'deny' : decision.decision;
    answer['permissionDecisionReason'] = decision.reason || `${WORDS[decision.decision]} a hook`;
  }
  const input = changedInput(decision);
  if (input !== null) answer['modifiedArgs'] = toNative(input);
  if (output !== null) answer['modifiedResult'] = output;
  const notes = [...decision.feedback, ...decision.context];
  if (notes.length > 0) answer['additionalContext'] = notes.join('\n\n');
  if (followUps.length > 0) {
    answer['decision'] = 'block';
    answer['reason'] = followUps.join('\n\n') || 'a hook asks you to go on';
  }
  return Object.keys(answer).length > 0 ? answer : null;
}

const WORDS = { block: 'blocked by', ask: 'asked for by', allow: 'approved by' } as const;

function writePermission({ decision, reason }: Decision, answer: Draft): void {
  if (decision === 'allow') answer['behavior'] = 'allow';
  if (decision !== 'block') return;
  answer['behavior'] = 'deny';
  answer['message'] = reason || 'denied by a hook';
}

/** Its keys in Claude's places, where they are read and judged. `toCanonical` undoes `toNative`. */
export function readCopilotAnswer(
  document: JsonValue,
  event: HookEvent,
  toCanonical: (input: JsonObject) => JsonObject,
): OutputReading {
  if (!isJsonObject(document)) return readClaudeAnswer(document, event.hook_event_name);
  const {
    behavior,
    message,
    permissionDecision,
    permissionDecisionReason,
    modifiedArgs,
    modifiedResult,
    additionalContext,
    ...rest
  } = document;
  const specific = {
    ...(behavior === undefined
      ? {}
      : { decision: { behavior, ...(message === undefined ? {} : { message }) } }),
    ...(permissionDecision === undefined ? {} : { permissionDecision }),
    ...(permissionDecisionReason === undefined ? {} : { permissionDecisionReason }),
    ...(isJsonObject(modifiedArgs) ? { updatedInput: toCanonical(modifiedArgs) } : {}),
    ...(modifiedResult === undefined ? {} : { updatedToolOutput: modifiedResult }),
    ...(additionalContext === undefined ? {} : { additionalContext }),
  } as JsonObject;
  return readClaudeAnswer(
    { ...rest, ...(Object.keys(specific).length > 0 ? { hookSpecificOutput: specific } : {}) },
    event.hook_event_name,
  );
}
