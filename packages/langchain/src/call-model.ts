import { HookBlockedError } from '@hookmd/library/adapter';
import { AIMessage } from '@langchain/core/messages';
import { answerAsJson, answerFrom } from './answer-view.ts';
import type { LangChainDialogue } from './dialogue.ts';
import { saidByHooks } from './messages.ts';
import { requestFor, viewOf } from './request-view.ts';
import { type CallModel, isLeaving, type ModelAnswer, type ModelCall } from './shapes.ts';
import { usageOf } from './usage.ts';

/** PreToolSelection and PreModelCall, the call, PostModelCall. Throws HookBlockedError. */
export async function callModel(
  dialogue: LangChainDialogue,
  call: ModelCall,
  next: CallModel,
): Promise<ModelAnswer> {
  dialogue.throwIfHalted();
  const effective = await prepare(dialogue, call);
  let answer: ModelAnswer;
  try {
    answer = await next(effective);
  } catch (error) {
    if (dialogue.isMain && call.runtime.signal?.aborted !== true && !isLeaving(error))
      await dialogue.fail(error);
    throw error;
  }
  return judge(dialogue, call, answer);
}

/** What the model is to be called with. */
async function prepare(dialogue: LangChainDialogue, call: ModelCall): Promise<ModelCall> {
  const { hooks, toolNames, remarks } = dialogue;
  dialogue.remarks = [];
  if (!hooks.concerns('PreModelCall') && !hooks.concerns('PreToolSelection'))
    return holdStream(dialogue, { ...call, messages: [...call.messages, ...saidByHooks(remarks)] });
  const { signal } = call.runtime;
  const view = viewOf(call, (name) => toolNames.get(name) ?? name);
  const gate = dialogue.deliver(await hooks.preModelCall({ ...whichOf(call), ...view, signal }));
  if (gate.kind === 'blocked') throw new HookBlockedError('PreModelCall', gate.reason);
  return holdStream(dialogue, requestFor(call, view, gate, remarks));
}

/** Keeps the answer out of streams until it was judged; it is streamed whole then. */
function holdStream({ hooks, options }: LangChainDialogue, call: ModelCall): ModelCall {
  if (options.live === true || !hooks.concerns('PostModelCall')) return call;
  const model = call.model as unknown as Configurable;
  return { ...call, model: model.withConfig({ tags: ['nostream'] }) };
}

async function judge(dialogue: LangChainDialogue, call: ModelCall, given: ModelAnswer): Promise<ModelAnswer> {
  const answer = AIMessage.isInstance(given)
    ? given
    : (given.messages.find(AIMessage.isInstance) as AIMessage);
  const isStructured = answer !== given;
  const windowTokens = dialogue.options.contextWindow ?? windowOf(call.model);
  const replaced = await replacementOf(dialogue, call, answer, windowTokens);
  // What was read out of the answer would still be there.
  if (replaced !== null && (isStructured || isToBeStructured(call, answer)))
    throw new HookBlockedError('PostModelCall', 'a hook changed an answer that is read as data');
  const left = replaced ?? answer;
  const toolsUsed = !isStructured && (left.tool_calls ?? []).length > 0;
  dialogue.turn = { answer: left, toolsUsed, windowTokens };
  return replaced ?? given;
}

/** PostModelCall: what hooks put in the place of the answer; null = nothing. */
async function replacementOf(
  dialogue: LangChainDialogue,
  call: ModelCall,
  answer: AIMessage,
  windowTokens: number,
): Promise<AIMessage | null> {
  const { hooks } = dialogue;
  if (!hooks.concerns('PostModelCall')) return null;
  const usage = usageOf(answer, windowTokens);
  const done = dialogue.deliver(
    await hooks.postModelCall<unknown>(whichOf(call), answerAsJson(answer), usage),
  );
  dialogue.remarks = done.context;
  return done.isReplaced ? answerFrom(answer, done.response) : null;
}

/** LangChain asks again with an answer that it could not read, whatever a middleware makes of that. */
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

/** What models of LangChain say of themselves. */
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

/** The model itself, where something is bound to it. */
function boundIn(model: unknown): Described {
  const { bound } = model as { readonly bound?: unknown };
  return (bound ?? model) as Described;
}
