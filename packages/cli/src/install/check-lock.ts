import { join } from 'node:path';
import { isHookError } from '@hookmd/core/internal/errors/hook-error';
import { type Issue, issue } from '@hookmd/core/internal/errors/issue';
import type { HookStatus } from '@hookmd/core/internal/registry/judge-status';
import type { Survey } from '@hookmd/core/internal/registry/survey';
import { everyLocked, type LockedOne } from './find-locked.ts';
import { installedAs } from './in-root.ts';
import { allScopes } from './install-scope.ts';

/** Where what is installed is not what a lock says; with `targets` only of these hooks. Reads only, and never throws for what it finds. */
export function lockIssues(seen: Survey, targets: readonly HookStatus[] | null = null): readonly Issue[] {
  try {
    const all = everyLocked(allScopes(seen.places));
    return all.flatMap((one) => issuesOf(seen, one, targets));
  } catch (error) {
    if (!isHookError(error)) throw error;
    const { code, message, remedy } = error;
    return targets === null ? [{ code, severity: 'error', message, remedy }] : [];
  }
}

function issuesOf(
  seen: Survey,
  { scope, name, locked }: LockedOne,
  targets: readonly HookStatus[] | null,
): readonly Issue[] {
  return Object.entries(locked.hooks).flatMap(([folder, { digest }]) => {
    const found = installedAs(seen, scope, folder);
    const qualifiedName = `${scope.source}/${folder}`;
    if (targets !== null && (found === null || !targets.includes(found))) return [];
    const parameters = { name: qualifiedName, package: name };
    if (found === null) return [issue('LOCK_MISSING', parameters, { path: join(scope.hooksDir, folder) })];
    if (found.record.digest === digest) return [];
    return [issue('LOCK_CHANGED', parameters, { path: found.record.manifestPath })];
  });
}
