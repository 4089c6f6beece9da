import { issue } from '@hookmd/core/errors';
import { describeAgo } from '../../ui/ago.ts';
import type { AgentSection } from './agent-section.ts';

/** When it last told of anything. */
export const lastEvent: AgentSection = ({ patient: { now }, report: { lastEvent: last }, entries }) => {
  const { agent, events } = entries;
  if (last !== null)
    return { summary: `${last.event}, ${describeAgo(Date.parse(last.time), now.getTime())}`, findings: [] };
  return { summary: 'none yet', findings: events.length === 0 ? [] : [issue('AGENT_NEVER_SEEN', { agent })] };
};
