import { type Integration, integrations } from '@hookmd/agents';
import { type Issue, issue } from '@hookmd/core/errors';
import { type EventName, eventRow } from '@hookmd/core/events';
import { type Need, needPermit } from '@hookmd/core/manifest';
import { quoteWord } from '@hookmd/core/text';
import { inspectIntegration } from '../attach/inspect-integration.ts';
import type { AttachPlaces } from '../attach/registration-files.ts';
import type { SummaryRow } from '../hooks/overview.ts';

/** What a hook needs at one of its events and does not get from an agent. A need that the event never permits does not count. */
export function missingNeeds(agent: Integration, event: EventName, needs: readonly Need[]): readonly Need[] {
  const { permits } = eventRow(event);
  const honoured = agent.honours(event);
  return needs.filter((need) => permits.includes(needPermit[need]) && !honoured.includes(needPermit[need]));
}

/** Hooks that every attached agent has to skip (HOST_CANNOT), because none of them meets their needs. */
export function unhonoured(rows: readonly SummaryRow[], places: AttachPlaces): readonly Issue[] {
  const needing = rows.filter(({ needs: prompts }) => prompts !== undefined);
  if (needing.length === 0) return [];
  const attached = Object.values(integrations)
    .map((agent) => ({ agent, sent: inspectIntegration(agent.name, new Set(), places).events }))
    .filter(({ sent }) => sent.length > 0);
  if (attached.length === 0) return [];
  const agents = attached.map(({ agent }) => agent.name).join(', ');
  return needing.flatMap(({ qualifiedName, needs: requests }) => {
    const { events = [], needs = [] } = requests ?? {};
    const isInvoked = attached.some(({ agent, sent }) =>
      events.some((event) => sent.includes(event) && missingNeeds(agent, event, needs).length === 0),
    );
    // Another check reports events that no agent sends.
    const isSent = attached.some(({ sent }) => events.some((event) => sent.includes(event)));
    if (isInvoked || !isSent) return [];
    const parameters = {
      name: qualifiedName,
      needs: needs.join(', '),
      agents,
      word: quoteWord(qualifiedName),
    };
    return [issue('HOST_CANNOT', parameters)];
  });
}
