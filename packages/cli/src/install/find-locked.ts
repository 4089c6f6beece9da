import { HookError } from '@hookmd/core/internal/errors/hook-error';
import { didYouMean } from '@hookmd/core/internal/errors/nearest-name';
import type { InstallScope } from './install-scope.ts';
import { type HooksLock, type LockedPackage, readLock } from './lock-file.ts';

/** A package that a lock names. */
export interface LockedOne {
  readonly scope: InstallScope;
  readonly lock: HooksLock;
  readonly name: string;
  readonly locked: LockedPackage;
}

/** Every package of these scopes. Throws LOCKFILE_CONFLICT, LOCKFILE_INVALID. */
export function everyLocked(scopes: readonly InstallScope[]): readonly LockedOne[] {
  return scopes.flatMap((scope) => {
    const lock = readLock(scope.lockPath);
    return Object.entries(lock.packages).map(([name, locked]) => ({ scope, lock, name, locked }));
  });
}

/**
 * The package that a person means: by its name, by a hook of it (`guard`, `user/guard`), or by what was asked for. Throws
 * NOT_INSTALLED with the nearest name, INSTALLED_TWICE where two scopes have it.
 */
export function findLocked(all: readonly LockedOne[], word: string): LockedOne {
  const found = all.filter(
    ({ name, locked, scope }) =>
      [name, locked.spec].includes(word) ||
      Object.keys(locked.hooks).some((folder) => [folder, `${scope.source}/${folder}`].includes(word)),
  );
  const [first, ...others] = found;
  if (first === undefined) {
    const known = all.flatMap(({ name, locked }) => [name, ...Object.keys(locked.hooks)]);
    throw new HookError(
      'NOT_INSTALLED',
      { name: word, suggestion: didYouMean(word, known) },
      { exitCode: 1 },
    );
  }
  if (others.length > 0)
    throw new HookError('INSTALLED_TWICE', {
      name: word,
      candidates: found.map(({ name, scope }) => `${name} (${scope.source})`).join(' and '),
    });
  return first;
}
