import type { Decision } from '../events/decision.ts';
import type { HookEvent } from '../events/event.ts';
import type { EventName } from '../events/events.ts';
import type { HookOutput, OutputReading } from '../events/hook-output.ts';
import type { JsonObject, JsonValue } from '../events/json.ts';

/** The formats of hooks; those of agents alone are named by their directories. */
export type FormatId =
  | 'hookmd'
  | 'claude'
  | 'kodelet'
  | 'microclaw-rfc'
  | 'microclaw'
  | 'openclaw'
  | 'gemini'
  | 'cursor'
  | 'copilot'
  | 'vscode'
  | 'codex'
  | 'qwen'
  | 'opencode';

/** The fields that a format has read; `completeEvent` fills in the others. */
export type PartialEvent = Readonly<Record<string, unknown>>;

/** An output while it is being read. */
export type OutputDraft = { -readonly [K in keyof HookOutput]: HookOutput[K] };

/**
 * One format, both directions. Pure: no clock, no files, no environment.
 *
 * The law: `readEvent(writeEvent(x)) = x` and `readOutput(writeDecision(x)) = x`, for what the format can carry. `name` is the
 * event name that the hook uses: a format may have several for one event.
 */
export interface Format {
  readonly id: string;
  /** Native payload to canonical fields. `event` is what the caller states; the payload may state it too. */
  readEvent(native: JsonObject, event: EventName): PartialEvent;
  /** Canonical event to what a hook of this language reads. */
  writeEvent(event: HookEvent, name: string): JsonObject;
  /** Its hooks get a patch as it is, and not the calls that it is. */
  readonly readsPatches?: boolean;
  /**
   * What a matcher of a hook of this language is compared with; null = by this name the hook does not mean such a call;
   * undefined = the same as for every hook. Default: the same.
   */
  subjects?(event: HookEvent, name: string): readonly string[] | null | undefined;
  /** What a hook of this language printed when it had read `event`. */
  readOutput(document: JsonValue, event: HookEvent, name: string): OutputReading;
  /** The merged decision about `event` in the host's words; null = silence, which is the language's "no opinion". */
  writeDecision(decision: Decision, event: HookEvent): JsonObject | null;
}
