import { join } from 'node:path';
import { isSameJson } from '@hookmd/core/internal/protocol/json';
import { readPackage } from '@hookmd/core/internal/trust/digest';
import { lockedAs } from './in-root.ts';
import type { InstallScope } from './install-scope.ts';
import type { HooksLock, LockedPackage } from './lock-file.ts';
import { identify } from './stage.ts';

/** What is planned of a package, as far as others could get in its way. */
interface Planned {
  readonly fetched: { readonly name: string };
  readonly lock: LockedPackage;
  readonly hooks: readonly { readonly folder: string; readonly digest: string }[];
  readonly gone: readonly { readonly folder: string }[];
}

/** What could change between the plan and its end. */
export function basisOf(
  scope: InstallScope,
  lock: HooksLock,
  { fetched, hooks, gone }: Omit<Planned, 'lock'>,
): string {
  const folders = [...hooks, ...gone].map(({ folder }) => folder);
  const found = folders.map((folder) => [folder, readDigest(scope, folder)]);
  return JSON.stringify([lockedAs(lock, fetched.name), found]);
}

/** Whether all of it stands there already: another process was faster, or nothing was to do. */
export function isInPlace(scope: InstallScope, lock: HooksLock, plan: Planned): boolean {
  return (
    isSameJson(lockedAs(lock, plan.fetched.name), plan.lock) &&
    plan.gone.every(({ folder }) => identify(join(scope.hooksDir, folder)) === null) &&
    plan.hooks.every(({ folder, digest }) => readDigest(scope, folder) === digest)
  );
}

function readDigest({ hooksDir }: InstallScope, folder: string): string | null {
  const path = join(hooksDir, folder);
  return identify(path) === null ? null : (readPackage(path).digest ?? 'none');
}
