import type { HookEvent } from '../events/event.ts';
import type { EventName, Permit } from '../events/events.ts';
import { eventRow } from '../events/events.ts';
import type { Wire } from '../protocols/format.ts';

/** The agent on whose behalf an event is dispatched. An attachment is a host with more around it. */
export interface Host {
  readonly name: string;
  readonly wire: Wire;
  /** What the agent can honour on this event. A change it cannot honour is never asked for. */
  honours(event: EventName): readonly Permit[];
  /** Why the agent cannot be told of this change of the input that it sent; null = it can. Default: it always can. */
  cannotCarry?(sent: HookEvent, changed: HookEvent): string | null;
  /** Whether a message comes from the user, not from the agent to itself. Default: it does. */
  isFromUser?(event: HookEvent): boolean;
  /** Whether the agent stops when an answer of this event says so. */
  halts(event: EventName): boolean;
  /** Names of the recipes it can run where an answer calls for one. */
  readonly recipes: readonly string[];
  /** Milliseconds after which the agent gives up on us and goes on; null = it waits. */
  budgetMs(event: EventName): number | null;
}

/** What compacts a conversation: every host that has recipes at all has this one. */
const COMPACT_RECIPE = 'compact';

/** A caller that honours everything and waits: `hooks run` without `--agent`, and the library. */
export function localHost(wire: Wire, recipes: readonly string[] = [COMPACT_RECIPE]): Host {
  return {
    name: 'local',
    wire,
    honours: (event) => eventRow(event).permits,
    halts: () => true,
    recipes,
    budgetMs: () => null,
  };
}
