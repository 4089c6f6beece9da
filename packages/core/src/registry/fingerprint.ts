import type { Source } from '../protocol/source.ts';
import { quickHash } from '../state/quick-hash.ts';
import { HOOKMD_VERSION } from '../version.ts';
import type { Survey } from './survey.ts';

/** The two compiled files, and the part of a call that is never written. */
export type PartName = 'user' | 'project' | 'session';

const partNames: Readonly<Partial<Record<Source, PartName>>> = {
  project: 'project',
  session: 'session',
  skill: 'session',
};

/** Which part a package belongs to. */
export function partOf(source: Source): PartName {
  return partNames[source] ?? 'user';
}

/** Everything a part is compiled from, in a few bytes: equal fingerprints, equal parts. */
export function surveyFingerprint(
  { builtins, statuses, config, policy, demands }: Survey,
  part: PartName,
): string {
  const facts = [...builtins, ...statuses]
    .filter(({ record }) => partOf(record.root.source) === part)
    .map(({ record, state, reasons, requirements, approval, isEnabled, enforcement, linkedTo }) => [
      record.qualifiedName,
      record.dir,
      record.digest,
      state,
      reasons.map((one) => one.code),
      requirements.map((one) => one.ok),
      approval,
      linkedTo,
      isEnabled,
      enforcement,
    ]);
  // The user's part holds in every project: what one project's file says must not make it look outdated.
  const { allowModify, projectPackageOptions, ...shared } = config;
  const own =
    part === 'user' ? [shared, policy] : [shared, policy, allowModify, projectPackageOptions, demands];
  return quickHash(JSON.stringify([HOOKMD_VERSION, facts, own]));
}
