import { isSameJson } from '@hookmd/core/events';
import type { ToolCall, ToolGate } from '@hookmd/library';
import { HookBlockedError, inputAsJson, startCall } from '@hookmd/library/adapter';
import type { AiDialogue, EvaluatedCall } from './dialogue.ts';
import { parseInput, problemOfInput } from './input-check.ts';
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
  dialogue: AiDialogue,
  call: Call,
  execute: (input: unknown) => Promise<unknown>,
): Promise<unknown> {
  const { hooks } = dialogue;
  // Providers may use an id again.
  dialogue.contexts.delete(call.options.toolCallId ?? '');
  const { asked, gate } = takeEvaluated(dialogue, call) ?? (await evaluateCall(dialogue, call));
  call.options.abortSignal?.throwIfAborted();
  if (gate.kind === 'blocked') throw blockedCall(gate);
  const isChanged = gate.input !== asked.input;
  const ran = startCall(asked, gate.input);
  let output: unknown;
  try {
    output = await execute(isChanged ? await parseInput(call.tool, gate.input) : call.input);
  } catch (error) {
    const failed = dialogue.deliver(await hooks.postToolUseFailure(ran(), error));
    const texts = [...gate.context, ...failed.context];
    // Nothing of an error that hooks changed goes on, not even as its cause.
    throw failed.isReplaced || texts.length > 0 ? new Error([failed.message, ...texts].join('\n\n')) : error;
  }
  const done = dialogue.deliver(await hooks.postToolUse(ran(), output));
  const texts = [...gate.context, ...done.context];
  if (texts.length > 0) dialogue.contexts.set(asked.id ?? '', texts);
  return done.output;
}

/** PreToolUse alone. */
export async function evaluateCall(dialogue: AiDialogue, call: Call): Promise<EvaluatedCall> {
  const asked = toolCallOf(dialogue, call);
  return { asked, gate: dialogue.deliver(await dialogue.hooks.preToolUse(asked)) };
}

/** Remembers what was judged before the tool is called, so that no hook is asked twice. */
export function rememberEvaluated({ judged }: AiDialogue, call: EvaluatedCall): void {
  judged.set(call.asked.id ?? '', call);
}

/** Null where it was not judged, or where it was another input: whoever approves a call may send another one along. */
function takeEvaluated(
  { judged }: AiDialogue,
  { input, options: { toolCallId = '' } }: Call,
): EvaluatedCall | null {
  const found = judged.get(toolCallId);
  judged.delete(toolCallId);
  return found !== undefined && isSameJson(found.asked.input, inputAsJson(input)) ? found : null;
}

export function blockedCall({
  reason,
  message,
  context,
}: Extract<ToolGate, { kind: 'blocked' }>): HookBlockedError {
  return new HookBlockedError('PreToolUse', reason, [message, ...context].join('\n\n'));
}

function toolCallOf(dialogue: AiDialogue, { name, tool, input, options }: Call): ToolCall {
  const { toolCallId, abortSignal = dialogue.signal } = options;
  return {
    name,
    input: inputAsJson(input),
    ...(toolCallId === undefined ? {} : { id: toolCallId }),
    check: (changed) => problemOfInput(tool, changed),
    signal: abortSignal,
  };
}
