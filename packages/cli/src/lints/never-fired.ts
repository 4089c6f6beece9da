import { attachments } from '@hookmd/agents';
import { type Issue, issue } from '@hookmd/core/internal/errors/issue';
import { type Linted, placeOfKey } from './lint.ts';

/** Events of the manifest that no known agent fires, in one issue. */
export function neverFiredLint(linted: Linted): readonly Issue[] {
  const agents = Object.values(attachments);
  const never = linted.manifest.events.filter(
    ({ events }) => events.length > 0 && !events.some((event) => agents.some((agent) => agent.fires(event))),
  );
  if (never.length === 0) return [];
  const events = never.map(({ name }) => name).join(', ');
  return [issue('EVENT_NEVER_FIRED', { events }, placeOfKey(linted, 'events'))];
}
