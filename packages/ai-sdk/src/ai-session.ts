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
import { AiDialogue } from './dialogue.ts';
import { checkOpened, guardCalls } from './guard-calls.ts';
import { type Generate, run, runLoop } from './run.ts';
import type { SdkModel, SdkParams, SdkResult, SdkSettings, SdkTools } from './sdk-shapes.ts';
import { generate, stream } from './wrap-model.ts';
import { wrapGivenModel, wrapSettings } from './wrap-settings.ts';
import { factsOf, wrapTools } from './wrap-tools.ts';

/** Options of one session: those of `hooks.session`, and of this adapter. */
export interface AiSessionOptions extends SessionOptions, AdapterOptions {
  /** The conversation so far; default: empty. */
  readonly messages?: readonly ModelMessage[];
  /** Compacts a full context. The text or messages that it returns replace the conversation. */
  readonly compact?: (messages: readonly ModelMessage[]) => ReturnType<HostAction>;
}

/** The hooks of one conversation, for the AI SDK. */
export interface AiConversation {
  /** The same conversation without the AI SDK, for events that the SDK does not have. */
  readonly hooks: Conversation;
  /** The whole conversation, with which the next run begins. */
  readonly messages: readonly ModelMessage[];
  /**
   * Settings of a `ToolLoopAgent`, or what `generateText` and `streamText` take, with hooks around the model and the tools.
   * Throws MODEL_BY_NAME where the model is a name.
   */
  settings<S extends SdkSettings>(settings: S): S;
  /** A model whose calls run hooks. */
  model<M extends object>(model: M): M;
  /** The same as a middleware for `wrapLanguageModel`. */
  readonly middleware: HookMiddleware;
  /** A view of these tools, whose calls run hooks; tools that are added later are wrapped too. `server`: the MCP server that they belong to. */
  tools<T extends object>(tools: T, options?: { readonly server?: string }): T;
  /**
   * Sends a message of the user, and runs the agent until it stops. `generate` returns the result of
   * `agent.generate({ messages })`, or of `agent.stream({ messages })` once it is read. It is called again where hooks
   * continue the run. Throws HookBlockedError, and what `generate` throws.
   */
  run<R extends SdkResult>(
    prompt: string,
    generate: (messages: ModelMessage[]) => PromiseLike<R>,
    options?: { readonly signal?: AbortSignal },
  ): Promise<R>;
  /** Runs a sub-agent on a task, with the same hooks. `open` returns its `generate`. */
  subagent<R extends SdkResult>(
    options: SubagentOptions & { readonly task: string },
    open: (child: AiConversation) => (messages: ModelMessage[]) => PromiseLike<R>,
  ): Promise<R>;
  /** Which of these tools hooks cannot reach, and why. */
  coverage(tools: object): readonly CoverageRow[];
}

/** The conversation of a session, and its end. */
export interface AiSession extends AiConversation {
  /** The session is over (SessionEnd). */
  end(reason?: string): Promise<void>;
}

/** A middleware for `wrapLanguageModel` of AI SDK 6 and 7. */
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
        return runLoop(child, followUps.length === 0 ? [task] : followUps, asGenerate(start));
      });
      return result;
    },
    coverage: (tools) => hooks.coverage(factsOf(tools as SdkTools)),
  });
}

function asGenerate<R extends SdkResult>(start: (messages: ModelMessage[]) => PromiseLike<R>): Generate<R> {
  return (messages) => start([...messages] as ModelMessage[]);
}
