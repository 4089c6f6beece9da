import { HookError } from '@hookmd/core/errors';
import { isSameJson } from '@hookmd/core/events';
import type { Inventory } from '@hookmd/core/registry';
import type { Group } from './conclude.ts';
import { fetchPackage, fromLock, resolveSpec } from './fetch-package.ts';
import type { InstallScope } from './install-scope.ts';
import { installedAs, type LockedPackage, readLockfileIfPresent } from './lockfile.ts';
import { type PlannedPackage, planPackage } from './plan.ts';
import { parseSpec } from './sources/spec.ts';
import type { Session } from './staging.ts';

/**
 * Plans exactly what the lockfiles record and is not installed; no version is resolved anew.
 *
 * Throws LOCK_NONE if no scope has a lockfile, LOCK_DIFFERS if what is fetched is not what was recorded.
 */
export async function planLocked(
  session: Session,
  scopes: readonly InstallScope[],
): Promise<readonly Group[]> {
  const { seen } = session;
  const locks = scopes.map((scope) => ({ scope, lock: readLockfileIfPresent(scope.lockPath) }));
  if (locks.every(({ lock }) => lock === null)) throw new HookError('LOCK_NONE', {}, { exitCode: 1 });
  const groups: Group[] = [];
  for (const { scope, lock } of locks) {
    const plans: PlannedPackage[] = [];
    for (const [name, locked] of Object.entries(lock?.packages ?? {})) {
      if (lock === null || isInstalled(seen, scope, locked)) continue;
      await rejectOtherRelease(session, name, locked);
      const fetched = await fetchPackage(session, fromLock(name, locked, scope, seen.places));
      const plan = await planPackage({ ...session, scope, lock }, { ...fetched, name });
      rejectDifference(name, locked, plan);
      plans.push({ ...plan, lock: locked, isSame: false });
    }
    groups.push({ scope, plans });
  }
  return groups;
}

/**
 * A lockfile has no age of a release, and its author may have written the URL of one package under the name of another: if the
 * policy of the machine has rules for ages or sources, the release is compared with what the registry reports.
 */
async function rejectOtherRelease(
  session: Session,
  name: string,
  { spec, version, integrity }: LockedPackage,
): Promise<void> {
  const parsed = parseSpec(spec);
  const { minimumReleaseAgeMs, sources } = session.seen.policy.policy;
  if (parsed.prefix !== 'npm' || (minimumReleaseAgeMs === 0 && sources === null)) return;
  const exact = `npm:${parsed.name}@${version}`;
  const found = await resolveSpec(session, exact);
  if (found.version === version && found.integrity === integrity) return;
  const detail = `the registry has other bytes of ${exact}`;
  throw new HookError('LOCK_DIFFERS', { name, detail }, { exitCode: 1 });
}

function isInstalled(seen: Inventory, scope: InstallScope, { hooks }: LockedPackage): boolean {
  return Object.entries(hooks).every(
    ([directory, { digest }]) => installedAs(seen, scope, directory)?.record.digest === digest,
  );
}

function rejectDifference(name: string, locked: LockedPackage, { lock, hooks }: PlannedPackage): void {
  const directories = new Set([...Object.keys(locked.hooks), ...Object.keys(lock.hooks)]);
  const differing = [...directories].filter(
    (directory) => !isSameJson(locked.hooks[directory], lock.hooks[directory]),
  );
  const facts = (['version', 'integrity', 'commit'] as const).filter((key) => locked[key] !== lock[key]);
  if (differing.length + facts.length === 0) return;
  const found = differing.map((dir) => {
    const now = hooks.find((hook) => hook.directory === dir);
    return `${dir} is ${now?.digest ?? 'not in it'}, not ${locked.hooks[dir]?.digest ?? 'in the lock'}`;
  });
  const detail = [...found, ...facts.map((key) => `its ${key} is ${lock[key]}, not ${locked[key]}`)].join(
    '; ',
  );
  throw new HookError('LOCK_DIFFERS', { name, detail }, { exitCode: 1 });
}
