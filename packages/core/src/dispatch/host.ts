import type { EventName, Permit } from '../protocol/events.ts';
import { eventRow } from '../protocol/events.ts';
import type { Wire } from '../wires/wire.ts';

/** The agent on whose behalf an event is dispatched. An attachment is a host with more around it. */
export interface Host {
  readonly name: string;
  readonly wire: Wire;
  /** What the agent can honour on this event. A change it cannot honour is never asked for. */
  honours(event: EventName): readonly Permit[];
  /** Whether the agent stops when an answer of this event says so. */
  halts(event: EventName): boolean;
  /** Milliseconds after which the agent gives up on us and goes on; null = it waits. */
  budgetMs(event: EventName): number | null;
}

/** A caller that honours everything and waits: `hooks run` without `--agent`, and the library. */
export function localHost(wire: Wire): Host {
  return {
    name: 'local',
    wire,
    honours: (event) => eventRow(event).permits,
    halts: () => true,
    budgetMs: () => null,
  };
}
