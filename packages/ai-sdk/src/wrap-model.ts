import { HookBlockedError } from '@hookmd/library/adapter';
import type { AiDialogue } from './dialogue.ts';
import { promptAsJson, promptFor, responseAsJson, responseFrom, usageOf } from './model-messages.ts';
import type {
  SdkModel,
  SdkParams,
  SdkPart,
  SdkProviderUsage,
  SdkResponse,
  SdkStreamed,
} from './sdk-shapes.ts';

/** A model whose calls run hooks; all its other members are unchanged. */
export function wrapModel<M extends SdkModel>(dialogue: AiDialogue, model: M): M {
  const wrapped: Record<PropertyKey, unknown> = {
    doGenerate: (params: SdkParams) => generate(dialogue, model, params),
    doStream: (params: SdkParams) => stream(dialogue, model, params),
  };
  return new Proxy(model, {
    // Private members exist only on the model itself.
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target);
      return wrapped[key] ?? (typeof value === 'function' ? value.bind(target) : value);
    },
  });
}

/** PreModelCall, the call, PostModelCall. */
export function generate(dialogue: AiDialogue, model: SdkModel, params: SdkParams): Promise<SdkResponse> {
  return rememberFailure(dialogue, async () => {
    const result = await model.doGenerate(await prepare(dialogue, model, params));
    const content = await runPostModelCall(dialogue, model, result);
    if (content === null) return result;
    const { body, ...response } = result.response ?? {};
    // The provider's raw response has the old content.
    return { ...result, content, ...(body === undefined ? {} : { response }) };
  });
}

/** The same for a streamed response, which is held until its hooks have run, unless the agent sets `live`. */
export function stream(dialogue: AiDialogue, model: SdkModel, params: SdkParams): Promise<SdkStreamed> {
  return rememberFailure(dialogue, async () => {
    const streamed = await model.doStream(await prepare(dialogue, model, params));
    const result = new CollectedResponse();
    const finish = async (): Promise<readonly SdkPart[] | null> => {
      dialogue.failure = result.failure;
      return runPostModelCall(dialogue, model, result);
    };
    if (dialogue.options.live === true || !dialogue.hooks.concerns('PostModelCall')) {
      const watch = new TransformStream<SdkPart, SdkPart>({
        transform(part, controller) {
          result.add(part);
          controller.enqueue(part);
        },
        flush: async () => void (await finish()),
      });
      return { ...streamed, stream: streamed.stream.pipeThrough(watch) };
    }
    for await (const part of streamed.stream) result.add(part);
    const content = await finish();
    const parts = content === null ? result.parts : result.streamOf(content);
    return { ...streamed, stream: ReadableStream.from(parts) };
  });
}

/** The parameters for the model that hooks leave. Throws HookBlockedError. */
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
  const hasListener = hooks.concerns('PreModelCall') || hooks.concerns('PreToolSelection');
  if (!hasListener && remarks.length === 0) return params;
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

/** The content with which hooks replace a response; null = none. */
async function runPostModelCall(
  dialogue: AiDialogue,
  { provider, modelId }: SdkModel,
  { content, usage }: SdkResponse,
): Promise<readonly SdkPart[] | null> {
  const { hooks, options } = dialogue;
  if (!hooks.concerns('PostModelCall')) return null;
  const which = { provider, model: modelId };
  const tokens = usageOf(usage, options.contextWindow);
  const done = dialogue.deliver(await hooks.postModelCall<unknown>(which, responseAsJson(content), tokens));
  dialogue.remarks = done.context;
  return done.isReplaced ? responseFrom(content, done.response) : null;
}

async function rememberFailure<R>(dialogue: AiDialogue, call: () => Promise<R>): Promise<R> {
  try {
    return await call();
  } catch (error) {
    dialogue.failure = { error };
    throw error;
  }
}

/** Parts of a stream before and after the content of the response. */
const around: Readonly<Record<string, 'before' | 'after'>> = {
  'stream-start': 'before',
  'response-metadata': 'before',
  raw: 'before',
  error: 'after',
  finish: 'after',
};

const blocks: Readonly<Record<string, string>> = { 'text-delta': 'text', 'reasoning-delta': 'reasoning' };

/** A streamed response, collected. */
class CollectedResponse {
  readonly parts: SdkPart[] = [];
  readonly #content: SdkPart[] = [];
  readonly #blocks = new Map<string, number>();

  get content(): readonly SdkPart[] {
    return this.#content;
  }

  get usage(): SdkProviderUsage | undefined {
    return this.parts.find(({ type }) => type === 'finish')?.usage as SdkProviderUsage | undefined;
  }

  /** The error that ended the stream. */
  get failure(): { readonly error: unknown } | undefined {
    const failed = this.parts.find(({ type }) => type === 'error');
    return failed === undefined ? undefined : { error: failed.error };
  }

  add(part: SdkPart): void {
    this.parts.push(part);
    const type = blocks[part.type];
    if (type !== undefined) this.#append(type, part);
    else if (!(part.type in around) && !isPiece(part.type)) this.#content.push(part);
  }

  /** A stream of other content. The provider's raw parts are left out, because they have the old content. */
  streamOf(content: readonly SdkPart[]): readonly SdkPart[] {
    const partsOn = (side: string): readonly SdkPart[] =>
      this.parts.filter(({ type }) => around[type] === side && type !== 'raw');
    return [...partsOn('before'), ...content.flatMap(piecesOf), ...partsOn('after')];
  }

  #append(type: string, { id, delta }: SdkPart): void {
    const key = `${type} ${id}`;
    const at = this.#blocks.get(key) ?? this.#content.length;
    this.#blocks.set(key, at);
    const before = this.#content[at]?.text ?? '';
    this.#content[at] = { type, text: `${before}${delta}` };
  }
}

/** Whether another part has the same content as a whole. */
function isPiece(type: string): boolean {
  return /^(text|reasoning|tool-input)-(start|delta|end)$/.test(type);
}

function piecesOf(part: SdkPart, at: number): readonly SdkPart[] {
  if (part.type !== 'text' && part.type !== 'reasoning') return [part];
  const id = `${part.type}-${at}`;
  return [
    { type: `${part.type}-start`, id },
    { type: `${part.type}-delta`, id, delta: part.text },
    { type: `${part.type}-end`, id },
  ];
}
