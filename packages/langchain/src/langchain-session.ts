import { HookError } from '@hookmd/core/errors';
import type {
  Conversation,
  CoverageRow,
  Hooks,
  HostAction,
  SessionOptions,
  SubagentOptions,
} from '@hookmd/library';
import { checkOpening, HookBlockedError, withCompact } from '@hookmd/library/adapter';
import type { BaseMessage } from '@langchain/core/messages';
import type { AgentMiddleware } from 'langchain';
import { type AgentWithTools, factsOf } from './coverage.ts';
import { LangChainDialogue, type LangChainOptions } from './dialogue.ts';
import { checkFind, guardCalls, mcpTools, rejectAsMiddleware } from './guard-calls.ts';
import { middlewareOf } from './middleware.ts';
import type { Surroundings } from './shapes.ts';

/** Options of one session: those of `hooks.session`, and of this adapter. */
export interface LangChainSessionOptions extends SessionOptions, LangChainOptions {
  /** Compacts a full context. The text or messages that it returns replace the conversation. */
  readonly compact?: (messages: readonly BaseMessage[]) => ReturnType<HostAction>;
}

/** The hooks of one conversation, for LangChain. */
export interface LangChainConversation {
  /** The same conversation without LangChain, for events that LangChain does not have. */
  readonly hooks: Conversation;
  /** For `createAgent`, behind all others that change messages, tools or calls. */
  readonly middleware: AgentMiddleware;
  /** The conversation up to the last turn that ended. */
  readonly messages: readonly BaseMessage[];
  /**
   * Runs a sub-agent with the same hooks. `run` makes an agent with `child.middleware` and invokes it. It is called again
   * with follow-ups only where that agent did not run the Stop hooks itself.
   */
  subagent<R>(
    options: SubagentOptions,
    run: (child: LangChainConversation, followUps: readonly string[]) => R | Promise<R>,
  ): Promise<R>;
  /** Which tools of this agent hooks cannot reach, and why. */
  coverage(agent: AgentWithTools): readonly CoverageRow[];
}

/** The conversation of a session, and its end. */
export interface LangChainSession extends LangChainConversation {
  /** The session is over (SessionEnd). */
  end(reason?: string): Promise<void>;
}

const dialogues = new WeakMap<LangChainConversation, LangChainDialogue>();

/** Begins a conversation of an agent on LangChain (SessionStart, Setup). Throws CALL_INVALID and OPTIONS_INVALID. */
export async function openLangChainSession(
  hooks: Hooks,
  options: LangChainSessionOptions = {},
): Promise<LangChainSession> {
  checkOpening<LangChainSessionOptions>(
    { call: 'openLangChainSession', type: 'LangChainSessionOptions', added: { mcp: mcpTools } },
    hooks,
    options,
  );
  const { compact } = options;
  let dialogue: LangChainDialogue | null = null;
  const run = compact === undefined ? undefined : () => compact(dialogue?.messages ?? []);
  const session = await hooks.session(withCompact(options, run));
  dialogue = new LangChainDialogue(session, options, true);
  const end = async (reason?: string): Promise<void> => void (await session.end(reason));
  return conversationOf(hooks, dialogue, { end });
}

/**
 * One middleware for an agent with many conversations. `find` gets the configuration of a run, such as
 * `configurable.thread_id`, and returns its conversation. A run throws CONVERSATION_UNKNOWN for any other value.
 */
export function hookMiddleware(
  find: (surroundings: Surroundings) => LangChainConversation | Promise<LangChainConversation>,
): AgentMiddleware {
  checkFind(find);
  return middlewareOf(async (surroundings) => {
    const dialogue = dialogues.get(await find(surroundings));
    if (dialogue === undefined) throw new HookError('CONVERSATION_UNKNOWN', {});
    return dialogue;
  });
}

rejectAsMiddleware(
  hookMiddleware,
  'hookMiddleware',
  'createAgent({ model, tools, middleware: [hookMiddleware(find)] })',
);

function conversationOf<M extends object>(
  hooks: Hooks,
  dialogue: LangChainDialogue,
  more: M,
): LangChainConversation & M {
  const conversation: LangChainConversation & M = guardCalls({
    ...more,
    hooks: dialogue.hooks,
    middleware: middlewareOf(() => dialogue),
    get messages() {
      return dialogue.messages;
    },
    async subagent(options, run) {
      let child: LangChainConversation | undefined;
      const { result } = await dialogue.hooks.subagent(options, (inner, followUps) => {
        child ??= conversationOf(hooks, new LangChainDialogue(inner, dialogue.options, false), {});
        return run(child, followUps);
      });
      return result;
    },
    coverage: (agent: AgentWithTools) => hooks.coverage(factsOf(agent)),
  });
  rejectAsMiddleware(
    conversation,
    'session',
    'createAgent({ model, tools, middleware: [session.middleware] })',
  );
  dialogues.set(conversation, dialogue);
  return conversation;
}

/** The HookBlockedError in an exception of an agent; null = none. LangChain wraps the exceptions of a middleware. */
export function blockOf(thrown: unknown): HookBlockedError | null {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    if (error instanceof HookBlockedError) return error;
  }
  return null;
}
