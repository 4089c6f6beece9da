import { HookBlockedError } from '@hookmd/library/adapter';
import { CollectedAnswer } from './answer-stream.ts';
import type { AiDialogue } from './dialogue.ts';
import { answerAsJson, answerFrom, usageOf } from './model-answer.ts';
import { promptAsJson, promptFor } from './model-prompt.ts';
import type { SdkAnswer, SdkModel, SdkParams, SdkPart, SdkStreamed } from './sdk-shapes.ts';

/** A model that asks hooks around every call; everything else of it is as it was. */
export function wrapModel<M extends SdkModel>(dialogue: AiDialogue, model: M): M {
  const wrapped: Record<PropertyKey, unknown> = {
    doGenerate: (params: SdkParams) => generate(dialogue, model, params),
    doStream: (params: SdkParams) => stream(dialogue, model, params),
  };
  return new Proxy(model, {
    // What a model keeps private, it finds only in itself.
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target);
      return wrapped[key] ?? (typeof value === 'function' ? value.bind(target) : value);
    },
  });
}

/** PreModelCall, the call, PostModelCall. */
export function generate(dialogue: AiDialogue, model: SdkModel, params: SdkParams): Promise<SdkAnswer> {
  return rememberFailure(dialogue, async () => {
    const answer = await model.doGenerate(await prepare(dialogue, model, params));
    const content = await judge(dialogue, model, answer);
    if (content === null) return answer;
    const { body, ...response } = answer.response ?? {};
    // What the provider said stands there once more.
    return { ...answer, content, ...(body === undefined ? {} : { response }) };
  });
}

/** The same of an answer that arrives in pieces; it is held until it was judged, unless the agent wants it live. */
export function stream(dialogue: AiDialogue, model: SdkModel, params: SdkParams): Promise<SdkStreamed> {
  return rememberFailure(dialogue, async () => {
    const streamed = await model.doStream(await prepare(dialogue, model, params));
    const answer = new CollectedAnswer();
    const finish = async (): Promise<readonly SdkPart[] | null> => {
      dialogue.failure = answer.failure;
      return judge(dialogue, model, answer);
    };
    if (dialogue.options.live === true || !dialogue.hooks.concerns('PostModelCall')) {
      const watch = new TransformStream<SdkPart, SdkPart>({
        transform(part, controller) {
          answer.add(part);
          controller.enqueue(part);
        },
        flush: async () => void (await finish()),
      });
      return { ...streamed, stream: streamed.stream.pipeThrough(watch) };
    }
    for await (const part of streamed.stream) answer.add(part);
    const content = await finish();
    const parts = content === null ? answer.parts : answer.streamOf(content);
    return { ...streamed, stream: ReadableStream.from(parts) };
  });
}

/** What the model is to be called with. Throws HookBlockedError. */
async function prepare(
  dialogue: AiDialogue,
  { provider, modelId }: SdkModel,
  params: SdkParams,
): Promise<SdkParams> {
  const { hooks, toolNames, remarks } = dialogue;
  dialogue.failure = undefined;
  dialogue.wraps.any = true;
  dialogue.throwIfHalted();
  dialogue.remarks = [];
  const isHeard = hooks.concerns('PreModelCall') || hooks.concerns('PreToolSelection');
  if (!isHeard && remarks.length === 0) return params;
  const { prompt, tools = [], abortSignal: signal } = params;
  const messages = promptAsJson(prompt);
  const offered = tools.map((tool) => ({ ...tool, name: toolNames.get(tool.name) ?? tool.name }));
  const request = { provider, model: modelId, messages, tools: offered, signal };
  const gate = dialogue.deliver(await hooks.preModelCall(request));
  signal?.throwIfAborted();
  if (gate.kind === 'blocked') throw new HookBlockedError('PreModelCall', gate.reason);
  const added = [...remarks, ...gate.hints, ...gate.context];
  return {
    ...params,
    prompt: promptFor(prompt, messages, gate.messages, added),
    ...(gate.tools === offered
      ? {}
      : { tools: tools.filter((_, at) => gate.tools.includes(offered[at] as never)) }),
  };
}

/** What hooks put in the place of an answer; null = nothing. */
async function judge(
  dialogue: AiDialogue,
  { provider, modelId }: SdkModel,
  { content, usage }: SdkAnswer,
): Promise<readonly SdkPart[] | null> {
  const { hooks, options } = dialogue;
  if (!hooks.concerns('PostModelCall')) return null;
  const which = { provider, model: modelId };
  const tokens = usageOf(usage, options.contextWindow);
  const done = dialogue.deliver(await hooks.postModelCall<unknown>(which, answerAsJson(content), tokens));
  dialogue.remarks = done.context;
  return done.isReplaced ? answerFrom(content, done.response) : null;
}

async function rememberFailure<R>(dialogue: AiDialogue, call: () => Promise<R>): Promise<R> {
  try {
    return await call();
  } catch (error) {
    dialogue.failure = { error };
    throw error;
  }
}
