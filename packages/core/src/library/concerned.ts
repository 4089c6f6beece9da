import { type EventName, eventNames } from '../protocol/events.ts';
import type { ActiveSet } from '../registry/active-set.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { Callbacks } from './callbacks.ts';

const EVERY: ReadonlySet<EventName> = new Set(eventNames);

/**
 * Which events any hook listens to, so that the others cost a look into a set.
 *
 * A hook that may not run counts too: the journal is to say why it did not. What is known holds until the event loop
 * turns; then the policy of the machine is looked at anew, which may bring hooks.
 */
export class Concerned {
  readonly #runtime: Runtime;
  readonly #callbacks: Callbacks;
  readonly #ending: AbortSignal;
  #events: ReadonlySet<EventName> | null = null;
  #revision = -1;
  #set: ActiveSet | null = null;
  #ofSet: ReadonlySet<EventName> = EVERY;

  constructor(runtime: Runtime, callbacks: Callbacks, ending: AbortSignal) {
    this.#runtime = runtime;
    this.#callbacks = callbacks;
    this.#ending = ending;
  }

  has(event: EventName): boolean {
    const isKnown = this.#events !== null && this.#revision === this.#callbacks.revision;
    return (isKnown ? this.#events : this.#look())?.has(event) ?? true;
  }

  #look(): ReadonlySet<EventName> {
    const { set } = this.#runtime;
    if (set !== this.#set) {
      this.#set = set;
      this.#ofSet = eventsOf(set);
    }
    const called = this.#callbacks.hooks.flatMap(({ events }) => events.map(({ event }) => event));
    const all = called.length === 0 ? this.#ofSet : new Set([...this.#ofSet, ...called]);
    // Of hooks that are stale or closed nobody knows anything: the next event is fired, and finds out.
    this.#events = this.#ending.aborted || this.#runtime.isStale() ? EVERY : all;
    this.#revision = this.#callbacks.revision;
    setImmediate(() => {
      this.#events = null;
    }).unref();
    return this.#events;
  }
}

function eventsOf({ hooks, inactive }: ActiveSet): ReadonlySet<EventName> {
  const listened = hooks.flatMap(({ events }) => events.map(({ event }) => event));
  return new Set([...listened, ...inactive.flatMap(({ events }) => events)]);
}
