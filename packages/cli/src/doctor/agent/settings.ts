import { issue } from '@hookmd/core/errors';
import { counted } from '../../ui/counted.ts';
import { findingsOf, isUnreadable } from '../wiring.ts';
import type { AgentSection } from './agent-section.ts';

/** Do its settings tell it of HookMD, at the events that hooks wait for, and do they name what can be started? */
export const settings: AgentSection = ({ patient, entries, report }) => {
  const { agent, events, files } = entries;
  const findings = findingsOf(entries, patient);
  if (events.length > 0) {
    const paths = files.filter(({ isOurs }) => isOurs).map(({ path }) => path);
    return { summary: `${counted(events.length, 'event')}, in ${paths.join(', ')}`, findings };
  }
  // It may well be told there: that comes first, and nobody knows more.
  if (isUnreadable(entries))
    return {
      summary: 'they cannot be read',
      findings: findings.map((one) =>
        one.code === 'WIRING_UNREADABLE' ? { ...one, severity: 'error' } : one,
      ),
    };
  const wanted = report.inspection.scopes[0]?.files[0]?.path ?? '';
  const none = issue('AGENT_NOT_ATTACHED', { agent, path: wanted });
  return { summary: 'it is not told of HookMD', findings: [none, ...findings] };
};
