import type { Answer, EventName, JsonObject } from '@hookmd/core/protocol';

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
    hookSpecificOutput:
      Object.keys(specific).length === 0 ? undefined : { hookEventName: event, ...specific },
  });
}

function withoutUndefined(fields: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
