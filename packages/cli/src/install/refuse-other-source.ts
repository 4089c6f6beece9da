import { HookError } from '@hookmd/core/internal/errors/hook-error';
import type { InstallScope } from './install-scope.ts';
import type { LockedPackage } from './lock-file.ts';
import type { PlannedPackage } from './plan.ts';
import { parseSpec } from './sources/spec.ts';

/**
 * A folder, a tarball and a repository say themselves what they are called: what a person approved of a package is not
 * theirs to go on from. Throws INSTALL_ELSEWHERE where what is installed came from another place.
 */
export function refuseOtherSource({ source }: InstallScope, { fetched, locked, lock }: PlannedPackage): void {
  if (locked === null || sourceOf(locked) === sourceOf(lock)) return;
  const scope = source === 'project' ? ' --scope project' : '';
  const parameters = { name: fetched.name, before: locked.spec, now: lock.spec, scope };
  throw new HookError('INSTALL_ELSEWHERE', parameters, { exitCode: 1 });
}

/** The same for every version and ref of it: whoever can publish there. */
function sourceOf({ spec, resolved }: LockedPackage): string {
  const parsed = parseSpec(spec);
  if (parsed.prefix === 'npm') return `npm:${parsed.name}`;
  if (parsed.prefix === 'git') return `git:${parsed.url}#path:${parsed.path ?? '.'}`;
  return `${parsed.prefix}:${resolved}`;
}
