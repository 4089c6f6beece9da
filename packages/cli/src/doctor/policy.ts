import { NO_STAMP, type Policy } from '@hookmd/core/settings';
import { counted } from '../ui/counted.ts';
import type { Section } from './section.ts';
import { issuesOf } from './survey-issues.ts';

/** The administrator's policy: can it be followed, is it met, and what it asks for. */
export const policy: Section = ({ seen }) => {
  const { stamp, issues, path, policy: asked } = seen.policy;
  const findings = issuesOf('policy', seen);
  if (stamp === NO_STAMP) return { summary: 'none', findings };
  if (issues.length > 0) return { summary: `${path} is not followed`, findings };
  return { summary: `${path}: ${partsOf(asked).join(', ') || 'asks for nothing'}`, findings };
};

function partsOf(asked: Policy): readonly string[] {
  const { required, denied, sources, minimumReleaseAgeMs } = asked;
  return [
    ...(required.length > 0 ? [`${required.length} required`] : []),
    ...(denied.length > 0 ? [`${denied.length} denied`] : []),
    ...(sources === null ? [] : [counted(sources.length, 'allowed source')]),
    ...(minimumReleaseAgeMs > 0 ? ['a minimum release age'] : []),
    ...(asked.blocksOnFailure ? ['every failure blocks'] : []),
    ...(asked.isolates ? ['isolation'] : []),
    ...(asked.managedOnly ? ['managed hooks only'] : []),
  ];
}
