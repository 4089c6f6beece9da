import { integrations } from '@hookmd/agents';
import { entriesOf } from './entries.ts';
import type { Section } from './section.ts';
import { isUnreadable } from './wiring.ts';

/** Does an event of our own come back, sent the whole way by each agent that is attached? */
export const drill: Section = async (patient) => {
  const attached = Object.values(integrations)
    .map((agent) => ({ patient, agent, entries: entriesOf(agent.name, patient) }))
    .filter(({ entries }) => entries.events.length > 0 && !isUnreadable(entries));
  if (attached.length === 0) return { summary: 'no agent is attached', findings: [], isSkipped: true };
  // Here alone something is started: who has no agent attached does not load what does it.
  const { drill: send } = await import('./agent/test-event.ts');
  const reports = [];
  for (const one of attached) reports.push({ name: one.agent.name, ...(await send(one)) });
  return {
    summary: reports.map(({ name, summary }) => `${name} ${summary}`).join(', '),
    findings: reports.flatMap(({ findings }) => findings),
    ...(reports.every(({ isSkipped }) => isSkipped) ? { isSkipped: true } : {}),
  };
};
