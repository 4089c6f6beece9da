import { integrations } from '@hookmd/agents';
import { type Issue, issue } from '@hookmd/core/errors';
import { quoteWord } from '@hookmd/core/text';
import { inspectIntegration } from '../attach/inspect-integration.ts';
import type { AttachPlaces } from '../attach/registration-files.ts';
import type { OverviewRow } from '../hooks/overview.ts';
import { missingNeeds } from './missing-needs.ts';

/**
 * Hooks that need of the agent what none of those gives them that are attached: each event skips them (HOST_CANNOT), and nothing
 * else would say so before. Where no agent is attached nothing can be said.
 */
export function unhonoured(rows: readonly OverviewRow[], places: AttachPlaces): readonly Issue[] {
  const asking = rows.filter(({ asks }) => asks !== undefined);
  if (asking.length === 0) return [];
  const attached = Object.values(integrations)
    .map((agent) => ({ agent, told: inspectIntegration(agent.name, new Set(), places).events }))
    .filter(({ told }) => told.length > 0);
  if (attached.length === 0) return [];
  const agents = attached.map(({ agent }) => agent.name).join(', ');
  return asking.flatMap(({ qualifiedName, asks }) => {
    const { events = [], needs = [] } = asks ?? {};
    const isInvoked = attached.some(({ agent, told }) =>
      events.some((event) => told.includes(event) && missingNeeds(agent, event, needs).length === 0),
    );
    // Where nobody tells of its events at all, that is another matter.
    const isTold = attached.some(({ told }) => events.some((event) => told.includes(event)));
    if (isInvoked || !isTold) return [];
    const facts = { name: qualifiedName, needs: needs.join(', '), agents, word: quoteWord(qualifiedName) };
    return [issue('HOST_CANNOT', facts)];
  });
}
