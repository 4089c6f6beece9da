import { HookError } from '@hookmd/core/errors';
import type { AiDialogue } from './dialogue.ts';
import type { SdkModel, SdkSettings, SdkStepStart, SdkTools } from './sdk-shapes.ts';
import { toolApprovalOf } from './tool-approval.ts';
import { wrapModel } from './wrap-model.ts';
import { wrapTools } from './wrap-tools.ts';

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
