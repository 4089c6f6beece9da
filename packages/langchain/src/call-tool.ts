import type { ToolCall, ToolRun } from '@hookmd/core';
import type { Dialogue } from './dialogue.ts';
import { holdOutputs } from './held-tool.ts';
import { problemOfInput } from './input-check.ts';
import { isLeaving, type RunTool, type ToolCallRequest, type ToolResult } from './shapes.ts';
import { failure, messageIn, replaceIn, withOutput, withTexts } from './tool-output.ts';

/**
 * PreToolUse, the tool with what hooks left of its input, then PostToolUse or PostToolUseFailure. A call that is blocked
 * and one that fails are messages for the model: LangChain would end the run with what a middleware throws.
 */
export async function callTool(
  dialogue: Dialogue,
  request: ToolCallRequest,
  next: RunTool,
): Promise<ToolResult> {
  const { hooks } = dialogue;
  const { signal } = request.runtime;
  const asked = toolCallOf(dialogue, request);
  if (dialogue.halted !== null) return notDone(request, dialogue.halted.reason);
  const gate = dialogue.hear(await hooks.preToolUse(asked));
  if (gate.kind === 'blocked') return failure(request, [gate.message, ...gate.context]);
  const { toolCall } = request;
  const isChanged = JSON.stringify(gate.input) !== JSON.stringify(asked.input);
  const startedAt = performance.now();
  const ran = (): ToolRun => ({
    ...asked,
    input: gate.input,
    durationMs: performance.now() - startedAt,
    ...(isChanged ? { originalInput: asked.input } : {}),
  });
  const fail = async (error: unknown): Promise<Failed> => {
    const failed = dialogue.hear(await hooks.postToolUseFailure(ran(), error));
    const context = [...gate.context, ...failed.context];
    const isReplaced = failed.decisions.some(({ output }) => output !== null);
    return { texts: [failed.message, ...context], isChanged: isReplaced || context.length > 0 };
  };
  let result: ToolResult;
  try {
    const effective = isChanged ? { ...request, toolCall: { ...toolCall, args: gate.input } } : request;
    result = await next(holdOutputs(dialogue, effective));
  } catch (error) {
    if (isLeaving(error)) throw error;
    const { texts } = await fail(error);
    signal?.throwIfAborted();
    return failure(request, texts);
  }
  const message = messageIn(result, toolCall.id);
  if (message?.status === 'error') {
    const failed = await fail(message.text);
    return failed.isChanged ? replaceIn(result, message, failure(request, failed.texts)) : result;
  }
  const done = dialogue.hear(await hooks.postToolUse<unknown>(ran(), message?.content ?? null));
  const texts = [...gate.context, ...done.context];
  if (message === null) {
    dialogue.remarks = [...dialogue.remarks, ...texts];
    return result;
  }
  const left = done.isReplaced ? withOutput(message, done.output) : message;
  return replaceIn(result, message, withTexts(left, texts));
}

/** A call that was made in vain. */
interface Failed {
  /** What the model reads. */
  readonly texts: readonly string[];
  /** Whether hooks had a part in it. */
  readonly isChanged: boolean;
}

function notDone(request: ToolCallRequest, reason: string): ToolResult {
  return failure(request, [`Not done, because a hook stopped the agent: ${reason}`]);
}

function toolCallOf({ toolNames }: Dialogue, { toolCall, tool, runtime }: ToolCallRequest): ToolCall {
  const { name, args, id } = toolCall;
  return {
    name: toolNames.get(name) ?? name,
    input: args,
    ...(id === undefined ? {} : { id }),
    check: (changed) => problemOfInput(tool, changed),
    signal: runtime.signal,
  };
}
