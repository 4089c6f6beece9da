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

/** Host actions of an agent, and when hooks may call for compaction. */
export interface ConversationOptions {
  /**
   * Host actions by name, such as `compact`: what a hook may call for, and nothing else.
   * Default: every call comes back as an outcome of the kind `host action`.
   */
  readonly hostActions?: Readonly<Record<string, HostAction>>;
  /** Whether hooks are to compact a full context; a number = from this share of the window on (0.8). Default: true where there is a host action `compact`. */
  readonly autoCompact?: boolean | number;
}

/** Options of one session. All are optional. */
export interface SessionOptions extends ConversationOptions {
  /** The session id in every event. Default: a new one. */
  readonly id?: string;
  /** Directories of skills, or their SKILL.md files: their approved hooks run too. */
  readonly skills?: readonly string[];
  /** The model's name in SessionStart. */
  readonly model?: string;
  /** Why the session begins, such as `resume`; default `startup`. */
  readonly source?: string;
  /** The agent's working directory; default: that of the Hooks object. */
  readonly cwd?: string;
  /** The host action for which the session began, if any. */
  readonly hostAction?: string;
  /** Prompts the user for permission. Default: a call that needs permission is blocked. */
  readonly onPrompt?: OnPrompt;
  /** Cancels hooks that run before an action, which then counts as blocked. Hooks that run after it, such as a redaction, finish. */
  readonly signal?: AbortSignal;
}

/** Options of one sub-agent. */
export interface SubagentOptions extends ConversationOptions {
  /** The kind of agent: hooks match it with `matcher`. */
  readonly type: string;
  /** Default: a new one. */
  readonly id?: string;
}

/**
 * The hooks of one conversation: its methods in the order in which an agent calls them.
 *
 * No method throws because of a hook. Where no hook listens, `concerns` and `prompt` cost nanoseconds. Methods throw
 * CALL_INVALID for wrong arguments, also where no hook listens; PAYLOAD where the payload does not fit the event; and
 * HOOKS_CLOSED after `close`. Calls of one batch may run side by side.
 */
export interface Conversation {
  readonly id: string;
  /** The report of the hooks that ran at its beginning: `context` is for the model, from then on. */
  readonly began: HookReport;
  /** Whether a hook listens to this event: use it before you build a large request. Throws CALL_INVALID for an unknown event. */
  concerns(event: EventName): boolean;
  /** Dispatches any event with the id of this conversation. */
  dispatch(event: EventName, payload?: JsonObject): Promise<DispatchResult>;

  /** A message of the user (UserPromptSubmit). `blocked`: do not call the model. `signal` cancels the hooks, and the message is blocked. */
  prompt(text: string, signal?: AbortSignal): Promise<PromptOutcome>;
  /** Calls the model with the request that hooks leave: PreToolSelection, PreModelCall, `call`, PostModelCall. */
  model<M, R, T = unknown>(
    request: ModelRequest<M, T>,
    call: (go: ModelGo<M, T>) => R | Promise<R>,
    usageOf?: (response: R) => Usage | undefined,
  ): Promise<ModelOutcome<R>>;
  /** The halves of `model` before and after the call, for a response that is a stream. */
  preModelCall<M, T = unknown>(request: ModelRequest<M, T>): Promise<ModelGate<M, T>>;
  postModelCall<R>(
    request: Pick<ModelRequest, 'provider' | 'model'>,
    response: R,
    usage?: Usage,
  ): Promise<ModelDone<R>>;
  /**
   * Calls a tool with the input that hooks leave: PreToolUse, PermissionRequest where the call needs permission, `execute`
   * once or not at all, then PostToolUse, or PostToolUseFailure where it threw.
   */
  tool<R>(call: ToolCall, execute: (input: JsonObject) => R | Promise<R>): Promise<ToolOutcome<R>>;
  preToolUse(call: ToolCall): Promise<ToolGate>;
  postToolUse<R>(run: ToolRun, output: R): Promise<ToolDone<R>>;
  postToolUseFailure(run: ToolRun, error: unknown): Promise<ToolFailed>;
  /** The model responded once (TurnEnd). `replaced`: continue with these messages as the conversation. */
  turn(report: TurnReport): Promise<TurnOutcome>;
  /** The agent is about to stop (Stop; for a sub-agent SubagentStop). `continue`: run again, at most `hooks.maxFollowUps` times in a row. */
  stop(report?: StopReport): Promise<StopOutcome>;
  /** The agent stopped because of an error (StopFailure). */
  fail(error: unknown): Promise<HookReport>;
  /** PreCompact, the compaction, PostCompact. `run`: default the host action `compact`. Throws NO_COMPACTION without either. */
  compact(request: CompactRequest, run?: () => ReturnType<HostAction>): Promise<CompactOutcome>;
  /**
   * Runs a sub-agent: SubagentStart, `run`, SubagentStop. The same hooks run, with `invoked_by: subagent` in their events.
   * `run` is called again with follow-ups where its loop does not call `child.stop()` itself. Throws what `run` throws.
   */
  subagent<R>(
    options: SubagentOptions,
    run: (child: Conversation, followUps: readonly string[]) => R | Promise<R>,
  ): Promise<SubagentDone<R>>;
}

