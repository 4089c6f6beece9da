/**
 * The parts of AI SDK 6 and 7 that this package uses, as both have them. Neither is imported, so that one build serves
 * both, and an agent never loads a second copy.
 */

/** A message of a conversation (`ModelMessage`) or of a provider's prompt. */
export interface SdkMessage {
  readonly role: string;
  readonly content: unknown;
}

export interface SdkTool {
  /** `dynamic` and `function` run here; `provider` ones may run elsewhere. */
  readonly type?: string;
  readonly inputSchema?: unknown;
  readonly execute?: (this: unknown, input: unknown, options?: SdkToolOptions) => unknown;
  readonly toModelOutput?: (given: SdkToolOutput) => unknown;
}

export type SdkTools = Readonly<Record<string, SdkTool>>;

export interface SdkToolOptions {
  readonly toolCallId?: string;
  readonly abortSignal?: AbortSignal;
}

export interface SdkToolOutput {
  readonly toolCallId: string;
  readonly output: unknown;
}

/** A model, of any version of the specification. */
export interface SdkModel {
  readonly provider: string;
  readonly modelId: string;
  doGenerate(params: SdkParams): PromiseLike<SdkResponse>;
  doStream(params: SdkParams): PromiseLike<SdkStreamed>;
}

export interface SdkParams {
  readonly prompt: readonly SdkMessage[];
  readonly tools?: readonly { readonly name: string }[];
  readonly abortSignal?: AbortSignal;
}

/** A part of a response: text, reasoning, a tool call, a file … */
export interface SdkPart {
  readonly type: string;
  readonly [key: string]: unknown;
}

export interface SdkResponse {
  readonly content: readonly SdkPart[];
  readonly usage?: SdkProviderUsage | undefined;
  /** The provider's raw response. */
  readonly response?: { readonly body?: unknown } | undefined;
}

export interface SdkStreamed {
  readonly stream: ReadableStream<SdkPart>;
}

/** A number in version 2 of the specification, numbers in later ones. */
export interface SdkProviderUsage {
  readonly inputTokens?: number | { readonly total?: number } | undefined;
  readonly outputTokens?: number | { readonly total?: number } | undefined;
}

/** One call of the model within a run, with its tool calls. */
export interface SdkStep {
  readonly text: string;
  readonly toolCalls: readonly unknown[];
  readonly usage: SdkProviderUsage;
  readonly response: { readonly messages: readonly SdkMessage[] };
}

/** The result of `generateText` and `agent.generate`, and of `streamText` and `agent.stream` once they are read. */
export interface SdkResult {
  readonly text: string | PromiseLike<string>;
  readonly steps: readonly SdkStep[] | PromiseLike<readonly SdkStep[]>;
}

/** The argument of `prepareStep`. */
export interface SdkStepStart {
  readonly steps: readonly SdkStep[];
  readonly messages: readonly SdkMessage[];
  /** All messages of the run; only in version 7. */
  readonly responseMessages?: readonly SdkMessage[];
}

/** The settings of an agent that are wrapped. */
export interface SdkSettings {
  readonly model?: unknown;
  readonly tools?: object;
  readonly prepareStep?: unknown;
  readonly prepareCall?: unknown;
  readonly toolApproval?: unknown;
}
