import { type Issue, isAboutNoHook } from '@hookmd/core/errors';
import type { Survey } from '@hookmd/core/registry';

/** What the survey found beside the packages, by the section that says it. */
const claims: Readonly<Record<'roots' | 'policy' | 'trust', (one: Issue) => boolean>> = {
  roots: (one) =>
    one.code.startsWith('ROOT_') || one.code === 'EXECUTABLE_BEHIND_BROKEN' || isAboutNoHook(one),
  policy: ({ code }) => code.startsWith('POLICY_'),
  trust: ({ code }) => code.startsWith('STATE_') || code.startsWith('LINK_'),
};

export function issuesOf(section: keyof typeof claims, { issues }: Survey): readonly Issue[] {
  return issues.filter(claims[section]);
}

/** Settings and their options, and whatever else no section claims: nothing is found that nobody says. */
export function issuesOfNoSection({ issues }: Survey): readonly Issue[] {
  return issues.filter((one) => !Object.values(claims).some((isTheirs) => isTheirs(one)));
}
