import type { JsonValue } from '@hookmd/core/events';
import type { ToolCall, ToolGo, ToolRun } from '@hookmd/library';
import { startCall } from '@hookmd/library/adapter';
import { type BaseMessage, ToolMessage } from '@langchain/core/messages';
import { Validator } from '@langchain/core/utils/json_schema';
import type { LangChainDialogue } from './dialogue.ts';
import { withFields } from './messages.ts';
import { isLeaving, type RunTool, type ToolCallRequest, type ToolResult } from './shapes.ts';

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

/** The callback handler that streams the outputs of tools. */
const STREAMS = 'StreamToolsHandler';

interface Handlers {
  readonly handlers: readonly { readonly name: string }[];
  copy(): Handlers;
  removeHandler(handler: object): void;
}

interface CallConfig {
  readonly callbacks?: Handlers;
}

interface Invokable {
  invoke(input: unknown, config: CallConfig): unknown;
}

/** The request with a tool whose outputs are not streamed, where hooks listen to them. The tool itself is unchanged. */
function holdOutputs({ hooks, options }: LangChainDialogue, request: ToolCallRequest): ToolCallRequest {
  const isEvaluated = hooks.concerns('PostToolUse') || hooks.concerns('PostToolUseFailure');
  const tool = request.tool as unknown as Invokable | undefined;
  if (options.live === true || !isEvaluated || typeof tool?.invoke !== 'function') return request;
  const invoke = (input: unknown, config: CallConfig): unknown => tool.invoke(input, unstreamed(config));
  return { ...request, tool: Object.create(tool, { invoke: { value: invoke } }) };
}

function unstreamed(config: CallConfig): CallConfig {
  return { ...config, ...withoutStreams(config.callbacks), writer: () => {} } as CallConfig;
}

function withoutStreams(callbacks: Handlers | undefined): CallConfig {
  if (callbacks?.copy === undefined) return {};
  const copy = callbacks.copy();
  for (const handler of callbacks.handlers.filter(({ name }) => name === STREAMS))
    copy.removeHandler(handler);
  return { callbacks: copy };
}

/** Both majors of zod. */
interface ZodSchema {
  safeParse(value: unknown): { readonly success: boolean; readonly error?: { readonly message: string } };
}

/** What is wrong with an input of this tool; null = nothing, or its schema validates asynchronously. */
export function problemOfInput(tool: ToolCallRequest['tool'], input: unknown): string | null {
  const { schema } = (tool ?? {}) as { readonly schema?: unknown };
  if (typeof schema !== 'object' || schema === null) return null;
  if ('safeParse' in schema) {
    const { success, error } = (schema as ZodSchema).safeParse(input);
    return success ? null : (error?.message ?? 'it does not fit');
  }
  const { valid, errors } = new Validator(schema, '2019-09', false).validate(input);
  return valid
    ? null
    : errors.map(({ instanceLocation, error }) => `${instanceLocation}: ${error}`).join('; ');
}

type Content = ToolMessage['content'];

/** The message with the output of a call: the result, or in a step of the graph that the tool returned. Null = none. */
function messageIn(result: ToolResult, callId: string | undefined): ToolMessage | null {
  if (ToolMessage.isInstance(result)) return result;
  return (
    (messagesOf(result).find(
      (item) => ToolMessage.isInstance(item) && item.tool_call_id === callId,
    ) as ToolMessage) ?? null
  );
}

/** The result with another message in place of that one. */
function replaceIn(result: ToolResult, message: ToolMessage, replacement: ToolMessage): ToolResult {
  if (result === message) return replacement;
  const messages = messagesOf(result).map((item) => (item === message ? replacement : item));
  const { update } = result as { readonly update?: object };
  return Object.assign(Object.create(Object.getPrototypeOf(result)), result, {
    update: { ...update, messages },
  });
}

/** The same message with the content that hooks left, without the artifact, which has the old output. */
function withOutput(message: ToolMessage, output: unknown): ToolMessage {
  const content = asContent(output as JsonValue | Content);
  return withFields(message, { content, artifact: undefined, metadata: {} } as Partial<ToolMessage>);
}

/** The same message with texts after its content. */
function withTexts(message: ToolMessage, texts: readonly string[]): ToolMessage {
  if (texts.length === 0) return message;
  const { content } = message;
  const added =
    typeof content === 'string'
      ? [content, ...texts].join('\n\n')
      : [...content, ...texts.map((text) => ({ type: 'text' as const, text }))];
  return withFields(message, { content: added } as Partial<ToolMessage>);
}

/** The message for the model about a call that failed or was blocked. */
function failure({ toolCall }: ToolCallRequest, texts: readonly string[]): ToolMessage {
  return new ToolMessage({
    content: texts.join('\n\n'),
    tool_call_id: toolCall.id ?? '',
    name: toolCall.name,
    status: 'error',
  });
}

function messagesOf(result: ToolResult): readonly BaseMessage[] {
  const { update } = result as { readonly update?: unknown };
  const { messages } = (update ?? {}) as { readonly messages?: unknown };
  return Array.isArray(messages) ? messages : [];
}

function asContent(output: JsonValue | Content): Content {
  if (typeof output === 'string') return output;
  const isBlocks =
    Array.isArray(output) &&
    output.every((item) => typeof item === 'object' && item !== null && 'type' in item);
  return isBlocks ? (output as Content) : JSON.stringify(output);
}
