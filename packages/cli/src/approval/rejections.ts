import { HookError } from '@hookmd/core/errors';
import {
  definitionKinds,
  type HookStatus,
  type Inventory,
  isUsable,
  policyHold,
  reasonsAgainst,
} from '@hookmd/core/registry';
import { quoteWord } from '@hookmd/core/text';

/** Throws HOOK_MANAGED: only the administrator decides about a managed hook. */
export function rejectManaged({ record }: HookStatus): void {
  if (record.root.source === 'managed')
    throw new HookError('HOOK_MANAGED', { name: record.name }, { exitCode: 1 });
}

/** Throws HOOK_REQUIRED: with different content, or none, the policy would block its events. */
export function rejectRequired({ record, hold }: HookStatus): void {
  if (hold?.hold !== 'required') return;
  const { path, line } = hold;
  throw new HookError('HOOK_REQUIRED', { name: record.name, path, line }, { exitCode: 1 });
}

/** Throws HOOK_LINKED: a linked hook runs without an approval. */
export function rejectLinked({ record, linkedTo }: HookStatus): void {
  if (linkedTo !== null) throw new HookError('HOOK_LINKED', { name: record.name }, { exitCode: 1 });
}

/**
 * Throws HOOK_INVALID for a package with errors, HOOK_VANISHED where its directory is gone, DISABLED_BY_NAME where
 * its file name disables it.
 */
export function rejectUnusable({ record, offBy }: HookStatus, action: string): void {
  if (offBy !== null)
    throw new HookError('DISABLED_BY_NAME', { path: offBy, name: record.directory }, { exitCode: 1 });
  if (record.isVanished)
    throw new HookError('HOOK_VANISHED', { name: quoteWord(record.qualifiedName) }, { exitCode: 1 });
  if (!isUsable(record)) throw new HookError('HOOK_INVALID', { name: record.name, action }, { exitCode: 1 });
}

/** Throws DIGEST_DENIED for bytes that the policy denies. */
export function rejectDenied({ policy }: Pick<Inventory, 'policy'>, { record }: HookStatus): void {
  const hold = policyHold(record, { approval: null, linkedTo: null, policy });
  if (hold?.hold !== 'denied') return;
  const { path, line } = hold;
  throw new HookError('DIGEST_DENIED', { name: record.name, path, line }, { exitCode: 1 });
}

/**
 * Approving a bare executable runs it. Throws DIGEST_DENIED, and POLICY_MANAGED_ONLY where only the administrator's hooks
 * run, or the policy cannot be read.
 */
export function rejectPrompting(seen: Pick<Inventory, 'policy'>, status: HookStatus): void {
  const { record } = status;
  if (!definitionKinds[record.root.kind].isInvoked) return;
  rejectDenied(seen, status);
  const { path } = seen.policy;
  if (reasonsAgainst(record, seen.policy).length > 0)
    throw new HookError('POLICY_MANAGED_ONLY', { path }, { exitCode: 1 });
}
