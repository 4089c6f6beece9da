import { eligibilityIssues, isAskedFor } from '../hooks/causes.ts';
import type { Section } from './section.ts';

/** What hooks need of this machine and do not find. */
export const eligibility: Section = ({ seen }) => {
  const findings = seen.statuses
    .filter(isAskedFor)
    .flatMap((status) =>
      eligibilityIssues(status).map((one) => ({ ...one, hook: status.record.qualifiedName })),
    );
  const ready = seen.statuses.filter(({ state }) => state === 'ready').length;
  const lacking = new Set(findings.map(({ hook }) => hook)).size;
  return { summary: `${ready} ready${lacking === 0 ? '' : `, ${lacking} lack something`}`, findings };
};
