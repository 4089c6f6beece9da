import { blockedCall, evaluateCall, rememberEvaluated } from './call-tool.ts';
import type { AiDialogue } from './dialogue.ts';
import type { SdkTool, SdkTools } from './sdk-shapes.ts';
import { sourceOf } from './wrap-tools.ts';

/** The argument with which AI SDK 7 requests approval of a tool call. */
interface Question {
  readonly toolCall: { readonly toolCallId: string; readonly toolName: string; readonly input: unknown };
  readonly tools?: SdkTools | undefined;
  readonly toolsContext?: Readonly<Record<string, unknown>>;
  readonly [key: string]: unknown;
}

type Status = unknown;
type ToolApproval = (question: Question) => Promise<Status>;

/**
 * Denies a blocked call as AI SDK 7 does, so that its parts show it to the model and to the user. Version 6 has no such
 * approval; in both, the wrapped tool blocks too. `agentApproval`, the agent's own setting, decides about other calls.
 */
export function toolApprovalOf(dialogue: AiDialogue, agentApproval: unknown): ToolApproval {
  return async (question) => {
    const { toolCallId, toolName, input } = question.toolCall;
    const given = question.tools?.[toolName];
    const source = given === undefined ? null : sourceOf(given);
    if (source !== null) {
      const evaluated = await evaluateCall(dialogue, { ...source, input, options: { toolCallId } });
      if (evaluated.gate.kind === 'blocked')
        return { type: 'denied', reason: blockedCall(evaluated.gate).message };
      rememberEvaluated(dialogue, evaluated);
    }
    return approvalOfAgent(agentApproval, question, given);
  };
}

/** The approval without HookMD: the agent's setting for all calls or for this tool, else that of the tool. */
async function approvalOfAgent(
  agentApproval: unknown,
  question: Question,
  tool: SdkTool | undefined,
): Promise<Status> {
  if (typeof agentApproval === 'function') return agentApproval(question);
  const { toolCallId, toolName, input } = question.toolCall;
  const context = question.toolsContext?.[toolName];
  const forTool = (agentApproval as Readonly<Record<string, unknown>> | undefined)?.[toolName];
  if (typeof forTool === 'function') return forTool(input, { ...question, toolCallId, toolContext: context });
  if (forTool !== undefined) return forTool;
  const needs = (tool as { readonly needsApproval?: unknown } | undefined)?.needsApproval;
  const isRequired =
    typeof needs === 'function' ? await needs(input, { ...question, toolCallId, context }) : needs;
  return isRequired ? 'user-approval' : 'not-applicable';
}
