import { type Issue, issue } from '@hookmd/core/errors';
import type { EventName } from '@hookmd/core/events';
import { leftOutBy, reportingAgents } from '../attach/registration-files.ts';
import { type Linted, placeOfKey } from './lint.ts';

/** Events of the manifest that no known agent reports to HookMD, in one issue. */
export function neverDispatchedLint(linted: Linted): readonly Issue[] {
  const never = linted.manifest.events.filter(
    ({ events }) => events.length > 0 && !events.some((event) => reportingAgents(event).length > 0),
  );
  if (never.length === 0) return [];
  const events = never.map(({ name, events: eventNames }) => name + whyNot(eventNames)).join(', ');
  return [issue('EVENT_NEVER_DISPATCHED', { events }, placeOfKey(linted, 'events'))];
}

/** Where an agent has the event, and HookMD keeps out of it. */
function whyNot(events: readonly EventName[]): string {
  const reasons = events.flatMap(leftOutBy).map(({ agent, why }) => `not ${agent}: ${why}`);
  return reasons.length === 0 ? '' : ` for HookMD (${reasons.join('; ')})`;
}
