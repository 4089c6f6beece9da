import { blockedCall, evaluateCall, rememberEvaluated } from './call-tool.ts';
import type { AiDialogue } from './dialogue.ts';
import type { SdkTool, SdkTools } from './sdk-shapes.ts';
import { sourceOf } from './wrap-tools.ts';

/** What AI SDK 7 asks before it calls a tool. */
interface Question {
  readonly toolCall: { readonly toolCallId: string; readonly toolName: string; readonly input: unknown };
  readonly tools?: SdkTools | undefined;
  readonly toolsContext?: Readonly<Record<string, unknown>>;
  readonly [key: string]: unknown;
}

type Status = unknown;
type ToolApproval = (question: Question) => Promise<Status>;

/**
 * Denies a blocked call in the words of AI SDK 7, whose parts then say so: to the model, and to who shows them. Version 6 never asks,
 * and either way the tool itself refuses. `own` = what the agent says of approvals; it is asked about what hooks let go on.
 */
export function toolApprovalOf(dialogue: AiDialogue, own: unknown): ToolApproval {
  return async (question) => {
    const { toolCallId, toolName, input } = question.toolCall;
    const given = question.tools?.[toolName];
    const source = given === undefined ? null : sourceOf(given);
    if (source !== null) {
      const judged = await evaluateCall(dialogue, { ...source, input, options: { toolCallId } });
      if (judged.gate.kind === 'blocked') return { type: 'denied', reason: blockedCall(judged.gate).message };
      rememberEvaluated(dialogue, judged);
    }
    return askOwn(own, question, given);
  };
}

/** What the SDK would come to without us: the agent's word for all calls or for those of this tool, else that of the tool. */
async function askOwn(own: unknown, question: Question, tool: SdkTool | undefined): Promise<Status> {
  if (typeof own === 'function') return own(question);
  const { toolCallId, toolName, input } = question.toolCall;
  const context = question.toolsContext?.[toolName];
  const forTool = (own as Readonly<Record<string, unknown>> | undefined)?.[toolName];
  if (typeof forTool === 'function') return forTool(input, { ...question, toolCallId, toolContext: context });
  if (forTool !== undefined) return forTool;
  const needs = (tool as { readonly needsApproval?: unknown } | undefined)?.needsApproval;
  const asks = typeof needs === 'function' ? await needs(input, { ...question, toolCallId, context }) : needs;
  return asks ? 'user-approval' : 'not-applicable';
}
