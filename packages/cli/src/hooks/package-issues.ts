import type { Issue } from '@hookmd/core/errors';
import type { HookStatus } from '@hookmd/core/registry';
import { lintPackage } from '../lints/index.ts';
import { stateCauses } from './causes.ts';
import { isEligibilityCode } from './eligibility-code.ts';

/** What is wrong with a package as its author wrote it; `isNamed` = a person asks about this one. */
export async function manifestIssues(
  status: HookStatus,
  { isNamed = false }: { readonly isNamed?: boolean } = {},
): Promise<readonly Issue[]> {
  // That no agent here fires its event is nothing to say of a package that came along and is off.
  const lints = isNamed || isAskedFor(status) ? await lintPackage(status) : [];
  return [...status.record.issues, ...wrongAnswers(status), ...lints];
}

/** Nothing in its text says so: it was asked. */
function wrongAnswers(status: HookStatus): readonly Issue[] {
  return stateCauses(status).filter(({ code }) => code === 'EXECUTABLE_EVENT') as readonly Issue[];
}

/** Why it cannot run on this machine. */
export function eligibilityIssues(status: HookStatus): readonly Issue[] {
  return stateCauses(status).filter(({ code }) => isEligibilityCode(code)) as readonly Issue[];
}

/** What a bundled package lacks that nobody enabled is no fault, unless a person asks about it by name. */
export function isAskedFor({ record, isEnabled }: HookStatus): boolean {
  return isEnabled || record.root.source !== 'bundled';
}

/** By file and line, so that all about one file stands together. */
export function sortIssues(issues: readonly Issue[]): readonly Issue[] {
  const keyed = issues.map(
    (one) => [`${one.path ?? ''}\0${String(one.line ?? 0).padStart(8, '0')}`, one] as const,
  );
  return keyed.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([, one]) => one);
}
