import type { Answer, EventName, JsonObject, JsonValue } from '@hookmd/core/events';
import { isEmpty } from './plain-json.ts';

const { hasOwn } = Object;

/** The answer as one document of the hookmd protocol; `{}` = no opinion. */
export function writeAnswer(answer: Answer | null, event: EventName): JsonObject {
  if (answer === null) return {};
  const { verdict, feedback, input, tools, context, callback } = answer;
  const specific = withoutUndefined({
    updatedInput: tools === undefined ? input : { tools },
    updatedToolOutput: answer.output,
    additionalContext: context?.join('\n\n'),
    hint: answer.hint,
    redact: answer.redact,
  });
  return withoutUndefined({
    // Upon a result a block is what the model is told.
    decision: feedback === undefined ? verdict : 'block',
    reason: feedback ?? answer.reason,
    followUps: answer.followUps,
    messages: answer.messages as readonly JsonObject[] | undefined,
    callback: callback?.name,
    callbackArgs: callback?.args,
    systemMessage: answer.userMessages?.join('\n'),
    hookSpecificOutput: isEmpty(specific) ? undefined : { hookEventName: event, ...specific },
  });
}

/** By syntax alone: where a library has replaced `Object.entries`, an answer must not become "no opinion". */
function withoutUndefined(fields: JsonObject): JsonObject {
  const kept: Record<string, JsonValue> = {};
  for (const key in fields) {
    const value = fields[key];
    if (value !== undefined && hasOwn(fields, key)) kept[key] = value;
  }
  return kept;
}
