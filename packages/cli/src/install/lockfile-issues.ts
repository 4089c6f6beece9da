import { isAbsolute, join } from 'node:path';
import { type Issue, isHookError, issue } from '@hookmd/core/errors';
import type { HookStatus, Survey } from '@hookmd/core/registry';
import { quoteWord } from '@hookmd/core/text';
import { allScopes } from './install-scope.ts';
import { listLeftovers } from './leftovers.ts';
import { installedAs, type LockedEntry, listLocked } from './lockfile.ts';

/** For `doctor`: installed hooks that differ from a lockfile, and what killed calls left. Changes nothing. */
export function examineInstalls(seen: Survey): readonly Issue[] {
  return [
    ...listLeftovers(seen.places).map((path) => issue('INSTALL_LEFT', { path }, { path })),
    ...findLockfileIssues(seen),
  ];
}

/** Installed hooks that differ from a lockfile; with `targets` only these. Reads only. */
export function findLockfileIssues(
  seen: Survey,
  targets: readonly HookStatus[] | null = null,
): readonly Issue[] {
  try {
    const all = listLocked(allScopes(seen.places));
    return all.flatMap((one) =>
      issuesOf(seen, one, { targets, isTwice: all.some((other) => isNamesake(one, other)) }),
    );
  } catch (error) {
    if (!isHookError(error)) throw error;
    const { code, message, remedy } = error;
    return targets === null ? [{ code, severity: 'error', message, remedy }] : [];
  }
}

function issuesOf(
  seen: Survey,
  { scope, name, locked }: LockedEntry,
  { targets, isTwice }: { readonly targets: readonly HookStatus[] | null; readonly isTwice: boolean },
): readonly Issue[] {
  // A path outside of the repository is not followed: the user has to name it.
  const isOutside =
    scope.source === 'project' && locked.spec.startsWith('file:') && isAbsolute(locked.resolved);
  const spec = isOutside ? ` ${quoteWord(locked.resolved)} --scope project` : '';
  const inScope = isTwice ? ` --scope ${scope.source}` : '';
  return Object.entries(locked.hooks).flatMap(([folder, { digest }]) => {
    const found = installedAs(seen, scope, folder);
    const qualifiedName = `${scope.source}/${folder}`;
    if (targets !== null && (found === null || !targets.includes(found))) return [];
    const parameters = { name: qualifiedName, package: quoteWord(name), spec, scope: inScope };
    if (found === null) return [issue('LOCK_MISSING', parameters, { path: join(scope.hooksDir, folder) })];
    if (found.record.digest === digest) return [];
    return [issue('LOCK_CHANGED', parameters, { path: found.record.manifestPath })];
  });
}

/** The same name in two scopes. */
function isNamesake(one: LockedEntry, other: LockedEntry): boolean {
  return one !== other && one.name === other.name;
}
