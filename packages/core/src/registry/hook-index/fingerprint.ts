import type { Source } from '../../events/source.ts';
import { quickHash } from '../../state/hash.ts';
import { HOOKMD_VERSION } from '../../version.ts';
import { type HookStatus, isDropped } from '../inventory/evaluate-status.ts';
import type { Inventory } from '../inventory/survey.ts';
import type { UnreadSettings } from './hook-index.ts';

/** The two index files, and the part of one call, which is never written. */
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

/** Bundled packages that the user never enabled are not in the index, not even as inactive. */
export function isAnybodys({ record, approval, isEnabled }: HookStatus): boolean {
  return record.root.source !== 'bundled' || approval !== null || isEnabled;
}

/** Checked at each event: two programs of one user have different variables and the same part. */
const ofVariables: ReadonlySet<string> = new Set(['ELIGIBILITY_ENV', 'ELIGIBILITY_MODEL_KEY']);

/** A hash of everything a part is compiled from. */
export function inventoryFingerprint(inventory: Inventory, part: PartName): string {
  const { builtins, statuses, config, policy, demands } = inventory;
  const facts = [...builtins, ...statuses.filter(isAnybodys)]
    .filter(({ record }) => partOf(record.root.source) === part)
    .map(({ record, reasons, requirements, approval, isEnabled, enforcement, linkedTo }) => [
      record.qualifiedName,
      record.dir,
      record.digest,
      isDropped(record),
      reasons.map((reason) => reason.code).filter((code) => !ofVariables.has(code)),
      requirements.filter(({ code }) => !ofVariables.has(code)).map((requirement) => requirement.ok),
      approval,
      linkedTo,
      isEnabled,
      enforcement,
    ]);
  // The user's part applies in every project: one project's settings must not make it outdated.
  const { allowModify, grantedModify, projectPackageOptions, ...shared } = config;
  const ofProject = [allowModify, grantedModify, projectPackageOptions, demands];
  const configs = part === 'user' ? [shared, policy] : [shared, policy, ...ofProject];
  return quickHash(JSON.stringify([HOOKMD_VERSION, facts, configs, unreadSettings(inventory, part)]));
}

const asUnread: ReadonlySet<string> = new Set(['CONFIG_YAML', 'CONFIG_UNREADABLE', 'ENTRIES_UNREADABLE']);

/** Settings files that could not be read, of one part. */
export function unreadSettings({ issues, places }: Inventory, part: PartName): readonly UnreadSettings[] {
  const paths = new Set(issues.flatMap(({ code, path = '' }) => (asUnread.has(code) ? [path] : [])));
  const partOfPath = (path: string): PartName =>
    path.startsWith(`${places.projectDir}/.hookmd/`) ? 'project' : 'user';
  const isCached = (path: string): boolean =>
    issues.some((issue) => issue.code === 'SETTINGS_UNCHANGED' && issue.path === path);
  return [...paths]
    .filter((path) => partOfPath(path) === part)
    .map((path) => ({ path, isCached: isCached(path) }));
}
