import type { CallbackContext } from '@hookmd/core/internal/executors/executor';
import type { EventPayload } from '@hookmd/core/internal/protocol/event';
import type { EventName } from '@hookmd/core/internal/protocol/events';
import type { JsonObject, JsonValue } from '@hookmd/core/internal/protocol/json';

/** What a callback may return, in the words of the hookmd protocol; docs/handlers.md has their meaning. */
export interface CallbackAnswer {
  readonly decision?: 'block' | 'ask' | 'allow';
  readonly reason?: string;
  /** `false` stops the agent. */
  readonly continue?: boolean;
  readonly stopReason?: string;
  readonly systemMessage?: string;
  readonly suppressOutput?: boolean;
  readonly followUps?: readonly string[];
  readonly messages?: JsonValue;
  readonly callback?: string;
  readonly callbackArgs?: Readonly<Record<string, string>>;
  readonly hookSpecificOutput?: JsonObject;
}

/** The event of any of these names, as handlers read it. */
export type EventOf<E extends EventName> = { [K in E]: EventPayload<K> }[E];

// biome-ignore lint/suspicious/noConfusingVoidType: a callback without a return statement has no opinion
type Judgement = CallbackAnswer | null | undefined | void;

/** A hook as a function: it gets a copy of the event of its own. Throw, and the run has failed. */
export type HookCallback<E extends EventName> = (
  event: EventOf<E>,
  context: CallbackContext,
) => Judgement | Promise<Judgement>;
