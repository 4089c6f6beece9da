import type { Decision, EventName, HookEvent, JsonObject, Permit } from '@hookmd/core/events';
import type { Host } from '@hookmd/core/runtime';

/** One event of an agent, and what the agent does with a decision about it. */
export interface AgentEvent {
  /** The agent's name of the event. Default: the canonical name. */
  readonly native?: string;
  /** Names that other versions of the agent send. */
  readonly alsoCalled?: readonly string[];
  readonly honours: readonly Permit[];
  /** The agent stops if the decision requests it. */
  readonly halts?: true;
  /** Milliseconds until the agent continues without a decision, if not those of the agent. */
  readonly budgetMs?: number;
}

/** The events of an agent. It never sends an event without a row. */
export type AgentEvents = Readonly<Partial<Record<EventName, AgentEvent>>>;

/** What HookMD returns to the agent, in the agent's format. */
export interface NativeReply {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

/** Another agent that also reads the settings of this one, and starts the commands in them. */
export interface SettingsReader {
  readonly name: string;
  /** Whether it sent this payload. */
  isSender(payload: JsonObject, environment: Readonly<Record<string, string | undefined>>): boolean;
  /** Its integration in that case. */
  load(): Promise<Integration>;
}

/** An agent as HookMD sees it: a host with a format, its own event names, and its limits. */
export interface Integration extends Host {
  /** The canonical event of a native name; null = HookMD does not know the name. */
  eventOf(nativeEvent: string): EventName | null;
  /** The agent's name of an event; null = it never sends the event. */
  nativeOf(event: EventName): string | null;
  /** Whether the agent ever sends this event. */
  supports(event: EventName): boolean;
  /** Names of its tools that are not canonical. */
  readonly tools: readonly string[];
  /** Agents that also start the commands in its settings. Default: none. */
  readonly readBy?: readonly SettingsReader[];
  /** Settings files of other agents that it also reads, so that it may call HookMD twice. Default: none. */
  alsoReads?(places: { readonly projectDir: string }): readonly string[];
  /**
   * The files of a plugin, by name, for an agent that starts no commands. The plugin starts `argv` (program first) with the event
   * as its last argument.
   */
  plugin?(argv: readonly string[]): Readonly<Record<string, string>>;
  /** Field of the native payload with the name of the event. */
  readonly eventField: string;
  /** Fields with the name where that one is missing. Default: none. */
  readonly otherEventFields?: readonly string[];
  /** Variable with the project directory of the agent; null = it sets none. */
  readonly projectVariable: string | null;
  /** The decision in the agent's format. */
  reply(decision: Decision, event: HookEvent): NativeReply;
  /** A message to the user without a decision: HookMD reports its own failures with it. */
  notice(message: string): NativeReply;
  /** A denial by HookMD itself, because a required guard could not run. */
  rejection(event: EventName, reason: string): NativeReply;
}
