import { HookError } from '@hookmd/core/errors';
import { blockedCall, evaluateCall, rememberEvaluated } from './call-tool.ts';
import type { AiDialogue } from './dialogue.ts';
import type { SdkModel, SdkSettings, SdkStepStart, SdkTool, SdkTools } from './sdk-shapes.ts';
import { wrapModel } from './wrap-model.ts';
import { sourceOf, wrapTools } from './wrap-tools.ts';

/** The settings of an agent, with hooks around its model and its tools, also those that it chooses later. */
export function wrapSettings<S extends SdkSettings>(dialogue: AiDialogue, settings: S): S {
  const { prepareStep, prepareCall, toolApproval } = settings;
  return {
    ...wrapParts(dialogue, settings),
    async prepareStep(start: SdkStepStart) {
      const known = (await dialogue.onStep?.(start)) ?? start;
      const messages = known === start ? {} : { messages: known.messages };
      return { ...messages, ...wrapParts(dialogue, await callSetting(prepareStep, known)) };
    },
    ...(prepareCall === undefined
      ? {}
      : {
          prepareCall: async (given: unknown) => wrapParts(dialogue, await callSetting(prepareCall, given)),
        }),
    toolApproval: toolApprovalOf(dialogue, toolApproval),
  };
}

async function callSetting(setting: unknown, given: unknown): Promise<SdkSettings> {
  return (typeof setting === 'function' ? await setting(given) : undefined) ?? {};
}

function wrapParts<S extends SdkSettings>(dialogue: AiDialogue, parts: S): S {
  const { model, tools } = parts;
  return {
    ...parts,
    ...(model === undefined ? {} : { model: wrapGivenModel(dialogue, model) }),
    ...(tools === undefined ? {} : { tools: wrapTools(dialogue, tools as SdkTools, null) }),
  };
}

/** Throws MODEL_BY_NAME for a name: only the SDK can resolve it, and the model would run without hooks. */
export function wrapGivenModel<M>(dialogue: AiDialogue, model: M): M {
  if (typeof model === 'string') throw new HookError('MODEL_BY_NAME', { model });
  return wrapModel(dialogue, model as M & SdkModel);
}

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
function toolApprovalOf(dialogue: AiDialogue, agentApproval: unknown): ToolApproval {
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
