import type { Message } from './event.ts';
import type { JsonObject, JsonValue } from './json.ts';

/**
 * The output of one handler, after its format has been read.
 *
 * Every field is optional; an empty output is no decision. A format has already turned a block after the action into
 * `feedback`, and one at the end of a turn into a follow-up, so that each field has one meaning.
 */
export interface HookOutput {
  readonly decision?: 'block' | 'ask' | 'allow';
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
  /** Paths of keys whose values are removed from the messages of a model call. */
  readonly redact?: readonly string[];
  /** The tools that remain offered to the model: the entries themselves, or their names. */
  readonly tools?: readonly JsonValue[];
  readonly userMessages?: readonly string[];
  readonly suppressOutput?: boolean;
}

/** An output with warnings about ignored parts, or why there is none. */
export type OutputReading =
  | { readonly output: HookOutput; readonly warnings: readonly string[] }
  | { readonly error: string };