/** The conversation of a session, and its end. */
export interface Session extends Conversation {
  /** The session is over (SessionEnd), cleanly or not; a second call does nothing. `close` ends all open sessions. */
  end(reason?: string): Promise<HookReport>;
}

/** One tool call of the model. */
export interface ToolCall {
  /** The tool's name; `mcp__server__tool` for a tool of an MCP server. */
  readonly name: string;
  readonly input: JsonObject;
  /** The model's id of the call; default: a new one. */
  readonly id?: string;
  /** The agent itself would prompt the user before this call. Default false: only where a hook decides `ask`. */
  readonly needsPermission?: boolean;
  /** What is wrong with an input that a hook changed, such as a violation of the tool's schema; null = nothing. The change is rejected then. */
  readonly check?: (input: JsonObject) => string | null;
  /** Cancels hooks that run before the call, which is then blocked. Hooks that run after it finish. */
  readonly signal?: AbortSignal | undefined;
}

/** A call that was made: `input` is what the tool ran with. */
export interface ToolRun extends ToolCall {
  /** The model's own input, where hooks changed it. */
  readonly originalInput?: JsonObject;
  readonly durationMs?: number;
}

/** A permission prompt for the user: may this tool run with this input? */
export interface Question {
  readonly tool: string;
  /** The input with which the tool would run. */
  readonly input: JsonObject;
  readonly id: string;
  /** Why a hook decided `ask`; null = the agent itself needs permission. */
  readonly reason: string | null;
  /** Aborted when the decision of the user is no longer needed. */
  readonly signal: AbortSignal;
}

/** Prompts the user; true = allowed. An exception is a denial. */
export type OnPrompt = (question: Question) => boolean | Promise<boolean>;

/** One call of the model. `messages` and `tools` are JSON in the agent's own shape. */
export interface ModelRequest<M = JsonValue, T = JsonValue> {
  readonly provider: string;
  readonly model: string;
  readonly messages: readonly M[];
  /** The offered tools: names, or objects with a `name`. Hooks may remove some. Default: none. */
  readonly tools?: readonly T[];
  /** Which call since the last message of the user, from 1. Default: counted. */
  readonly iteration?: number;
  /** Cancels hooks that run before the call, which is then blocked. */
  readonly signal?: AbortSignal | undefined;
}

/** One response of the model, with or without tool calls. */
export interface TurnReport {
  readonly toolsUsed: boolean;
  readonly usage?: Usage;
  /** The text of the response. */
  readonly response?: string;
  /** From 1; default: counted. */
  readonly number?: number;
}

/** The agent is about to stop. */
export interface StopReport {
  readonly lastAssistantMessage?: string;
  /** The conversation, for hooks that read all of it. */
  readonly messages?: readonly Message[];
  readonly usage?: Usage;
}

/** A function of the agent that a hook may call for. Returns the messages that replace the conversation, or a text that becomes its only message. */
export type HostAction = (
  args: Readonly<Record<string, string>>,
) => HostActionResult | Promise<HostActionResult>;

/** The messages that replace the conversation, or a text that becomes its only message. */
export type HostActionResult = string | readonly Message[];

/** Why and how the conversation is compacted. */
export interface CompactRequest {
  /** `manual` = the user started it, `auto` = the context is full. */
  readonly trigger: 'manual' | 'auto';
  readonly instructions?: string;
}

/** The agent itself, or a sub-agent. */
export interface Participant {
  readonly id: string;
  /** Fields of every event. */
  readonly base: JsonObject;
  readonly began: HookReport;
  readonly options: ConversationOptions & Pick<SessionOptions, 'onPrompt' | 'hostAction' | 'signal'>;
  readonly isNew: boolean;
  /** Null = the agent itself. */
  readonly subagent: { readonly invoker: Invoker; readonly payload: JsonObject } | null;
}

/** Counters that methods of one conversation share. */
export interface Counters {
  /** Calls of the model since the last message of the user. */
  iterations: number;
}

/** Options of one dispatch. */
export interface InvokeLimits {
  /** Cancels the hooks; the action counts as blocked. */
  readonly signal?: AbortSignal | undefined;
  /** What is wrong with an input that a hook changed; null = nothing. A change that does not fit is rejected as a whole. */
  readonly check?: ((input: JsonObject) => string | null) | undefined;
}

/** Runs the hooks of one conversation: all that its methods use of the runtime. */
export interface Invoker {
  /** False = no hook listens to the event, so that its payload need not be built. */
  readonly concerns: (event: EventName) => boolean;
  /** Never throws because of a hook. Throws PAYLOAD, and HOOKS_CLOSED after `close`. */
  readonly invoke: (event: EventName, payload: JsonObject, limits?: InvokeLimits) => Promise<Decision>;
  /** Any of them ends the conversation. */
  readonly signals: readonly AbortSignal[];
}
