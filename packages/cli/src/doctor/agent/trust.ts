import { issue } from '@hookmd/core/errors';
import { untrusted } from '../wiring.ts';
import type { AgentSection } from './agent-section.ts';

/** Does the agent itself let its hooks start, as far as its files say? */
export const trust: AgentSection = ({ entries, report }) => {
  const { agent, needs } = entries;
  const open = untrusted(entries);
  // What only the agent knows is worth a word where nothing ever came.
  const unknown = report.lastEvent === null ? needs.filter(({ isMet }) => isMet === null) : [];
  const findings = [
    ...open,
    ...unknown.map(({ says, remedy }) =>
      issue('AGENT_TRUST_UNKNOWN', { agent, says: says.replace(/\.$/, ''), remedy }),
    ),
  ];
  if (open.length > 0) return { summary: 'it skips our hooks', findings };
  return { summary: needs.length === 0 ? 'it asks for nothing' : 'as far as its files say', findings };
};
