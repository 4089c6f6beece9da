import { practiceHints } from '../lints/index.ts';
import { orderLint } from '../lints/order.ts';
import { manifestIssues, sortIssues } from '../package-issues.ts';
import { counted } from '../views/counted.ts';
import type { Finding, Section } from './section.ts';

/** What `hooks check` finds in manifests and settings. */
export const manifests: Section = ({ seen }) => {
  const own = seen.statuses.flatMap((status): readonly Finding[] =>
    [...manifestIssues(status), ...(status.state === 'shadowed' ? [] : practiceHints(status))].map((one) => ({
      ...one,
      hook: status.record.qualifiedName,
    })),
  );
  const settings = seen.issues.filter(({ code }) => code.startsWith('CONFIG_') || code === 'MORE_ISSUES');
  const broken = seen.statuses.filter(({ record }) => record.manifest === null).length;
  return {
    summary: `${counted(seen.statuses.length, 'manifest')}, ${broken === 0 ? 'all can be read' : `${broken} with errors`}`,
    findings: [...settings, ...foreignFirst(own), ...sortIssues(orderLint(seen.statuses))],
  };
};

/** A manifest in another system's words: the keys it lacks only follow from that. */
function foreignFirst(findings: readonly Finding[]): readonly Finding[] {
  const isForeign = ({ code }: Finding): boolean => code === 'MANIFEST_FOREIGN_KEY';
  const misled = new Set(findings.filter(isForeign).map(({ hook }) => hook));
  const follows = ({ code, hook }: Finding): boolean => code === 'MANIFEST_MISSING_KEY' && misled.has(hook);
  return findings
    .filter((one) => !follows(one))
    .map((one) =>
      isForeign(one) && findings.some((other) => other.hook === one.hook && follows(other))
        ? { ...one, severity: 'error' as const }
        : one,
    );
}
