import { type Decision, type EventName, isJsonObject, type JsonObject } from '@hookmd/core/events';
import { outputText, writeClaudeAnswer } from '@hookmd/core/protocols';

/** Top-level keys that void the whole answer on these events. */
const VOIDING: Readonly<Partial<Record<EventName, readonly string[]>>> = {
  PreToolUse: ['continue', 'stopReason', 'suppressOutput'],
  PermissionRequest: ['continue', 'stopReason', 'suppressOutput'],
  PostToolUse: ['suppressOutput'],
};

/** In Claude's form, less what voids it: a refusal without a reason, and a changed input without `allow`. */
export function writeCodexAnswer(decision: Decision): JsonObject | null {
  const native = writeClaudeAnswer({
    ...inItsPlaces(decision),
    reason: decision.decision === 'block' ? saying(decision.reason, 'blocked by a hook') : decision.reason,
    followUps: decision.followUps.map((one) => saying(one, 'a hook asks you to go on')),
  });
  if (native === null) return null;
  const { hookSpecificOutput: specific, ...rest } = native;
  const voiding = VOIDING[decision.event] ?? [];
  const kept = Object.entries(rest).filter(([key]) => !voiding.includes(key));
  const answer = {
    ...Object.fromEntries(kept),
    ...(isJsonObject(specific) ? { hookSpecificOutput: allowingInput(specific) } : {}),
  };
  return Object.keys(answer).length > 0 ? answer : null;
}

/**
 * A block after a tool puts its reason in the place of the output. So that is how a changed output is said, with what hooks add to
 * it; and what they say of an output as it is goes the way of context, or the model would not read the output at all.
 */
function inItsPlaces(decision: Decision): Decision {
  const { output, feedback, context } = decision;
  const notes = [...feedback, ...context];
  return output === null
    ? { ...decision, feedback: [], context: notes }
    : {
        ...decision,
        output: null,
        feedback: [saying([outputText(output), ...notes].join('\n\n'), '[removed by a hook]')],
        context: [],
      };
}

/** To Codex `allow` beside a changed input means the change; alone it would be refused. */
function allowingInput(specific: JsonObject): JsonObject {
  return specific['updatedInput'] === undefined ? specific : { ...specific, permissionDecision: 'allow' };
}

function saying(text: string | null, otherwise: string): string {
  return text === null || text.trim() === '' ? otherwise : text;
}
