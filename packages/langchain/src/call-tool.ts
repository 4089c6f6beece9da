import type { ToolCall, ToolGo, ToolRun } from '@hookmd/library';
import { startCall } from '@hookmd/library/adapter';
import type { LangChainDialogue } from './dialogue.ts';
import { holdOutputs } from './held-tool.ts';
import { problemOfInput } from './input-check.ts';
import { isLeaving, type RunTool, type ToolCallRequest, type ToolResult } from './shapes.ts';
import { failure, messageIn, replaceIn, withOutput, withTexts } from './tool-output.ts';

/**
 * PreToolUse, the tool with the input that hooks left, then PostToolUse or PostToolUseFailure. A blocked and a failed call
 * become messages for the model: LangChain would end the run with the exception of a middleware.
 */
export async function callTool(
  dialogue: LangChainDialogue,
  request: ToolCallRequest,
  next: RunTool,
): Promise<ToolResult> {
  if (dialogue.halted !== null) return notDone(request, dialogue.halted.reason);
  const { toolCall, runtime } = request;
  const canonical = toolCallOf(dialogue, request);
  const gate = dialogue.deliver(await dialogue.hooks.preToolUse(canonical));
  runtime.signal?.throwIfAborted();
  if (gate.kind === 'blocked') return failure(request, [gate.message, ...gate.context]);
  const effective =
    gate.input === canonical.input ? request : { ...request, toolCall: { ...toolCall, args: gate.input } };
  const call = { request, gate, ran: startCall(canonical, gate.input) };
  let result: ToolResult;
  try {
    result = await next(holdOutputs(dialogue, effective));
  } catch (error) {
    if (isLeaving(error)) throw error;
    const { texts } = await evaluateFailure(dialogue, call, error);
    runtime.signal?.throwIfAborted();
    return failure(request, texts);
  }
  return finish(dialogue, call, result);
}

/** A call that was made. */
interface Call {
  readonly request: ToolCallRequest;
  readonly gate: ToolGo;
  readonly ran: () => ToolRun;
}

/** PostToolUseFailure: the texts for the model, and whether hooks changed them. */
async function evaluateFailure(
  dialogue: LangChainDialogue,
  { gate, ran }: Call,
  error: unknown,
): Promise<{ readonly texts: readonly string[]; readonly isChanged: boolean }> {
  const failed = dialogue.deliver(await dialogue.hooks.postToolUseFailure(ran(), error));
  const context = [...gate.context, ...failed.context];
  return { texts: [failed.message, ...context], isChanged: failed.isReplaced || context.length > 0 };
}

/** PostToolUse; or PostToolUseFailure, where the tool reports its own failure. */
async function finish(dialogue: LangChainDialogue, call: Call, result: ToolResult): Promise<ToolResult> {
  const { request, gate, ran } = call;
  const message = messageIn(result, request.toolCall.id);
  if (message?.status === 'error') {
    const { texts, isChanged } = await evaluateFailure(dialogue, call, message.text);
    return isChanged ? replaceIn(result, message, failure(request, texts)) : result;
  }
  const done = dialogue.deliver(await dialogue.hooks.postToolUse<unknown>(ran(), message?.content ?? null));
  const texts = [...gate.context, ...done.context];
  if (message === null) {
    dialogue.remarks = [...dialogue.remarks, ...texts];
    return result;
  }
  const left = done.isReplaced ? withOutput(message, done.output) : message;
  return replaceIn(result, message, withTexts(left, texts));
}

function notDone(request: ToolCallRequest, reason: string): ToolResult {
  return failure(request, [`Not done, because a hook stopped the agent: ${reason}`]);
}

function toolCallOf(
  { toolNames }: LangChainDialogue,
  { toolCall, tool, runtime }: ToolCallRequest,
): ToolCall {
  const { name, args, id } = toolCall;
  return {
    name: toolNames.get(name) ?? name,
    input: args,
    ...(id === undefined ? {} : { id }),
    check: (changed) => problemOfInput(tool, changed),
    signal: runtime.signal,
  };
}
