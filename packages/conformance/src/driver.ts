import type { JsonObject, JsonValue } from '@hookmd/core/events';
import type { Hooks } from '@hookmd/library';

/** How an agent comes by its tools, and what they are. Rows about tools are played in each way. */
export const toolWays = ['given', 'streaming', 'added later', 'of MCP'] as const;
export type ToolWay = (typeof toolWays)[number];

/** How the answer of the model arrives. Every row is played in both ways. */
export const modelWays = ['whole', 'streamed'] as const;
export type ModelWay = (typeof modelWays)[number];

/** What an adapter is tested through: it makes agents of its framework, whose model follows a script. */
export interface Driver {
  /** Of the adapter and its framework: it begins the titles. */
  readonly name: string;
  /** What the framework does not have, with the reason; rows that need it are skipped under that reason. */
  readonly lacks?: Readonly<Partial<Record<ToolWay | ModelWay | Ability, string>>>;
  /** Makes an agent with hooks around everything. Called once for each row that is played. */
  open(script: Script): Promise<DrivenAgent>;
}

/** What not every framework lets an adapter do. */
export type Ability = 'narrows tools' | 'replaces answers' | 'replaces messages';

/** What an agent is made of. All of it comes from the suite, so that it sees what really happens. */
export interface Script {
  readonly hooks: Hooks;
  readonly toolWay: ToolWay;
  readonly modelWay: ModelWay;
  readonly tools: readonly ScriptedTool[];
  /** A tool whose call is the work of a sub-agent, which has the other tools. Absent: none. */
  readonly subagent?: ScriptedSubagent;
  /** The model. To be called at each call of the model, with what a provider would be sent; rejects where the model fails. */
  answer(sent: Sent): Promise<Reply>;
  /** The agent's own compaction, and the model's window; TurnEnd is told of both. Absent: it has none. */
  readonly compaction?: Compaction;
  /** Asks the person whether a call may run. Absent: there is nobody to ask. */
  readonly onAsk?: () => Promise<boolean>;
}

export interface ScriptedTool {
  readonly name: string;
  /** Under `of MCP`: the server, and the name that the tool has there; hooks know it as `name`. */
  readonly mcp: { readonly server: string; readonly tool: string } | null;
  /** JSON Schema of the input: an object. */
  readonly inputSchema: JsonObject;
  /** What is wrong with an input by that schema; null = nothing. For frameworks that do not read it themselves. */
  problemOf(input: unknown): string | null;
  /**
   * Everything it gives out, the output last. A tool of any other way than `streaming` answers with the last one.
   * Throws where the tool fails.
   */
  run(input: JsonObject): AsyncIterable<JsonValue>;
}

export interface ScriptedSubagent {
  /** Of the tool; its input is `{ task }`, its output what the sub-agent answers last. */
  readonly tool: string;
  readonly type: string;
  answer(sent: Sent): Promise<Reply>;
}

export interface Compaction {
  readonly windowTokens: number;
  readonly threshold: number;
  summarize(): Promise<string>;
}

/** One call of the model. */
export interface Sent {
  /** Everything that the provider is sent as the conversation, as one text; JSON will do. */
  readonly text: string;
  /** Names of the tools that the model is offered. */
  readonly tools: readonly string[];
  readonly signal: AbortSignal | undefined;
}

/** What the model answers: text, or calls of tools, which it wants to run at once. */
export interface Reply {
  readonly text?: string;
  readonly calls?: readonly { readonly id: string; readonly tool: string; readonly input: JsonObject }[];
  /** Tokens of the prompt and of the answer. */
  readonly inputTokens: number;
  readonly outputTokens: number;
}

export interface DrivenAgent {
  /** Sends a message of the user, and goes on until the agent stops. Never rejects. */
  send(prompt: string, signal: AbortSignal): Promise<Ended>;
  /** The conversation as it would be kept, as one text; JSON will do. */
  kept(): string;
  /** The session is over. */
  close(): Promise<void>;
}

/** How a run of the agent ended. */
export interface Ended {
  /** `blocked`: a hook did not let it go on. `failed`: the model, or the agent itself. */
  readonly status: 'answered' | 'blocked' | 'cancelled' | 'failed';
  /** What the agent answered last, why it was blocked, or the error. */
  readonly text: string;
}
