import type { EventName, Permit } from '../../events/events.ts';
import type { JsonObject } from '../../events/json.ts';
import type { Phase } from '../../events/outcome.ts';
import type { ModelSpec } from '../../events/service-spec.ts';

/** The input of one turn. */
export interface ModelCall {
  readonly model: ModelSpec;
  /** Null where the configuration names no variable for it. Goes to the provider and nowhere else. */
  readonly apiKey: string | null;
  readonly instructions: string;
  readonly messages: readonly ModelMessage[];
  /** The tools that the model may call; none = it replies with text. */
  readonly tools: readonly ModelTool[];
  /** JSON Schema of a text that is one JSON document; null = any text. */
  readonly outputSchema: JsonObject | null;
  readonly maxOutputTokens: number;
  readonly signal: AbortSignal;
}

/** One message of the conversation with a model. */
export type ModelMessage =
  | { readonly role: 'user'; readonly text: string }
  | { readonly role: 'assistant'; readonly text: string; readonly calls: readonly ModelToolCall[] }
  | { readonly role: 'tool'; readonly results: readonly ModelToolResult[] };

export interface ModelTool {
  readonly name: string;
  readonly about: string;
  readonly inputSchema: JsonObject;
}

/** A tool call of the model, not validated yet. */
export interface ModelToolCall {
  readonly id: string;
  readonly name: string;
  /** As the model wrote it; it should be the JSON of an object. */
  readonly input: string;
  /** What the provider wants to see again with the result. */
  readonly extra?: unknown;
}

export interface ModelToolResult {
  readonly id: string;
  readonly name: string;
  readonly text: string;
  readonly isError: boolean;
}

/** The response of a model. */
export interface ModelReply {
  readonly text: string;
  readonly calls: readonly ModelToolCall[];
  /** The reply exceeded `maxOutputTokens`. */
  readonly isCutOff: boolean;
  /** Null if the provider did not report it. */
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
}

/**
 * Calls a model once: one request, no retry. Rejects with a sentence for users, without the API key.
 *
 * Core has no caller: the code that opens the runtime provides it.
 */
export type ModelCaller = (call: ModelCall) => Promise<ModelReply>;

/** How a runtime calls models. */
export interface ModelAccess {
  readonly call: ModelCaller;
  /** Where the variables of keys are looked up. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** The facts of a model hook that decide what it may output and read. */
export interface ModelTask {
  readonly model: ModelSpec;
  readonly event: EventName;
  readonly phase: Phase;
  /** What the event permits this hook and the host honours. */
  readonly permits: readonly Permit[];
  /** `allow` approves the call in advance; without it, it is no decision. */
  readonly preApproves: boolean;
  readonly projectDir: string;
}
