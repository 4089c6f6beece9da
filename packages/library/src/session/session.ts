import type { Decision, EventName, JsonObject, JsonValue, Message, Usage } from '@hookmd/core/events';
import type { DispatchResult } from '@hookmd/core/runtime';
import type {
  CompactOutcome,
  HookReport,
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
} from '../outcomes.ts';

/** What an agent can do to a conversation of its own. */
export interface ConversationOptions {
  /**
   * What it can do when a hook calls for it, by name, such as `compact`: hooks that want another recipe are refused.
   * Default: whatever they call for comes back as an outcome of the kind `recipe`.
   */
  readonly recipes?: Readonly<Record<string, HostAction>>;
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
  readonly began: HookReport;
  /** Whether any hook listens to this event; for who would have to make much of what the verb takes. Throws CALL_INVALID where it is none. */
  concerns(event: EventName): boolean;
  /** Any event, with the id of this conversation. */
  fire(event: EventName, payload?: JsonObject): Promise<DispatchResult>;

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
  fail(error: unknown): Promise<HookReport>;
  /** PreCompact, the compaction, PostCompact. `run`: default the recipe `compact`. Throws where there is neither. */
  compact(request: CompactRequest, run?: () => ReturnType<HostAction>): Promise<CompactOutcome>;
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
  end(reason?: string): Promise<HookReport>;
}

/** One call of a tool, as the model asks for it. */
export interface ToolCall {
  /** Of an MCP server: `mcp__server__tool`. */
  readonly name: string;
  readonly input: JsonObject;
  /** The model's id of the call; default: one is made up. */
  readonly id?: string;
  /** The agent would ask the person before it calls this tool. Default false: only where a hook wants it. */
  readonly needsPermission?: boolean;
  /** What is wrong with an input that a hook made, such as what the tool's schema says; null = nothing. It is refused then. */
  readonly check?: (input: JsonObject) => string | null;
  /** Cancels what is asked before the call: the call is blocked then. What is asked after it comes to its end. */
  readonly signal?: AbortSignal | undefined;
}

/** A call that was made: `input` is what the tool ran with. */
export interface ToolRun extends ToolCall {
  /** What the model had asked for, where hooks changed it. */
  readonly originalInput?: JsonObject;
  readonly durationMs?: number;
}

/** What a person is asked: may this tool run with this input? */
export interface Question {
  readonly tool: string;
  /** The effective input: what the tool would run with. */
  readonly input: JsonObject;
  readonly id: string;
  /** Why a hook wants it asked; null = the agent itself does. */
  readonly reason: string | null;
  /** Aborted where nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

/** Asks the person; true = yes. Whatever it throws is a no. */
export type OnAsk = (question: Question) => boolean | Promise<boolean>;

/** One call of the model. `messages` and `tools` are JSON, in whatever shape the agent has them. */
export interface ModelRequest<M = JsonValue, T = JsonValue> {
  readonly provider: string;
  readonly model: string;
  readonly messages: readonly M[];
  /** What the model is offered: names, or objects with a `name`. Hooks may take some away. Default: none. */
  readonly tools?: readonly T[];
  /** Which call since the last message of the user, from 1. Default: counted. */
  readonly iteration?: number;
  /** Cancels what is asked before the call: the call is blocked then. */
  readonly signal?: AbortSignal | undefined;
}

/** One answer of the model, with or without tool calls. */
export interface TurnReport {
  readonly toolsUsed: boolean;
  readonly usage?: Usage;
  /** The text of the answer. */
  readonly response?: string;
  /** From 1; default: counted. */
  readonly number?: number;
}

/** The agent is about to stop. */
export interface StopReport {
  readonly lastAssistantMessage?: string;
  /** The conversation, for hooks that look at all of it. */
  readonly messages?: readonly Message[];
  readonly usage?: Usage;
}

/** What a recipe makes of the conversation: the messages that replace it, or a text that becomes its only message. */
export type HostAction = (
  args: Readonly<Record<string, string>>,
) => HostActionResult | Promise<HostActionResult>;

export type HostActionResult = string | readonly Message[];

export interface CompactRequest {
  /** `manual` = the person wants it, `auto` = the context is full. */
  readonly trigger: 'manual' | 'auto';
  readonly instructions?: string;
}

/** Who speaks: the agent itself, or one that it has started. */
export interface Participant {
  readonly id: string;
  /** Stands in every event. */
  readonly base: JsonObject;
  readonly began: HookReport;
  readonly options: ConversationOptions & Pick<SessionOptions, 'onAsk' | 'recipe' | 'signal'>;
  readonly isNew: boolean;
  /** Null = the agent itself. */
  readonly subagent: { readonly invoker: Invoker; readonly payload: JsonObject } | null;
}

/** What methods of one conversation count together. */
export interface Counters {
  /** Calls of the model since the user last said something. */
  iterations: number;
}

/** What holds for one question and not for the next. */
export interface InvokeLimits {
  /** Ends what is being asked. What was to be judged by then counts as blocked. */
  readonly signal?: AbortSignal | undefined;
  /** What is wrong with an input that a hook made; null = nothing. What does not fit is refused whole, and the original kept. */
  readonly check?: ((input: JsonObject) => string | null) | undefined;
}

/** Asks the hooks of one conversation: all that a verb needs to know of them. */
export interface Invoker {
  /** False = no hook listens to the event, so that nothing need be made of it. Nanoseconds. */
  readonly concerns: (event: EventName) => boolean;
  /** Never throws because of a hook. Throws PAYLOAD, and HOOKS_CLOSED after `close`. */
  readonly invoke: (event: EventName, payload: JsonObject, limits?: InvokeLimits) => Promise<Decision>;
  /** Any of them ends the conversation. */
  readonly signals: readonly AbortSignal[];
}
