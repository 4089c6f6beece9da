import { eventRow } from '../events/events.ts';
import type { Manifest, ManifestEvent } from './manifest.ts';
import { canonicalEventsOf } from './vocabulary.ts';

/** Whether a failure of it would block: only what is asked before it is decided can. Pure. */
export function failsClosed({
  onFailure,
  observe,
  isAsync,
  events,
}: Pick<Manifest, 'onFailure' | 'observe' | 'isAsync' | 'events'>): boolean {
  return onFailure === 'block' && observe === 'no' && !isAsync && canBeBlocked(events);
}

export function canBeBlocked(events: readonly ManifestEvent[]): boolean {
  return canonicalEventsOf(events).some((event) => ['gate', 'result'].includes(eventRow(event).class));
}
