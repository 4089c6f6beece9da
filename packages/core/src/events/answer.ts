import type { Message } from './event.ts';
import type { JsonObject, JsonValue } from './json.ts';

/**
 * What one hook said, in the words of the middle: a wire has already turned its own words into these.
 *
 * Everything is optional; an empty answer is "no opinion". A `block` on a result event is `feedback`,
 * on a settle event a follow-up: the wire says so, the middle has one meaning per word.
 */
export interface Answer {
  readonly verdict?: 'block' | 'ask' | 'allow';
  readonly reason?: string;
  readonly halt?: { readonly reason: string | null };
  readonly input?: JsonObject;
  readonly output?: JsonValue;
  readonly feedback?: string;
  readonly context?: readonly string[];
  readonly followUps?: readonly string[];
  readonly messages?: readonly Message[];
  readonly callback?: { readonly name: string; readonly args: Readonly<Record<string, string>> };
  /** Appended to the messages of a model call. */
  readonly hint?: string;
  /** Paths of keys whose values are taken out of the messages of a model call. */
  readonly redact?: readonly string[];
  /** What is left of the tools that are offered to the model: the entries themselves, or their names. */
  readonly tools?: readonly JsonValue[];
  readonly userMessages?: readonly string[];
  readonly suppressOutput?: boolean;
}

/** How a wire read the answer of one hook: an answer with what it had to ignore, or why there is none. */
export type AnswerReading =
  | { readonly answer: Answer; readonly warnings: readonly string[] }
  | { readonly error: string };
