import { type Issue, issue } from '../../errors/issue.ts';
import type { Source } from '../../events/source.ts';
import { requirementFor } from '../../policy/policy.ts';
import type { PolicyReading } from '../../policy/read-policy.ts';
import type { Approval } from '../../trust/approval.ts';
import type { PackageRecord } from './inventory.ts';

/** The line of the policy about one package. */
export interface PolicyHold {
  readonly hold: 'required' | 'denied';
  readonly path: string;
  readonly line: number;
}

/** The digest of the version that runs, or would once approved. */
export function runningDigest(
  { root, digest }: PackageRecord,
  { approval, linkedTo }: { readonly approval: Approval | null; readonly linkedTo: string | null },
): string | null {
  return root.source === 'managed' || linkedTo !== null ? digest : (approval?.digest ?? digest);
}

/** Null = the policy names neither the package nor its digest. Denied wins over required. */
export function policyHold(
  record: PackageRecord,
  facts: {
    readonly approval: Approval | null;
    readonly linkedTo: string | null;
    readonly policy: PolicyReading;
  },
): PolicyHold | null {
  const { policy, path } = facts.policy;
  const digest = runningDigest(record, facts);
  const denied = policy.denied.find((item) => item.digest === digest);
  if (denied !== undefined) return { hold: 'denied', path, line: denied.line };
  const required = requirementFor(policy, record, digest);
  return required === null ? null : { hold: 'required', path, line: required.line };
}

/** Why the policy disables a package. */
export function policyReasons(
  { root }: PackageRecord,
  hold: PolicyHold | null,
  { policy: { policy, path } }: { readonly policy: PolicyReading },
): readonly Issue[] {
  if (hold?.hold === 'denied') return [issue('POLICY_DENIED', { path, line: hold.line })];
  const isHookmds = root.source === 'managed' || root.source === 'builtin' || hold?.hold === 'required';
  return policy.managedOnly && !isHookmds ? [issue('POLICY_MANAGED_ONLY', { path })] : [];
}

/** Why the policy disables the version in a directory, whatever else is approved. */
export function reasonsAgainst(record: PackageRecord, policy: PolicyReading): readonly Issue[] {
  const facts = { approval: null, linkedTo: null, policy };
  return policyReasons(record, policyHold(record, facts), facts);
}

/** Whose settings apply: a required hook has the administrator's, wherever it is. */
export function settingsSource({
  record,
  hold,
}: {
  readonly record: PackageRecord;
  readonly hold: PolicyHold | null;
}): Source {
  return hold?.hold === 'required' ? 'managed' : record.root.source;
}
