import { HookError } from '@hookmd/core/errors';
import type {
  Conversation,
  CoverageRow,
  Hooks,
  HostAction,
  SessionOptions,
  SubagentOptions,
} from '@hookmd/library';
import { checkOpening, withCompact } from '@hookmd/library/adapter';
import type { BaseMessage } from '@langchain/core/messages';
import type { AgentMiddleware } from 'langchain';
import { type AgentWithTools, factsOf } from './coverage.ts';
import { LangChainDialogue, type LangChainOptions } from './dialogue.ts';
import { checkFind, guardCalls, mcpTools, rejectAsMiddleware } from './guard-calls.ts';
import { middlewareOf } from './middleware.ts';
import type { Surroundings } from './shapes.ts';

export interface LangChainSessionOptions extends SessionOptions, LangChainOptions {
  /** Compacts a context that is full: what it makes of the messages, a text or messages, takes their place. */
  readonly compact?: (messages: readonly BaseMessage[]) => ReturnType<HostAction>;
}

/** The hooks of one conversation, in the words of LangChain. */
export interface LangChainConversation {
  /** The same, without LangChain: for whatever it has no words for. */
  readonly hooks: Conversation;
  /** For `createAgent`, behind all others that change messages, tools or calls. */
  readonly middleware: AgentMiddleware;
  /** Everything that was said, as far as the last turn that ended. */
  readonly messages: readonly BaseMessage[];
  /**
   * Runs a sub-agent: the same hooks, which read that it is one. `run` makes an agent with `child.middleware`, invokes it,
   * and is called again with follow-ups only where that agent did not ask hooks itself whether it may stop.
   */
  subagent<R>(
    options: SubagentOptions,
    run: (child: LangChainConversation, followUps: readonly string[]) => R | Promise<R>,
  ): Promise<R>;
  /** Which tools of this agent no hook can reach, and why. */
  coverage(agent: AgentWithTools): readonly CoverageRow[];
}

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
 * One middleware for an agent that holds many conversations: `find` is told what a run was invoked with, such as
 * `configurable.thread_id`, and finds the conversation, or begins it. A run throws CONVERSATION_UNKNOWN where that is none.
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
