import type { Message } from './event.ts';
import type { EventName } from './events.ts';
import type { JsonObject, JsonValue } from './json.ts';
import type { HookRun } from './outcome.ts';

export const DECISION_SCHEMA = 'hookmd.decision/1';

/** The decision about an action; `none` = no decision. */
export type DecisionValue = 'none' | 'allow' | 'ask' | 'block';

/**
 * The merged decision for the host.
 *
 * `input` is the effective tool input (the original if nothing changed) and null on events without one; `output` is null unless
 * a hook replaced it. `changed` names keys, never values.
 */
export interface Decision {
  readonly schema: typeof DECISION_SCHEMA;
  readonly traceId: string;
  readonly event: EventName;
  readonly eventId: string;
  readonly decision: DecisionValue;
  readonly reason: string | null;
  readonly decidedBy: readonly string[];
  readonly input: JsonObject | null;
  readonly output: JsonValue | null;
  readonly changed: readonly string[];
  readonly context: readonly string[];
  readonly feedback: readonly string[];
  readonly followUps: readonly string[];
  /** On a stop event, what replaces the conversation; before a model call what it is called with, if hooks changed it. */
  readonly messages: readonly Message[] | readonly JsonValue[] | null;
  /** What was appended to `messages`, its last entries, for a host that puts such texts elsewhere. */
  readonly hints: readonly string[];
  /** What hooks left of the offered tools; null where they took none away. */
  readonly tools: readonly JsonValue[] | null;
  readonly callback: { readonly name: string; readonly args: Readonly<Record<string, string>> } | null;
  readonly halt: { readonly reason: string | null } | null;
  readonly userMessages: readonly string[];
  readonly suppressOutput: boolean;
  readonly hooks: readonly HookRun[];
  /** Requested effects that were not applied, and why: a sentence each. */
  readonly dropped: readonly string[];
  /** Qualified names of the hooks that failed while the event proceeded. */
  readonly failedOpen: readonly string[];
  readonly durationMs: number;
}

/** Makes a decision without a dispatch; fields missing from `parts` are empty. */
export function decisionOf(event: EventName, parts: Partial<Decision>): Decision {
  return {
    schema: DECISION_SCHEMA,
    traceId: '',
    event,
    eventId: '',
    decision: 'none',
    reason: null,
    decidedBy: [],
    input: null,
    output: null,
    changed: [],
    context: [],
    feedback: [],
    followUps: [],
    messages: null,
    hints: [],
    tools: null,
    callback: null,
    halt: null,
    userMessages: [],
    suppressOutput: false,
    hooks: [],
    dropped: [],
    failedOpen: [],
    durationMs: 0,
    ...parts,
  };
}
