import { join } from 'node:path';
import { HookError } from '@hookmd/core/internal/errors/hook-error';
import type { Survey } from '@hookmd/core/internal/registry/survey';
import { isIn } from './in-root.ts';
import type { InstallScope } from './install-scope.ts';
import { type HooksLock, readLock } from './lock-file.ts';
import { identify } from './stage.ts';

/**
 * A name belongs to whoever has it: a folder of a person's own, or another package. `own` is the hook's, by its manifest.
 * Throws INSTALL_TAKEN, INSTALL_FOREIGN.
 */
export function refuseTaken(
  { seen, scope, lock }: { readonly seen: Survey; readonly scope: InstallScope; readonly lock: HooksLock },
  name: string,
  folder: string,
  own: string,
): void {
  const path = join(scope.hooksDir, folder);
  const isThere = identify(path) !== null;
  // Somebody may have installed it since the lock was read: then the lock says so by now.
  const owner = ownerOf(lock, folder) ?? (isThere ? ownerOf(readLock(scope.lockPath), folder) : null);
  if (owner !== null && owner !== name)
    throw new HookError('INSTALL_TAKEN', { name: folder, owner, package: name }, { exitCode: 1 });
  if (owner === null && isThere)
    throw new HookError('INSTALL_FOREIGN', { path, name: folder }, { exitCode: 1 });
  const namesake = seen.statuses.find(
    ({ record }) =>
      isIn(record, scope) && !record.isVanished && record.folder !== folder && record.name === own,
  );
  if (namesake !== undefined)
    throw new HookError('INSTALL_FOREIGN', { path: namesake.record.dir, name: own }, { exitCode: 1 });
}

function ownerOf({ packages }: HooksLock, folder: string): string | null {
  return Object.entries(packages).find(([, one]) => Object.hasOwn(one.hooks, folder))?.[0] ?? null;
}
