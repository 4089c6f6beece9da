import type { Source } from '../../events/source.ts';
import { quickHash } from '../../state/hash.ts';
import { HOOKMD_VERSION } from '../../version.ts';
import type { HookStatus } from '../inventory/evaluate-status.ts';
import type { Survey } from '../inventory/survey.ts';
import type { UnreadSettings } from './hook-index.ts';

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

/** What comes with HookMD and nobody ever asked for is no part of any event, not even as a reason. */
export function isAnybodys({ record, approval, isEnabled }: HookStatus): boolean {
  return record.root.source !== 'bundled' || approval !== null || isEnabled;
}

/** Whether a variable is set is asked at each event: two programs of a person have different ones, and one part. */
const ofVariables: ReadonlySet<string> = new Set(['ELIGIBILITY_ENV', 'ELIGIBILITY_MODEL_KEY']);

/** Everything a part is compiled from, in a few bytes: equal fingerprints, equal parts. */
export function surveyFingerprint(survey: Survey, part: PartName): string {
  const { builtins, statuses, config, policy, demands } = survey;
  const facts = [...builtins, ...statuses.filter(isAnybodys)]
    .filter(({ record }) => partOf(record.root.source) === part)
    .map(({ record, reasons, requirements, approval, isEnabled, enforcement, linkedTo }) => [
      record.qualifiedName,
      record.dir,
      record.digest,
      reasons.map((one) => one.code).filter((code) => !ofVariables.has(code)),
      requirements.filter(({ code }) => !ofVariables.has(code)).map((one) => one.ok),
      approval,
      linkedTo,
      isEnabled,
      enforcement,
    ]);
  // The user's part holds in every project: what one project's file says must not make it look outdated.
  const { allowModify, grantedModify, projectPackageOptions, ...shared } = config;
  const ofProject = [allowModify, grantedModify, projectPackageOptions, demands];
  const own = part === 'user' ? [shared, policy] : [shared, policy, ...ofProject];
  return quickHash(JSON.stringify([HOOKMD_VERSION, facts, own, unreadSettings(survey, part)]));
}

const asUnread: ReadonlySet<string> = new Set(['CONFIG_YAML', 'CONFIG_UNREADABLE', 'ENTRIES_UNREADABLE']);

/** Settings files that cannot be read, by the part that a project has of them. */
export function unreadSettings({ issues, places }: Survey, part: PartName): readonly UnreadSettings[] {
  const paths = new Set(issues.flatMap(({ code, path = '' }) => (asUnread.has(code) ? [path] : [])));
  const partOfPath = (path: string): PartName =>
    path.startsWith(`${places.projectDir}/.hookmd/`) ? 'project' : 'user';
  const isKept = (path: string): boolean =>
    issues.some((one) => one.code === 'SETTINGS_KEPT' && one.path === path);
  return [...paths]
    .filter((path) => partOfPath(path) === part)
    .map((path) => ({ path, isKept: isKept(path) }));
}
