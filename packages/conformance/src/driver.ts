import type { JsonObject, JsonValue } from '@hookmd/core/events';
import type { Hooks } from '@hookmd/library';

export const toolWays = ['given', 'streaming', 'added later', 'of MCP'] as const;
/** How an agent gets its tools, and their kind. Rows about tools run in each way. */
export type ToolWay = (typeof toolWays)[number];

export const modelWays = ['whole', 'streamed'] as const;
/** How the response of the model arrives. Every row runs in both ways. */
export type ModelWay = (typeof modelWays)[number];

/** Makes agents of one framework, with an adapter and a scripted model: you write it, and the suite calls it. */
export interface Driver {
  /** The name of the adapter and its framework, with which the titles begin. */
  readonly name: string;
  /** What the framework does not support. The value is the reason why rows that need it are skipped. */
  readonly missing?: Readonly<Partial<Record<ToolWay | ModelWay | Ability, string>>>;
  /** Makes an agent whose model and tools run hooks. Called once for each row. */
  open(script: Script): Promise<DrivenAgent>;
}

/** Abilities that some frameworks do not give an adapter. */
export type Ability = 'narrows tools' | 'replaces responses' | 'replaces messages';

/** The parts of an agent. All of them come from the suite, which records their calls. */
export interface Script {
  readonly hooks: Hooks;
  readonly toolWay: ToolWay;
  readonly modelWay: ModelWay;
  readonly tools: readonly ScriptedTool[];
  /** A tool that runs a sub-agent with the other tools. Absent: none. */
  readonly subagent?: ScriptedSubagent;
  /** The model: call it with the conversation that a provider would get. Rejects if the model fails. */
  respond(sent: Sent): Promise<Reply>;
  /** The agent's own compaction, and the model's window, both for TurnEnd. Absent: none. */
  readonly compaction?: Compaction;
  /** Prompts the user for permission of a call. Absent: no prompt is possible. */
  readonly onPrompt?: () => Promise<boolean>;
}

/** A tool of the script. */
export interface ScriptedTool {
  readonly name: string;
  /** For `of MCP`: the server, and the tool's name there; its name for hooks is `name`. */
  readonly mcp: { readonly server: string; readonly tool: string } | null;
  /** JSON Schema of the input: an object. */
  readonly inputSchema: JsonObject;
  /** Why an input does not match that schema; null = it matches. For frameworks that do not validate. */
  problemOf(input: unknown): string | null;
  /**
   * Yields its outputs, the final one last. A tool of any other way than `streaming` returns only the last one.
   * Throws if the tool fails.
   */
  run(input: JsonObject): AsyncIterable<JsonValue>;
}

/** The sub-agent of the script. */
export interface ScriptedSubagent {
  /** The name of its tool, whose input is `{ task }`, and whose output is the last response of the sub-agent. */
  readonly tool: string;
  readonly type: string;
  respond(sent: Sent): Promise<Reply>;
}

/** The compaction of the agent, and when its context is full. */
export interface Compaction {
  readonly windowTokens: number;
  readonly threshold: number;
  summarize(): Promise<string>;
}

/** One call of the model. */
export interface Sent {
  /** The whole conversation for the provider as one text, such as JSON. */
  readonly text: string;
  /** Names of the offered tools. */
  readonly tools: readonly string[];
  readonly signal: AbortSignal | undefined;
}

/** The response of the model: text, or tool calls, which run in parallel. */
export interface Reply {
  readonly text?: string;
  readonly calls?: readonly { readonly id: string; readonly tool: string; readonly input: JsonObject }[];
  /** Tokens of the prompt and of the response. */
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** An agent of the framework. */
export interface DrivenAgent {
  /** Sends a message of the user, and waits until the agent stops. Never rejects. */
  send(prompt: string, signal: AbortSignal): Promise<Ended>;
  /** The conversation as the agent would store it, as one text, such as JSON. */
  stored(): string;
  /** Ends the session. */
  close(): Promise<void>;
}

/** How a run of the agent ended. */
export interface Ended {
  /** `completed`: the agent stopped by itself. `blocked`: by a hook. `failed`: the model or the agent failed. */
  readonly status: 'completed' | 'blocked' | 'canceled' | 'failed';
  /** The last response, the reason of the block, or the error. */
  readonly text: string;
}
