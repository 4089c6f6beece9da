import { HookError, hasErrors, type Issue } from '@hookmd/core/errors';
import {
  definitionKinds,
  type HookStatus,
  type Inventory,
  isUsable,
  policyHold,
  reasonsAgainst,
  unpinnedIssues,
} from '@hookmd/core/registry';
import { quoteWord } from '@hookmd/core/text';
import type { Context } from '../command-line/context.ts';
import { sortIssues } from '../hooks/causes.ts';
import { lintManifest } from '../lints/index.ts';
import { shellScriptIssues } from '../lints/shell-scripts.ts';
import { issueLines } from '../ui/issue.ts';

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
 * Throws HOOK_INVALID for a package with errors, with them, HOOK_VANISHED where its directory is gone, DISABLED_BY_NAME where
 * its file name disables it.
 */
export function rejectUnusable({ record, offBy }: HookStatus, action: string): void {
  if (offBy !== null)
    throw new HookError('DISABLED_BY_NAME', { path: offBy, name: record.directory }, { exitCode: 1 });
  if (record.isVanished)
    throw new HookError('HOOK_VANISHED', { name: quoteWord(record.qualifiedName) }, { exitCode: 1 });
  if (!isUsable(record)) throw invalidError(record.name, action, record.issues);
}

/** HOOK_INVALID, with the errors among `issues`. */
function invalidError(name: string, action: string, issues: readonly Issue[]): HookError {
  const errors = issues.filter(({ severity }) => severity === 'error');
  return Object.assign(new HookError('HOOK_INVALID', { name, action }, { exitCode: 1 }), { issues: errors });
}

/**
 * Prints the warnings about hooks that the user is about to approve, because afterwards they look fine. Throws HOOK_INVALID with what
 * keeps one of them from ever running.
 */
export async function reviewProblems(
  context: Context,
  seen: Inventory,
  hooks: readonly HookStatus[],
  action: string,
): Promise<void> {
  const found = await Promise.all(
    hooks.map(async (status) => ({
      name: status.record.name,
      issues: [...status.record.issues, ...(await lintManifest(status))],
    })),
  );
  for (const { name, issues } of found) if (hasErrors(issues)) throw invalidError(name, action, issues);
  if (context.isJson) return;
  // The approval itself shows what cannot be pinned.
  const shown = new Set(hooks.flatMap(({ record }) => unpinnedIssues(record)));
  const warnings = found.flatMap(({ issues }) =>
    issues.filter((item) => item.severity === 'warning' && !shown.has(item)),
  );
  // A shell may know syntax by an option that only a run sets: `check` reports an error, the approval is the user's.
  for (const status of hooks) {
    const ofScripts = await shellScriptIssues(status, context, seen);
    warnings.push(
      ...ofScripts
        .map((item): Issue => (item.severity === 'error' ? { ...item, severity: 'warning' } : item))
        .filter(({ severity }) => severity === 'warning'),
    );
  }
  for (const warning of sortIssues(warnings))
    context.err.line([...issueLines(context.err, warning, context), ''].join('\n'));
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
