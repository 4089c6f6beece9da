import type { Integration } from '@hookmd/agents';
import { type EventName, eventRow } from '@hookmd/core/events';
import { type Need, needPermit } from '@hookmd/core/manifest';

/**
 * What a hook needs of an agent at one of its events and does not get. As the plan of an event judges it: a need that the event does
 * not permit to anybody counts for nothing.
 */
export function missingNeeds(agent: Integration, event: EventName, needs: readonly Need[]): readonly Need[] {
  const { permits } = eventRow(event);
  const honoured = agent.honours(event);
  return needs.filter((need) => permits.includes(needPermit[need]) && !honoured.includes(needPermit[need]));
}
