import type { EventName, events } from './events.ts';
import type { JsonObject, JsonValue } from './json.ts';

export const EVENT_SCHEMA = 'hookmd.event/1';

/** The kind of a tool, independent of its name. */
export type ToolKind = 'shell' | 'read' | 'edit' | 'write' | 'search' | 'web' | 'mcp' | 'agent' | 'other';

/** What a tool call is about, whatever the agent calls its tools. */
export interface ToolView {
  readonly kind: ToolKind;
  readonly native_name: string;
  readonly command: string | null;
  readonly paths: readonly string[];
  readonly mcp: { readonly server: string; readonly tool: string } | null;
}

/** A message of a conversation, as text. */
export interface Message {
  readonly role: 'user' | 'assistant';
  readonly content: string;
}

/** Token counts of a conversation. */
export interface Usage {
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly current_context_window: number;
  readonly max_context_window: number;
}

/** The type behind each `FieldKind` of the event catalogue. */
export interface FieldTypes {
  string: string;
  'text?': string | null;
  number: number;
  boolean: boolean;
  object: JsonObject;
  array: readonly JsonValue[];
  any: JsonValue;
  messages: readonly Message[];
  usage: Usage;
  subagentStatus: 'completed' | 'canceled';
  fileChange: 'add' | 'change' | 'unlink';
}

/** A decision as observers see it. */
interface ObservedDecision {
  readonly decision: 'none' | 'allow' | 'ask' | 'block';
  readonly reason: string | null;
  /** Qualified names of hooks. */
  readonly decidedBy: readonly string[];
  /** Names of the arguments, or of the output, that hooks changed. */
  readonly changed: readonly string[];
}

/** Fields that every event has. */
export interface CommonFields {
  readonly schema: typeof EVENT_SCHEMA;
  readonly event_id: string;
  readonly session_id: string;
  readonly turn_id: string | null;
  readonly cwd: string;
  readonly project_dir: string;
  readonly transcript_path: string | null;
  readonly permission_mode: string | null;
  readonly invoked_by: 'main' | 'subagent';
  readonly agent: {
    readonly name: string;
    readonly version: string | null;
    readonly native_event: string;
  };
  /** The native payload, where the agent's shape is not Claude's. */
  readonly raw?: JsonValue;
  /** The decision; only observers get it. */
  readonly decision?: ObservedDecision;
}

type Fields<E extends EventName> = (typeof events)[E]['fields'];
type FieldType<K> = K extends keyof FieldTypes ? FieldTypes[K] : never;

type RequiredFields<F> = { readonly [K in keyof F as K extends `${string}?` ? never : K]: FieldType<F[K]> };
type OptionalFields<F> = { readonly [K in keyof F as K extends `${infer N}?` ? N : never]?: FieldType<F[K]> };
type ToolField<E extends EventName> = (typeof events)[E]['subject'] extends 'tool_name'
  ? { readonly tool: ToolView }
  : unknown;

/** The payload of one event as handlers of the protocols `hookmd` and `claude` get it. */
export type EventPayload<E extends EventName> = CommonFields & {
  readonly hook_event_name: E;
} & RequiredFields<Fields<E>> &
  OptionalFields<Fields<E>> &
  ToolField<E>;

/**
 * One event in the middle of HookMD: the canonical payload, plus what the host sent beyond it.
 *
 * Never changed in place; an accepted change makes a new one.
 */
export interface HookEvent extends CommonFields, JsonObjectLike {
  readonly hook_event_name: EventName;
  readonly tool?: ToolView;
  readonly tool_name?: string;
  readonly tool_input?: JsonObject;
}

interface JsonObjectLike {
  readonly [key: string]: unknown;
}
