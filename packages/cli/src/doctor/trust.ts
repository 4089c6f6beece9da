import { join } from 'node:path';
import type { Issue } from '@hookmd/core/errors';
import type { HookStatus } from '@hookmd/core/registry';
import { type Approval, verifyStored } from '@hookmd/core/trust';
import { stateCauses } from '../hooks/causes.ts';
import type { Finding, Section } from './section.ts';
import { issuesOf } from './survey-issues.ts';

const TRUST_CODES: ReadonlySet<string> = new Set([
  'HOOKS_OFF',
  'DISABLED',
  'DISABLED_BY_NAME',
  'UNTRUSTED',
  'CHANGED',
  'VANISHED',
  'LINKED',
  'UNPINNED',
]);

/** Whose wish and whose approval a hook lacks, and whether the approved copies are what was approved. */
export const trust: Section = ({ seen }) => {
  const store = join(seen.places.stateDir, 'store');
  const records = issuesOf('trust', seen);
  const hooks = seen.statuses.filter(isWanted).flatMap((status): readonly Finding[] => {
    const { record, approval, state } = status;
    const damage = approval === null ? null : damageOf(store, approval, record.qualifiedName);
    // An invalid or shadowed package cannot be approved: that is said elsewhere, and is the cause.
    const causes = state === 'invalid' || state === 'shadowed' ? [] : stateCauses(status);
    const own = causes.filter(({ code }) => TRUST_CODES.has(code)).map((one) => toFinding(status, one));
    return damage === null ? own : [toFinding(status, damage), ...own];
  });
  const linked = seen.statuses.filter(({ linkedTo }) => linkedTo !== null).length;
  const approved = seen.statuses.filter(({ isApproved }) => isApproved).length - linked;
  const unpinned = seen.statuses.filter(({ approval }) => approval?.isUnpinned).length;
  const also = [
    linked === 0 ? '' : `, ${linked} linked`,
    unpinned === 0 ? '' : `, ${unpinned} unpinned`,
  ].join('');
  return { summary: `${approved} approved, their copies verified${also}`, findings: [...records, ...hooks] };
};

/** Of the package, or of what was built of its handler. */
function damageOf(store: string, { digest, built = digest }: Approval, name: string): Issue | null {
  return verifyStored(store, digest, name) ?? (built === digest ? null : verifyStored(store, built, name));
}

/** What comes with HookMD and nobody ever asked for lacks nothing. */
function isWanted({ record, approval, isEnabled }: HookStatus): boolean {
  return record.root.source !== 'bundled' || approval !== null || isEnabled;
}

/** Nobody needs to approve what nobody wants to run. */
function toFinding({ record, isEnabled }: HookStatus, cause: Omit<Finding, 'hook'>): Finding {
  const isIdle = !isEnabled && cause.code === 'UNTRUSTED';
  return { ...cause, severity: isIdle ? 'hint' : cause.severity, hook: record.qualifiedName };
}
