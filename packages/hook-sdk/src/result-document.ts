import type { EventName, HookOutput, JsonObject, JsonValue } from '@hookmd/core/events';
import { isEmpty } from './plain-json.ts';

const { hasOwn } = Object;

/** The result as one document of the hookmd protocol; `{}` = no decision. */
export function writeResult(result: HookOutput | null, event: EventName): JsonObject {
  if (result === null) return {};
  const { decision, feedback, input, tools, context, callback } = result;
  const specific = withoutUndefined({
    updatedInput: tools === undefined ? input : { tools },
    updatedToolOutput: result.output,
    additionalContext: context?.join('\n\n'),
    hint: result.hint,
    redact: result.redact,
  });
  return withoutUndefined({
    // After a tool call a block is feedback for the model.
    decision: feedback === undefined ? decision : 'block',
    reason: feedback ?? result.reason,
    followUps: result.followUps,
    messages: result.messages as readonly JsonObject[] | undefined,
    callback: callback?.name,
    callbackArgs: callback?.args,
    systemMessage: result.userMessages?.join('\n'),
    hookSpecificOutput: isEmpty(specific) ? undefined : { hookEventName: event, ...specific },
  });
}

/** By syntax alone: where a library has replaced `Object.entries`, a decision must not get lost. */
function withoutUndefined(fields: JsonObject): JsonObject {
  const defined: Record<string, JsonValue> = {};
  for (const key in fields) {
    const value = fields[key];
    if (value !== undefined && hasOwn(fields, key)) defined[key] = value;
  }
  return defined;
}
