import type { ToolCall, ToolGate, ToolRun } from '@hookmd/core';
import type { JsonObject } from '@hookmd/core/protocol';
import type { Dialogue } from './dialogue.ts';
import { HookBlockedError } from './hook-blocked-error.ts';
import { problemOfInput } from './input-check.ts';
import type { SdkTool, SdkToolOptions } from './sdk-shapes.ts';

/** A call of one tool. */
export interface Call {
  /** What hooks call it. */
  readonly name: string;
  readonly tool: SdkTool;
  readonly input: unknown;
  readonly options: SdkToolOptions;
}

/** PreToolUse, the tool with what hooks left of its input, then PostToolUse or PostToolUseFailure. Throws HookBlockedError. */
export async function callTool(
  dialogue: Dialogue,
  call: Call,
  execute: (input: unknown) => Promise<unknown>,
): Promise<unknown> {
  const { hooks } = dialogue;
  const gate = takeJudged(dialogue, call) ?? (await judgeCall(dialogue, call));
  call.options.abortSignal?.throwIfAborted();
  if (gate.kind === 'blocked') throw blockedCall(gate);
  const asked = toolCallOf(dialogue, call);
  const isChanged = jsonText(gate.input) !== jsonText(asked.input);
  const startedAt = performance.now();
  const ran = (): ToolRun => ({
    ...asked,
    input: gate.input,
    durationMs: performance.now() - startedAt,
    ...(isChanged ? { originalInput: asked.input } : {}),
  });
  let output: unknown;
  try {
    output = await execute(isChanged ? gate.input : call.input);
  } catch (error) {
    const failed = dialogue.hear(await hooks.postToolUseFailure(ran(), error));
    const texts = [...gate.context, ...failed.context];
    const isReplaced = failed.decisions.some((decision) => decision.output !== null);
    // Nothing of an error that hooks changed goes on, not even as its cause.
    throw isReplaced || texts.length > 0 ? new Error([failed.message, ...texts].join('\n\n')) : error;
  }
  const done = dialogue.hear(await hooks.postToolUse(ran(), output));
  const texts = [...gate.context, ...done.context];
  if (texts.length > 0) dialogue.contexts.set(asked.id ?? '', texts);
  return done.output;
}

/** PreToolUse alone. */
export async function judgeCall(dialogue: Dialogue, call: Call): Promise<ToolGate> {
  return dialogue.hear(await dialogue.hooks.preToolUse(toolCallOf(dialogue, call)));
}

/** Remembers what was judged before the tool is called, so that no hook is asked twice. */
export function rememberJudged({ judged }: Dialogue, { input, options }: Call, gate: ToolGate): void {
  if (gate.kind === 'go') judged.set(options.toolCallId ?? '', { gate, input: jsonText(input) });
}

/** Null where it was not judged, or where it was another input: whoever approves a call may send another one along. */
function takeJudged({ judged }: Dialogue, { input, options: { toolCallId = '' } }: Call): ToolGate | null {
  const found = judged.get(toolCallId);
  judged.delete(toolCallId);
  return found !== undefined && found.input === jsonText(input) ? found.gate : null;
}

export function blockedCall({
  reason,
  message,
  context,
}: Extract<ToolGate, { kind: 'blocked' }>): HookBlockedError {
  return new HookBlockedError('PreToolUse', reason, [message, ...context].join('\n\n'));
}

function toolCallOf(dialogue: Dialogue, { name, tool, input, options }: Call): ToolCall {
  const { toolCallId, abortSignal = dialogue.signal } = options;
  return {
    name,
    input: asObject(input),
    ...(toolCallId === undefined ? {} : { id: toolCallId }),
    check: (changed) => problemOfInput(tool, changed),
    signal: abortSignal,
  };
}

/** A schema may make numbers of the model's words that JSON does not know: they are written as texts. */
function jsonText(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? String(one) : one));
}

/** What a schema made of the model's words may be no JSON: hooks read what it would be. */
function asObject(input: unknown): JsonObject {
  const json: unknown = JSON.parse(jsonText(input ?? {}));
  return typeof json === 'object' && json !== null && !Array.isArray(json)
    ? (json as JsonObject)
    : { value: json as never };
}
