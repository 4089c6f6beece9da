import { type Issue, issue } from '@hookmd/core/internal/errors/issue';
import { needPermit } from '@hookmd/core/internal/manifest/need-permit';
import { counted } from '../../views/counted.ts';
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
    const lacking = needs.filter((need) => told.every(({ event }) => !honours(event, need)));
    if (lacking.length > 0)
      findings.push(
        issue('HOST_CANNOT', {
          name: qualifiedName,
          needs: lacking.join(', '),
          agents: agent,
          word: qualifiedName,
        }),
      );
  }
  return { summary: `${counted(asked.length, 'hook')} for its events`, findings };

  function honours(event: Parameters<typeof host.honours>[0], need: keyof typeof needPermit): boolean {
    return host.honours(event).includes(needPermit[need]);
  }
};
