import { type Issue, issue } from '../../errors/issue.ts';
import { type EventName, isEventName } from '../../events/events.ts';
import { quoteWord } from '../../events/text.ts';
import type { PolicyReading } from '../../policy/read-policy.ts';
import { findStaleRelease } from '../../policy/release.ts';
import type { PolicyDemand } from '../hook-index/hook-index.ts';
import type { HookStatus } from './evaluate-status.ts';
import { runningDigest } from './policy-hold.ts';

/** The demands of the policy; `issues` gets each one that no package meets. */
export function demandsOf(
  reading: PolicyReading,
  statuses: readonly HookStatus[],
  issues: Issue[],
): readonly PolicyDemand[] {
  const { policy, path, issues: wrong } = reading;
  issues.push(...wrong);
  const broken = wrong.slice(0, 1).map(({ message, remedy }): PolicyDemand => {
    return { name: null, digest: null, events: null, message, remedy };
  });
  const required = policy.required.map(({ name, digest, line }): PolicyDemand => {
    const named = statuses.filter(({ record }) => record.name === name || record.qualifiedName === name);
    const same = named.filter((hookStatus) => runningDigest(hookStatus.record, hookStatus) === digest);
    const { detail, fix } = whyMissing(named, same, `${path}:${line}`);
    const missing = issue('POLICY_REQUIRED', { name, detail, fix }, { path, line });
    if (!same.some(isActive)) issues.push(missing);
    const { message, remedy } = missing;
    return { name, digest, events: eventsOf(same), message, remedy };
  });
  return [...broken, ...releaseDemand(reading, issues), ...required];
}

/** Compiled before it is due: an event compares the time alone. */
function releaseDemand(reading: PolicyReading, issues: Issue[]): readonly PolicyDemand[] {
  const stale = findStaleRelease(reading);
  if (stale === null) return [];
  const { from, blocks, issue: found } = stale;
  const isDue = from <= Date.now();
  const { message, remedy } = found;
  if (isDue) issues.push({ ...found, path: reading.path });
  return [{ name: null, digest: null, events: null, message, remedy, release: { from, blocks, isDue } }];
}

function isActive({ state, isApproved }: HookStatus): boolean {
  return isApproved && ['ready', 'changed', 'linked', 'unpinned'].includes(state);
}

function whyMissing(
  named: readonly HookStatus[],
  same: readonly HookStatus[],
  location: string,
): { readonly detail: string; readonly fix: string } {
  const correct = `Install the required version there, or ask the administrator to correct ${location}.`;
  const [status] = same;
  if (status === undefined)
    return { detail: named.length > 0 ? 'has different content here' : 'is not here', fix: correct };
  if (status.isApproved && isActive(status)) return { detail: 'is not active', fix: 'Run `hooks doctor`.' };
  const [reason] = status.reasons;
  if (status.approval === null && status.state === 'unapproved')
    return {
      detail: 'is not approved',
      fix: `Run \`hooks enable ${quoteWord(status.record.qualifiedName)}\`.`,
    };
  return {
    detail: `does not run: ${reason?.message ?? status.state}`.replace(/\.$/, ''),
    fix: reason?.remedy ?? correct,
  };
}

/** By the required version alone; null = unknown. */
function eventsOf(same: readonly HookStatus[]): readonly EventName[] | null {
  const names = same.flatMap(({ record }) => record.manifest?.events.flatMap((event) => event.events) ?? []);
  const known = names.filter(isEventName);
  // A changed directory has another manifest than the approved version, which is not read here.
  const isCertain = same.every(
    ({ record, approval }) => approval === null || approval.digest === record.digest,
  );
  return known.length > 0 && isCertain ? known : null;
}
