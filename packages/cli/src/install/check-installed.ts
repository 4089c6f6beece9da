import { existsSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { type Issue, isHookError, issue } from '@hookmd/core/errors';
import type { HookStatus, Inventory } from '@hookmd/core/registry';
import { isGone, namesIn, type Places, WORK_PREFIX } from '@hookmd/core/system';
import { quoteWord } from '@hookmd/core/text';
import { allScopes, type InstallScope } from './install-scope.ts';
import { installedAs, type LockedEntry, listLocked } from './lockfile.ts';

/** For `doctor`: installed hooks that differ from a lockfile, and what killed calls left. Changes nothing. */
export function examineInstalls(seen: Inventory): readonly Issue[] {
  return [
    ...listLeftovers(seen.places).map((path) => issue('INSTALL_LEFT', { path }, { path })),
    ...findLockfileIssues(seen),
  ];
}

/** Installed hooks that differ from a lockfile; with `targets` only these. Reads only. */
export function findLockfileIssues(
  seen: Inventory,
  targets: readonly HookStatus[] | null = null,
): readonly Issue[] {
  try {
    const all = listLocked(allScopes(seen.places));
    return all.flatMap((lockedEntry) =>
      issuesOf(seen, lockedEntry, { targets, isTwice: all.some((entry) => isNamesake(lockedEntry, entry)) }),
    );
  } catch (error) {
    if (!isHookError(error)) throw error;
    const { code, message, remedy } = error;
    return targets === null ? [{ code, severity: 'error', message, remedy }] : [];
  }
}

function issuesOf(
  seen: Inventory,
  { scope, name, locked }: LockedEntry,
  { targets, isTwice }: { readonly targets: readonly HookStatus[] | null; readonly isTwice: boolean },
): readonly Issue[] {
  // A path outside of the repository is not followed: the user has to name it.
  const isOutside =
    scope.source === 'project' && locked.spec.startsWith('file:') && isAbsolute(locked.resolved);
  const spec = isOutside ? ` ${quoteWord(locked.resolved)} --scope project` : '';
  const inScope = isTwice ? ` --scope ${scope.source}` : '';
  return Object.entries(locked.hooks).flatMap(([directory, { digest }]) => {
    const [found] = installedAs(seen, scope, directory);
    const qualifiedName = `${scope.source}/${directory}`;
    if (targets !== null && (found === undefined || !targets.includes(found))) return [];
    const parameters = { name: qualifiedName, package: quoteWord(name), spec, scope: inScope };
    if (found === undefined)
      return [issue('LOCK_MISSING', parameters, { path: join(scope.hooksDir, directory) })];
    if (found.record.digest === digest) return [];
    return [issue('LOCK_CHANGED', parameters, { path: found.record.manifestPath })];
  });
}

/** The same name in two scopes. */
function isNamesake(lockedEntry: LockedEntry, entry: LockedEntry): boolean {
  return lockedEntry !== entry && lockedEntry.name === entry.name;
}

/** Directories of calls whose process was killed: in the state directory, and beside the hooks directories. */
export function listLeftovers(places: Places): readonly string[] {
  const dirs = [places.stateDir, ...usableScopes(places).map(({ stageDir }) => stageDir)];
  return [...new Set(dirs)].flatMap(leftIn);
}

/** None in a directory that is missing or unreadable: the command that needs it reports why. */
export function leftIn(dir: string): readonly string[] {
  return namesIn(dir)
    .filter((name) => name.startsWith(WORK_PREFIX) && isGone(name.slice(WORK_PREFIX.length)))
    .map((name) => join(dir, name));
}

/** None if one cannot be used: the command that needs it reports why. */
export function usableScopes(places: Places): readonly InstallScope[] {
  try {
    return allScopes(places);
  } catch (error) {
    if (isHookError(error)) return [];
    throw error;
  }
}

/** Whether anything was ever installed for this user or in this project. */
export function hasLock({ userDir, projectDir }: Places): boolean {
  return [userDir, join(projectDir, '.hookmd')].some((dir) => existsSync(join(dir, 'hooks.lock')));
}
