import type {
  Conversation,
  CoverageRow,
  Hooks,
  HostAction,
  SessionOptions,
  SubagentOptions,
} from '@hookmd/library';
import { type AdapterOptions, anObject, checkOpening, listOf, withCompact } from '@hookmd/library/adapter';
import type { ModelMessage } from 'ai';
import { factsOf } from './coverage.ts';
import { AiDialogue } from './dialogue.ts';
import { checkOpened, guardCalls } from './guard-calls.ts';
import { answer, type Generate, run } from './run.ts';
import type { SdkModel, SdkParams, SdkResult, SdkSettings, SdkTools } from './sdk-shapes.ts';
import { generate, stream } from './wrap-model.ts';
import { wrapGivenModel, wrapSettings } from './wrap-settings.ts';
import { wrapTools } from './wrap-tools.ts';

export interface AiSessionOptions extends SessionOptions, AdapterOptions {
  /** What was said before; default: nothing. */
  readonly messages?: readonly ModelMessage[];
  /** Compacts a context that is full: what it makes of the messages, a text or messages, takes their place. */
  readonly compact?: (messages: readonly ModelMessage[]) => ReturnType<HostAction>;
}

/** The hooks of one conversation, in the words of the AI SDK. */
export interface AiConversation {
  /** The same, without the SDK: for whatever it has no words for. */
  readonly hooks: Conversation;
  /** Everything that was said, as the next run will begin with it. */
  readonly messages: readonly ModelMessage[];
  /**
   * Settings of a `ToolLoopAgent`, or what `generateText` and `streamText` take, with hooks around the model and the tools.
   * Throws MODEL_BY_NAME where the model is a name.
   */
  settings<S extends SdkSettings>(settings: S): S;
  /** A model that asks hooks around every call. */
  model<M extends object>(model: M): M;
  /** The same, for `wrapLanguageModel`. */
  readonly middleware: HookMiddleware;
  /** Tools that ask hooks around every call, as a view: what is added to them later is wrapped too. `server`: they are of this MCP server. */
  tools<T extends object>(tools: T, options?: { readonly server?: string }): T;
  /**
   * A message of the user, and all that follows until the agent stops. `generate` makes the SDK answer: with the
   * result of `agent.generate({ messages })`, or of `agent.stream({ messages })` once it is read. Called again where
   * hooks send the agent back. Throws HookBlockedError, and what `generate` throws.
   */
  run<R extends SdkResult>(
    prompt: string,
    generate: (messages: ModelMessage[]) => PromiseLike<R>,
    options?: { readonly signal?: AbortSignal },
  ): Promise<R>;
  /** Runs a sub-agent on a task: the same hooks, which read that it is one. `open` makes its `generate`. */
  subagent<R extends SdkResult>(
    options: SubagentOptions & { readonly task: string },
    open: (child: AiConversation) => (messages: ModelMessage[]) => PromiseLike<R>,
  ): Promise<R>;
  /** Which of these tools no hook can reach, and why. */
  coverage(tools: object): readonly CoverageRow[];
}

export interface AiSession extends AiConversation {
  /** The session is over (SessionEnd). */
  end(reason?: string): Promise<void>;
}

/** A middleware as `wrapLanguageModel` of both versions takes it. */
export interface HookMiddleware {
  readonly specificationVersion: 'v3';
  wrapGenerate<R>(call: MiddlewareCall & { readonly doGenerate: () => PromiseLike<R> }): Promise<R>;
  wrapStream<R>(call: MiddlewareCall & { readonly doStream: () => PromiseLike<R> }): Promise<R>;
}

interface MiddlewareCall {
  readonly params: object;
  readonly model: object;
}

/** Begins a conversation of an agent on AI SDK 6 or 7 (SessionStart, Setup). Throws CALL_INVALID and OPTIONS_INVALID. */
export async function openAiSession(hooks: Hooks, options: AiSessionOptions = {}): Promise<AiSession> {
  checkOpening<AiSessionOptions>(
    { call: 'openAiSession', type: 'AiSessionOptions', added: { messages: listOf(anObject) } },
    hooks,
    options,
  );
  const { messages = [], compact } = options;
  let dialogue: AiDialogue | null = null;
  const compactNow =
    compact === undefined ? undefined : () => compact((dialogue?.messages ?? []) as readonly ModelMessage[]);
  const session = await hooks.session(withCompact(options, compactNow));
  dialogue = new AiDialogue(session, options, messages);
  return Object.assign(conversationOf(hooks, dialogue), {
    end: async (reason?: string) => void (await session.end(reason)),
  });
}

function conversationOf(hooks: Hooks, dialogue: AiDialogue): AiConversation {
  return guardCalls({
    hooks: dialogue.hooks,
    get messages() {
      return dialogue.messages as readonly ModelMessage[];
    },
    settings: (settings) => wrapSettings(dialogue, settings),
    model: (model) => wrapGivenModel(dialogue, model),
    middleware: {
      specificationVersion: 'v3',
      wrapGenerate: ({ model, params }) =>
        generate(dialogue, model as SdkModel, params as SdkParams) as never,
      wrapStream: ({ model, params }) => stream(dialogue, model as SdkModel, params as SdkParams) as never,
    },
    tools: (tools, { server } = {}) => wrapTools(dialogue, tools as SdkTools, server ?? null) as never,
    run: (prompt, start, { signal } = {}) => run(dialogue, prompt, asGenerate(start), signal),
    async subagent({ task, ...options }, open) {
      let child: AiDialogue | undefined;
      let start: ReturnType<typeof open> | undefined;
      const { result } = await dialogue.hooks.subagent(options, (conversation, followUps) => {
        child ??= new AiDialogue(conversation, dialogue.options, [], dialogue);
        start ??= checkOpened(open(conversationOf(hooks, child)));
        return answer(child, followUps.length === 0 ? [task] : followUps, asGenerate(start));
      });
      return result;
    },
    coverage: (tools) => hooks.coverage(factsOf(tools as SdkTools)),
  });
}

function asGenerate<R extends SdkResult>(start: (messages: ModelMessage[]) => PromiseLike<R>): Generate<R> {
  return (messages) => start([...messages] as ModelMessage[]);
}
