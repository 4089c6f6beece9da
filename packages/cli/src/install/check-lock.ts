import { isAbsolute, join } from 'node:path';
import { isHookError } from '@hookmd/core/internal/errors/hook-error';
import { type Issue, issue } from '@hookmd/core/internal/errors/issue';
import { quoteWord } from '@hookmd/core/internal/protocol/quote-word';
import type { HookStatus } from '@hookmd/core/internal/registry/judge-status';
import type { Survey } from '@hookmd/core/internal/registry/survey';
import { everyLocked, type LockedOne } from './find-locked.ts';
import { installedAs } from './in-root.ts';
import { allScopes } from './install-scope.ts';

/** Where what is installed is not what a lock says; with `targets` only of these hooks. Reads only, and never throws for what it finds. */
export function lockIssues(seen: Survey, targets: readonly HookStatus[] | null = null): readonly Issue[] {
  try {
    const all = everyLocked(allScopes(seen.places));
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
  { scope, name, locked }: LockedOne,
  { targets, isTwice }: { readonly targets: readonly HookStatus[] | null; readonly isTwice: boolean },
): readonly Issue[] {
  // What a repository's lock says of the rest of the machine is not followed: a person has to name it.
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

/** Its plain name means both of them. */
function isNamesake(one: LockedOne, other: LockedOne): boolean {
  return one !== other && one.name === other.name;
}
