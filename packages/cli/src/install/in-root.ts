import type { HookStatus } from '@hookmd/core/internal/registry/judge-status';
import type { Survey } from '@hookmd/core/internal/registry/survey';
import type { ApprovalKey } from '@hookmd/core/internal/trust/approval';
import type { InstallScope } from './install-scope.ts';
import type { HooksLock, LockedPackage } from './lock-file.ts';

/** No name of a package is one that every object has. */
export function lockedAs({ packages }: HooksLock, name: string): LockedPackage | null {
  return Object.hasOwn(packages, name) ? (packages[name] ?? null) : null;
}

/** What is in a folder of the root; a vanished one is in none. */
export function installedAs({ statuses }: Survey, scope: InstallScope, folder: string): HookStatus | null {
  return (
    statuses.find(({ record }) => isIn(record, scope) && !record.isVanished && record.folder === folder) ??
    null
  );
}

/** What an approval of it is written under. */
export function keyOf({ record: { qualifiedName, root, folder } }: HookStatus): ApprovalKey {
  return { qualifiedName, root: root.realDir, folder };
}

export function isIn({ root }: HookStatus['record'], { source, hooksDir }: InstallScope): boolean {
  return root.kind === 'packages' && root.source === source && root.realDir === hooksDir;
}
