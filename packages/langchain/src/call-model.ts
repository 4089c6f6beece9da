import { HookBlockedError } from '@hookmd/library/adapter';
import { AIMessage } from '@langchain/core/messages';
import type { LangChainDialogue } from './dialogue.ts';
import { textsOfHooks } from './messages.ts';
import { requestFor, responseAsJson, responseFrom, usageOf, viewOf } from './model-view.ts';
import { type CallModel, isLeaving, type ModelCall, type ModelResponse } from './shapes.ts';

/** PreToolSelection and PreModelCall, the call, PostModelCall. Throws HookBlockedError. */
export async function callModel(
  dialogue: LangChainDialogue,
  call: ModelCall,
  next: CallModel,
): Promise<ModelResponse> {
  dialogue.throwIfHalted();
  const effective = await prepare(dialogue, call);
  let response: ModelResponse;
  try {
    response = await next(effective);
  } catch (error) {
    if (dialogue.isMain && call.runtime.signal?.aborted !== true && !isLeaving(error))
      await dialogue.fail(error);
    throw error;
  }
  return runPostModelCall(dialogue, call, response);
}

/** The call of the model that hooks leave. */
async function prepare(dialogue: LangChainDialogue, call: ModelCall): Promise<ModelCall> {
  const { hooks, toolNames, remarks } = dialogue;
  dialogue.remarks = [];
  if (!hooks.concerns('PreModelCall') && !hooks.concerns('PreToolSelection'))
    return holdStream(dialogue, { ...call, messages: [...call.messages, ...textsOfHooks(remarks)] });
  const { signal } = call.runtime;
  const view = viewOf(call, (name) => toolNames.get(name) ?? name);
  const gate = dialogue.deliver(await hooks.preModelCall({ ...whichOf(call), ...view, signal }));
  if (gate.kind === 'blocked') throw new HookBlockedError('PreModelCall', gate.reason);
  return holdStream(dialogue, requestFor(call, view, gate, remarks));
}

/** Keeps the response out of streams until its hooks have run; then it is streamed as a whole. */
function holdStream({ hooks, options }: LangChainDialogue, call: ModelCall): ModelCall {
  if (options.live === true || !hooks.concerns('PostModelCall')) return call;
  const model = call.model as unknown as Configurable;
  return { ...call, model: model.withConfig({ tags: ['nostream'] }) };
}

async function runPostModelCall(
  dialogue: LangChainDialogue,
  call: ModelCall,
  given: ModelResponse,
): Promise<ModelResponse> {
  const response = AIMessage.isInstance(given)
    ? given
    : (given.messages.find(AIMessage.isInstance) as AIMessage);
  const isStructured = response !== given;
  const windowTokens = dialogue.options.contextWindow ?? windowOf(call.model);
  const replaced = await replacementOf(dialogue, call, response, windowTokens);
  // The data that was parsed from the response would stay.
  if (replaced !== null && (isStructured || isToBeStructured(call, response)))
    throw new HookBlockedError('PostModelCall', 'a hook changed a response that is read as data');
  const left = replaced ?? response;
  const toolsUsed = !isStructured && (left.tool_calls ?? []).length > 0;
  dialogue.turn = { response: left, toolsUsed, windowTokens };
  return replaced ?? given;
}

/** PostModelCall: the response with which hooks replace this one; null = none. */
async function replacementOf(
  dialogue: LangChainDialogue,
  call: ModelCall,
  response: AIMessage,
  windowTokens: number,
): Promise<AIMessage | null> {
  const { hooks } = dialogue;
  if (!hooks.concerns('PostModelCall')) return null;
  const usage = usageOf(response, windowTokens);
  const done = dialogue.deliver(
    await hooks.postModelCall<unknown>(whichOf(call), responseAsJson(response), usage),
  );
  dialogue.remarks = done.context;
  return done.isReplaced ? responseFrom(response, done.response) : null;
}

/** LangChain retries a response that it cannot parse, whatever a middleware changes. */
function isToBeStructured({ responseFormat }: ModelCall, { tool_calls: calls = [] }: AIMessage): boolean {
  return responseFormat !== undefined && calls.some(({ name }) => name.startsWith('extract-'));
}

function whichOf({ model }: ModelCall): { readonly provider: string; readonly model: string } {
  const { getLsParams, model: name, modelName } = boundIn(model);
  const { ls_provider: provider, ls_model_name: lsName } = getLsParams?.call(boundIn(model), {}) ?? {};
  return { provider: provider ?? 'unknown', model: lsName ?? name ?? modelName ?? provider ?? 'unknown' };
}

function windowOf(model: unknown): number {
  return boundIn(model).profile?.maxInputTokens ?? 0;
}

/** The fields with which models of LangChain describe themselves. */
interface Described {
  readonly getLsParams?: (options: object) => {
    readonly ls_provider?: string;
    readonly ls_model_name?: string;
  };
  readonly model?: string;
  readonly modelName?: string;
  readonly profile?: { readonly maxInputTokens?: number };
}

interface Configurable {
  withConfig(config: object): ModelCall['model'];
}

/** The model itself, where tools or options are bound to it. */
function boundIn(model: unknown): Described {
  const { bound } = model as { readonly bound?: unknown };
  return (bound ?? model) as Described;
}
