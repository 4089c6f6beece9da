import type { Issue } from '@hookmd/core/errors';
import { isAskedFor, manifestIssues } from '../hooks/causes.ts';
import { serviceIssues } from '../lints/http-service.ts';
import { counted } from '../ui/counted.ts';
import type { Finding, Section } from './section.ts';
import { issuesOfNoSection } from './survey-issues.ts';

/** What `hooks check` finds in manifests and settings; how to write a hook better is left to it. */
export const manifests: Section = async ({ seen, environment }) => {
  const { statuses } = seen;
  const own: Finding[] = [];
  for (const status of statuses) {
    const services = isAskedFor(status) ? serviceIssues(status, environment) : [];
    const issues = [...(await manifestIssues(status)), ...services];
    own.push(...foreignFirst(issues, status.record.qualifiedName));
  }
  const broken = statuses.filter(({ record }) => record.manifest === null).length;
  const state = broken === 0 ? 'all can be read' : `${broken} with errors`;
  return {
    summary: `${counted(statuses.length, 'manifest')}, ${state}`,
    findings: [...issuesOfNoSection(seen), ...own],
  };
};

/** In a manifest of another system's words these are what is wrong; the keys it lacks only follow from that. */
function foreignFirst(issues: readonly Issue[], hook: string): readonly Finding[] {
  const isForeign = ({ code }: Finding): boolean => code === 'MANIFEST_FOREIGN_KEY';
  const follows = ({ code }: Finding): boolean => code === 'MANIFEST_MISSING_KEY';
  if (!issues.some(isForeign) || !issues.some(follows)) return issues.map((one) => ({ ...one, hook }));
  return issues
    .filter((one) => !follows(one))
    .map((one) => ({ ...one, hook, ...(isForeign(one) ? { severity: 'error' } : {}) }));
}
