import type { AllowRecord, BackgroundRecord, EventLogEntry, EventLogRecord } from '@hookmd/core/event-log';

/** More would make the page slow. */
const MAX_EVENTS = 10_000;

/** The events that the page knows. */
export class EventStore {
  /** Newest first. A new array after each change. */
  events: readonly EventLogRecord[] = [];
  /** The agents and hooks of all events. */
  readonly agents: Set<string> = new Set();
  readonly hooks: Set<string> = new Set();
  readonly #known = new Set<string>();
  #past: EventLogRecord[] = [];
  #live: EventLogRecord[] = [];
  readonly #changed: () => void;
  #isScheduled = false;

  /** `changed` is called after events arrived, at most once per frame. */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  add(entry: EventLogEntry, isLive: boolean): void {
    if (!isEvent(entry) || this.#known.has(entry.spanId)) return;
    this.#known.add(entry.spanId);
    this.agents.add(entry.agent);
    for (const { name } of entry.hooks) this.hooks.add(name);
    (isLive ? this.#live : this.#past).push(entry);
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    requestAnimationFrame(() => this.#apply());
  }

  #apply(): void {
    this.#isScheduled = false;
    const all = [...this.#live.reverse(), ...this.events, ...this.#past];
    for (const { spanId } of all.slice(MAX_EVENTS)) this.#known.delete(spanId);
    this.events = all.slice(0, MAX_EVENTS);
    this.#live = [];
    this.#past = [];
    this.#changed();
  }
}

function isEvent(entry: EventLogEntry): entry is EventLogRecord {
  return (entry satisfies EventLogRecord | BackgroundRecord | AllowRecord).schema === 'hookmd.trace/1';
}
