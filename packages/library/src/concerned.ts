import { HookError } from '@hookmd/core/internal/errors/hook-error';
import { type EventName, eventNames } from '@hookmd/core/internal/protocol/events';
import type { ActiveSet } from '@hookmd/core/internal/registry/active-set';
import type { Runtime } from '@hookmd/core/internal/runtime/runtime';
import type { Callbacks } from './callbacks.ts';
import { eventName } from './event-shape.ts';

/** Of every event whether any hook listens to it, so that one look also tells what is no event. */
type Listened = ReadonlyMap<EventName, boolean>;

const EVERY: Listened = new Map(eventNames.map((name) => [name, true]));

/**
 * Which events any hook listens to, so that the others cost a look into a map.
 *
 * A hook that may not run counts too: the journal is to say why it did not. What is known holds until the event loop
 * turns; then the policy of the machine is looked at anew, which may bring hooks.
 */
export class Concerned {
  readonly #runtime: Runtime;
  readonly #callbacks: Callbacks;
  readonly #ending: AbortSignal;
  #events: Listened | null = null;
  #revision = -1;
  #set: ActiveSet | null = null;
  #ofSet: Listened = EVERY;

  constructor(runtime: Runtime, callbacks: Callbacks, ending: AbortSignal) {
    this.#runtime = runtime;
    this.#callbacks = callbacks;
    this.#ending = ending;
  }

  has(event: EventName): boolean {
    const isKnown = this.#events !== null && this.#revision === this.#callbacks.revision;
    return (isKnown ? this.#events : this.#look())?.get(event) ?? refuse(event);
  }

  #look(): Listened {
    const { set } = this.#runtime;
    if (set !== this.#set) {
      this.#set = set;
      this.#ofSet = eventsOf(set);
    }
    const called = this.#callbacks.hooks.flatMap(({ events }) =>
      events.map(({ event }): [EventName, boolean] => [event, true]),
    );
    const all = called.length === 0 ? this.#ofSet : new Map([...this.#ofSet, ...called]);
    // Of hooks that are stale or closed nobody knows anything: the next event is fired, and finds out.
    this.#events = this.#ending.aborted || this.#runtime.isStale() ? EVERY : all;
    this.#revision = this.#callbacks.revision;
    setImmediate(() => {
      this.#events = null;
    }).unref();
    return this.#events;
  }
}

function eventsOf({ hooks, inactive }: ActiveSet): Listened {
  const active = hooks.flatMap(({ events }) => events.map(({ event }) => event));
  const listened = new Set([...active, ...inactive.flatMap(({ events }) => events)]);
  return new Map(eventNames.map((name) => [name, listened.has(name)]));
}

function refuse(event: unknown): never {
  const detail = eventName.problems(event, 'event').join(' ');
  throw new HookError('CALL_INVALID', {
    call: 'session.concerns',
    detail,
    example: "session.concerns('Stop')",
  });
}
