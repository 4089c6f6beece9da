import { type Issue, issue } from '@hookmd/core/errors';
import { missingNeeds } from '../../agents/missing-needs.ts';
import { counted } from '../../ui/counted.ts';
import type { AgentSection } from './agent-section.ts';

/** Is there any hook that its events would ask, and can it give them what they need? */
export const hooks: AgentSection = ({ patient: { expected }, entries: { agent, events }, agent: host }) => {
  const all = [...expected.user.hooks, ...expected.project.hooks].filter(
    ({ source }) => source !== 'builtin',
  );
  const asked = all.filter((hook) => hook.events.some(({ event }) => events.includes(event)));
  const findings: Issue[] = [];
  if (events.length > 0 && asked.length === 0) findings.push(issue('AGENT_ASKS_NOBODY', { agent }));
  for (const { qualifiedName, needs, events: own } of asked) {
    const told = own.filter(({ event }) => events.includes(event));
    const lacking = told.map(({ event }) => missingNeeds(host, event, needs));
    if (lacking.every((all) => all.length > 0))
      findings.push(
        issue('HOST_CANNOT', {
          name: qualifiedName,
          needs: [...new Set(lacking.flat())].join(', '),
          agents: agent,
          word: qualifiedName,
        }),
      );
  }
  return { summary: `${counted(asked.length, 'hook')} for its events`, findings };
};
