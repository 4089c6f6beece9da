import { HookError } from '@hookmd/core/errors';
import { type HookStatus, isUsable } from '@hookmd/core/registry';
import { rejectUnusable } from '../../approval/rejections.ts';
import { isRequested } from '../../hooks/causes.ts';
import { findHook } from '../../hooks/find-hook.ts';

/** Whose cases are run, and whose are not. */
export interface Choice {
  readonly chosen: readonly HookStatus[];
  /** Packages of the project that need approval. */
  readonly leftOut: readonly HookStatus[];
  /** Packages with errors. */
  readonly invalid: readonly HookStatus[];
}

/**
 * The packages to test. A package that the user names may run. Without names: all but unapproved packages of a repository and
 * bundled packages that are not enabled.
 *
 * Throws HOOK_NOT_FOUND and HOOK_INVALID for names.
 */
export function choosePackages(statuses: readonly HookStatus[], names: readonly string[]): Choice {
  if (names.length > 0) {
    const chosen = [...new Set(names.map((name) => findHook(statuses, name)))];
    for (const status of chosen) {
      if (status.record.isVanished)
        throw new HookError('HOOK_NOT_FOUND', {
          name: status.record.name,
          suggestion: 'Its folder is gone. ',
        });
      rejectUnusable(status, 'tested');
    }
    return { chosen, leftOut: [], invalid: [] };
  }
  const present = statuses.filter(
    (status) =>
      !status.record.isVanished &&
      status.record.displacedBy === null &&
      // Cases stand beside a HOOK.md.
      status.record.root.kind !== 'entries' &&
      isRequested(status),
  );
  const isLeftOut = (status: HookStatus): boolean =>
    status.record.root.source === 'project' && !areBytesApproved(status);
  const included = present.filter((status) => !isLeftOut(status));
  return {
    chosen: included.filter(({ record }) => isUsable(record)),
    leftOut: present.filter(isLeftOut),
    invalid: included.filter(({ record }) => !isUsable(record)),
  };
}

/** The digest of the current content of the directory. */
export function areBytesApproved({ record, approval, isApproved }: HookStatus): boolean {
  if (record.root.source === 'bundled' || record.root.source === 'managed') return true;
  return isApproved && approval !== null && approval.digest === record.digest;
}
