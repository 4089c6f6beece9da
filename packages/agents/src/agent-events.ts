import type { EventName, Permit } from '@hookmd/core/events';

/** What one agent makes of one event. */
export interface AgentEvent {
  /** Its own name of it. */
  readonly native: string;
  /** Other names that its versions send for it. */
  readonly alsoCalled?: readonly string[];
  readonly honours: readonly Permit[];
  /** It stops when an answer to this event says so. */
  readonly halts?: true;
  /** Milliseconds after which it goes on without an answer, where that differs from the rest. */
  readonly budgetMs?: number;
}

/** Row by row what an agent fires; an event without a row is never fired by it. */
export type AgentEvents = Readonly<Partial<Record<EventName, AgentEvent>>>;

export function canonicalName(events: AgentEvents, native: string): EventName | null {
  const found = Object.entries(events).find(
    ([, row]) => row.native === native || row.alsoCalled?.includes(native),
  );
  return found === undefined ? null : (found[0] as EventName);
}

export function nativeName(events: AgentEvents, event: EventName): string {
  return events[event]?.native ?? event;
}
