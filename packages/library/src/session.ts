import type { Usage } from '@hookmd/core/internal/protocol/event';
import type { EventName } from '@hookmd/core/internal/protocol/events';
import type { JsonObject } from '@hookmd/core/internal/protocol/json';
import type { Fired } from '@hookmd/core/internal/runtime/runtime';
import type { ModelRequest } from './ask-about-model.ts';
import type { CompactRequest, Recipe } from './compact.ts';
import type {
  CompactOutcome,
  Heard,
  ModelDone,
  ModelGate,
  ModelGo,
  ModelOutcome,
  PromptOutcome,
  StopOutcome,
  SubagentDone,
  ToolDone,
  ToolFailed,
  ToolGate,
  ToolOutcome,
  TurnOutcome,
} from './outcomes.ts';
import type { OnAsk } from './permission.ts';
import type { StopReport, TurnReport } from './settle.ts';
import type { ToolCall, ToolRun } from './tool-calls.ts';

/** What an agent can do to a conversation of its own. */
export interface ConversationOptions {
  /**
   * What it can do when a hook calls for it, by name, such as `compact`: hooks that want another recipe are refused.
   * Default: whatever they call for comes back as an outcome of the kind `recipe`.
   */
  readonly recipes?: Readonly<Record<string, Recipe>>;
  /** Whether hooks shall compact a context that is full; a number = from this share of it on (0.8). Default: where there is a recipe `compact`. */
  readonly autoCompact?: boolean | number;
}

export interface SessionOptions extends ConversationOptions {
  /** Stands in every event. Default: a new one. */
  readonly id?: string;
  /** Folders of skills, or their SKILL.md: their hooks take part, as far as they are approved. */
  readonly skills?: readonly string[];
  /** What SessionStart says of the model. */
  readonly model?: string;
  /** Why the session begins, such as `resume`; default `startup`. */
  readonly source?: string;
  /** The folder in which the agent works; default: that of the Hooks object. */
  readonly cwd?: string;
  /** The recipe for which the session was begun, if it was. */
  readonly recipe?: string;
  /** Asks the person. Default: what is to be asked is blocked. */
  readonly onAsk?: OnAsk;
  /** Ends what is asked before something is done: it counts as blocked. What is asked afterwards, such as a redaction, comes to its end. */
  readonly signal?: AbortSignal;
}

export interface SubagentOptions extends ConversationOptions {
  /** What kind of agent it is. */
  readonly type: string;
  /** Default: a new one. */
  readonly id?: string;
}

/**
 * The hooks of one conversation, in the order in which an agent meets them.
 *
 * No verb throws because of a hook, and each costs nanoseconds where no hook listens. They throw CALL_INVALID where they are
 * given what they do not take, also then; PAYLOAD where that is none of the event, and HOOKS_CLOSED after `close`. What is asked together is answered together: calls of
 * one batch may run side by side.
 */
export interface Conversation {
  readonly id: string;
  /** What hooks said when it began: `context` is what the model is to know from then on. */
  readonly began: Heard;
  /** Whether any hook listens to this event; for who would have to make much of what the verb takes. Throws CALL_INVALID where it is none. */
  concerns(event: EventName): boolean;
  /** Any event, with the id of this conversation. */
  fire(event: EventName, payload?: JsonObject): Promise<Fired>;

  /** The user said something (UserPromptSubmit). `blocked`: the model must not be called. `signal` cancels what is asked: it is blocked then. */
  prompt(text: string, signal?: AbortSignal): Promise<PromptOutcome>;
  /** Calls the model with what hooks leave of the request: PreToolSelection, PreModelCall, `call`, PostModelCall. */
  model<M, R, T = unknown>(
    request: ModelRequest<M, T>,
    call: (go: ModelGo<M, T>) => R | Promise<R>,
    usageOf?: (response: R) => Usage | undefined,
  ): Promise<ModelOutcome<R>>;
  /** The half before and the half after, for who cannot wait in between: an answer that is a stream. */
  preModelCall<M, T = unknown>(request: ModelRequest<M, T>): Promise<ModelGate<M, T>>;
  postModelCall<R>(
    request: Pick<ModelRequest, 'provider' | 'model'>,
    response: R,
    usage?: Usage,
  ): Promise<ModelDone<R>>;
  /**
   * Calls a tool with the input that hooks leave: PreToolUse, PermissionRequest where somebody is to be asked, `execute`
   * once or not at all, then PostToolUse, or PostToolUseFailure where it threw.
   */
  tool<R>(call: ToolCall, execute: (input: JsonObject) => R | Promise<R>): Promise<ToolOutcome<R>>;
  preToolUse(call: ToolCall): Promise<ToolGate>;
  postToolUse<R>(run: ToolRun, output: R): Promise<ToolDone<R>>;
  postToolUseFailure(run: ToolRun, error: unknown): Promise<ToolFailed>;
  /** The model answered once (TurnEnd). `replaced`: the conversation is to be these messages at once. */
  turn(report: TurnReport): Promise<TurnOutcome>;
  /** The agent is about to stop (Stop; of a sub-agent SubagentStop). `continue`: it is to go on. At most `hooks.maxFollowUps` times in a row. */
  stop(report?: StopReport): Promise<StopOutcome>;
  /** The agent stopped because of an error (StopFailure). */
  fail(error: unknown): Promise<Heard>;
  /** PreCompact, the compaction, PostCompact. `run`: default the recipe `compact`. Throws where there is neither. */
  compact(request: CompactRequest, run?: () => ReturnType<Recipe>): Promise<CompactOutcome>;
  /**
   * Runs a sub-agent: SubagentStart, `run`, SubagentStop. The same hooks are asked; they read `invoked_by: subagent`.
   * `run` is called again with follow-ups, where its loop does not itself ask `child.stop()`. What it throws is thrown on.
   */
  subagent<R>(
    options: SubagentOptions,
    run: (child: Conversation, followUps: readonly string[]) => R | Promise<R>,
  ): Promise<SubagentDone<R>>;
}

export interface Session extends Conversation {
  /** The session is over (SessionEnd), cleanly or not; a second time it does nothing. `close` ends those that go on. */
  end(reason?: string): Promise<Heard>;
}
