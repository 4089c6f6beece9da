import { join } from 'node:path';
import { type Issue, isAboutNoHook } from '@hookmd/core/errors';
import type { HookStatus, Inventory } from '@hookmd/core/registry';
import { counted } from '@hookmd/core/text';
import { type Approval, verifyStored } from '@hookmd/core/trust';

import { eligibilityIssues, isRequested, manifestIssues, stateCauses } from '../../hooks/causes.ts';
import { serviceIssues } from '../../hooks/service.ts';
import { hasLock } from '../../install/check-installed.ts';
import type { Check, Finding } from './check.ts';

/** Issues of the inventory that are about no package, by the check that reports them. */
const claims: Readonly<Record<'roots' | 'policy' | 'trust', (found: Issue) => boolean>> = {
  roots: (found) =>
    found.code.startsWith('ROOT_') || found.code === 'EXECUTABLE_BEHIND_BROKEN' || isAboutNoHook(found),
  policy: ({ code }) => code.startsWith('POLICY_'),
  trust: ({ code }) => code.startsWith('STATE_') || code.startsWith('LINK_'),
};

export function issuesOf(check: keyof typeof claims, { issues }: Inventory): readonly Issue[] {
  return issues.filter(claims[check]);
}

/** What `hooks check` finds in manifests and settings, without its advice; and every issue that no other check reports. */
export const manifests: Check = async ({ inventory: { statuses, issues }, environment }) => {
  const unclaimed = issues.filter((found) => !Object.values(claims).some((isClaimed) => isClaimed(found)));
  const findings: Finding[] = [...unclaimed];
  for (const status of statuses) {
    const services = isRequested(status) ? serviceIssues(status, environment) : [];
    const found = [...(await manifestIssues(status)), ...services];
    findings.push(...foreignFirst(found, status.record.qualifiedName));
  }
  const broken = statuses.filter(({ record }) => record.manifest === null).length;
  const state = broken === 0 ? 'all can be read' : `${broken} with errors`;
  return { summary: `${counted(statuses.length, 'manifest')}, ${state}`, findings };
};

/** In a manifest of another system its keys are the error; the missing keys only follow from that. */
function foreignFirst(issues: readonly Issue[], hook: string): readonly Finding[] {
  const isForeign = ({ code }: Finding): boolean => code === 'MANIFEST_FOREIGN_KEY';
  const follows = ({ code }: Finding): boolean => code === 'MANIFEST_MISSING_KEY';
  if (!issues.some(isForeign) || !issues.some(follows)) return issues.map((found) => ({ ...found, hook }));
  return issues
    .filter((found) => !follows(found))
    .map((found) => ({ ...found, hook, ...(isForeign(found) ? { severity: 'error' } : {}) }));
}

const TRUST_CODES: ReadonlySet<string> = new Set([
  'HOOKS_OFF',
  'DISABLED',
  'DISABLED_BY_NAME',
  'UNAPPROVED',
  'CHANGED',
  'VANISHED',
  'LINKED',
  'UNPINNED',
]);

/** Which hooks are disabled or need approval, and whether the approved copies have their digests. */
export const approvals: Check = ({ inventory }) => {
  const store = join(inventory.places.stateDir, 'store');
  const hooks = inventory.statuses.filter(isWanted).flatMap((status): readonly Finding[] => {
    const { record, approval, state } = status;
    const damage = approval === null ? null : damageOf(store, approval, record.qualifiedName);
    // Approval is impossible before their cause is fixed, which another check reports.
    const causes = state === 'invalid' || state === 'conflict' ? [] : stateCauses(status);
    const found = causes.filter(({ code }) => TRUST_CODES.has(code));
    return [...(damage === null ? [] : [damage]), ...found].map((cause) => toFinding(status, cause));
  });
  const linked = inventory.statuses.filter(({ linkedTo }) => linkedTo !== null).length;
  const approved = inventory.statuses.filter(({ isApproved }) => isApproved).length - linked;
  const unpinned = inventory.statuses.filter(({ approval }) => approval?.isUnpinned).length;
  const also = [
    linked === 0 ? '' : `, ${linked} linked`,
    unpinned === 0 ? '' : `, ${unpinned} unpinned`,
  ].join('');
  return {
    summary: `${approved} approved, their copies verified${also}`,
    findings: [...issuesOf('trust', inventory), ...hooks],
  };
};

/** Of the package, or of its built handler. */
function damageOf(store: string, { digest, built = digest }: Approval, name: string): Issue | null {
  return verifyStored(store, digest, name) ?? (built === digest ? null : verifyStored(store, built, name));
}

/** A bundled hook that the user never touched is not wanted. */
function isWanted({ record, approval, isEnabled }: HookStatus): boolean {
  return record.root.source !== 'bundled' || approval !== null || isEnabled;
}

/** A disabled hook needs no approval yet. */
function toFinding({ record, isEnabled }: HookStatus, cause: Omit<Finding, 'hook'>): Finding {
  const isIdle = !isEnabled && cause.code === 'UNAPPROVED';
  return { ...cause, severity: isIdle ? 'hint' : cause.severity, hook: record.qualifiedName };
}

/** Whether the installed packages are those of hooks.lock, and every install is finished. */
export const installed: Check = ({ inventory, installed: findings }) => {
  const state = hasLock(inventory.places) ? 'as in hooks.lock' : 'none';
  return { summary: findings.length > 0 ? `${findings.length} found` : state, findings };
};

/** Missing requirements. */
export const requirements: Check = ({ inventory: { statuses } }) => {
  const findings = statuses
    .filter(isRequested)
    .flatMap((status) =>
      eligibilityIssues(status).map((found) => ({ ...found, hook: status.record.qualifiedName })),
    );
  const ready = statuses.filter(({ state }) => state === 'ready').length;
  const ineligible = new Set(findings.map(({ hook }) => hook)).size;
  const rest = ineligible === 0 ? '' : `, not by ${ineligible}`;
  return { summary: `met by ${counted(ready, 'hook')}${rest}`, findings };
};
