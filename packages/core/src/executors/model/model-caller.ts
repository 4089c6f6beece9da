import type { EventName, Permit } from '../../events/events.ts';
import type { JsonObject } from '../../events/json.ts';
import type { Phase } from '../../events/outcome.ts';
import type { ModelSpec } from '../../events/service-spec.ts';

/** One turn: what a model is asked. */
export interface ModelCall {
  readonly model: ModelSpec;
  /** Null where the configuration names no variable for it. Goes to the provider and nowhere else. */
  readonly apiKey: string | null;
  readonly instructions: string;
  readonly messages: readonly ModelMessage[];
  /** What it may call; none = it answers in text. */
  readonly tools: readonly ModelTool[];
  /** JSON Schema of a text that is one JSON document; null = any text. */
  readonly answerSchema: JsonObject | null;
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

/** What a model wants to call: its own words, judged by nobody yet. */
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
  /** It had more to say than `maxOutputTokens`. */
  readonly isCutOff: boolean;
  /** Null where the provider did not say. */
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
}

/**
 * Asks a model once: one request, no retry. Rejects with a sentence for people, in which no key stands.
 *
 * Core knows none: whoever opens the runtime brings it.
 */
export type ModelCaller = (call: ModelCall) => Promise<ModelReply>;

/** What a runtime asks models by. */
export interface ModelAccess {
  readonly call: ModelCaller;
  /** Where the variables of keys are looked up. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** What a model hook is asked about, as far as it decides what may be answered and what may be read. */
export interface ModelTask {
  readonly model: ModelSpec;
  readonly event: EventName;
  readonly phase: Phase;
  /** What the event permits this hook and the host honours. */
  readonly permits: readonly Permit[];
  /** `allow` approves the call in advance; else it only has no objection. */
  readonly preApproves: boolean;
  readonly projectDir: string;
}
