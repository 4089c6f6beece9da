import type { Attachment } from '@hookmd/agents';
import type { Need } from '@hookmd/core/internal/manifest/manifest';
import { needPermit } from '@hookmd/core/internal/manifest/need-permit';
import { eventRow } from '@hookmd/core/internal/protocol/events';
import type { EventName } from '@hookmd/core/protocol';

/**
 * What a hook needs of an agent at one of its events and does not get. As the plan of an event judges it: a need that the event does
 * not permit to anybody counts for nothing.
 */
export function lackingNeeds(agent: Attachment, event: EventName, needs: readonly Need[]): readonly Need[] {
  const { permits } = eventRow(event);
  const honoured = agent.honours(event);
  return needs.filter((need) => permits.includes(needPermit[need]) && !honoured.includes(needPermit[need]));
}
