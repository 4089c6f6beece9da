import type { JsonObject } from '@hookmd/core/internal/protocol/json';
import type { Asker } from './asker.ts';
import { SILENCE } from './heard.ts';
import type { ToolOutcome } from './outcomes.ts';
import type { Conversation } from './session.ts';
import { startCall, type ToolCall } from './tool-calls.ts';

/** Whether anybody is to be asked before a call. */
export function isJudged({ concerns }: Asker, { needsPermission }: ToolCall): boolean {
  return needsPermission === true || concerns('PreToolUse');
}

/** Calls the tool at once; who listens when it has ended is asked then. */
export async function runUnjudged<R>(
  { concerns }: Asker,
  { postToolUse, postToolUseFailure }: Pick<Conversation, 'postToolUse' | 'postToolUseFailure'>,
  call: ToolCall,
  execute: (input: JsonObject) => R | Promise<R>,
): Promise<ToolOutcome<R>> {
  const { input } = call;
  const ran = startCall(call, input);
  let output: R;
  try {
    output = await execute(input);
  } catch (error) {
    return postToolUseFailure(ran(), error);
  }
  if (concerns('PostToolUse')) return postToolUse(ran(), output);
  return { kind: 'done', input, output, isReplaced: false, ...SILENCE };
}
