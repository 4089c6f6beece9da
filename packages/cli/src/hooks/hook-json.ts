import { type LastRun, type LastRunLookup, readLastRuns } from '@hookmd/core/event-log';
import { effectiveAsyncTimeoutMs, effectiveOnFailure, effectiveTimeoutMs } from '@hookmd/core/hook-index';
import type { HookStatus, Inventory } from '@hookmd/core/registry';
import { eventLogDir } from '../command-line/context.ts';
import { isEligibilityCode } from './causes.ts';
import { describeHandler } from './describe.ts';
import { healthOf } from './health.ts';

/** One hook as `list --json` and `info --json` print it. */
export function hookJson(
  status: HookStatus,
  { config, places, policy }: Inventory,
  lastRunOf: LastRunLookup = readLastRuns(eventLogDir(places), places.projectDir),
): Readonly<Record<string, unknown>> & Pick<HookStatus, 'reasons'> {
  const { record, reasons } = status;
  const { state, failures } = healthOf(status, places.stateDir);
  const { manifest, partial } = record;
  return {
    name: record.name,
    qualifiedName: record.qualifiedName,
    description: partial.description,
    version: manifest?.version ?? null,
    events: partial.events,
    mode: manifest?.handler.mode ?? null,
    runs: manifest === null ? null : describeHandler(manifest),
    matcher: manifest?.matcher ?? null,
    if: manifest?.condition ?? null,
    protocol: manifest?.protocol ?? null,
    source: record.root.source,
    path: record.manifestPath || null,
    state,
    failures,
    enabled: status.isEnabled,
    eligible: manifest !== null && !reasons.some(({ code }) => isEligibilityCode(code)),
    reasons,
    digest: record.digest,
    approvedDigest: status.approval?.digest ?? null,
    priority: manifest?.priority ?? null,
    timeoutMs: manifest === null ? null : effectiveTimeoutMs(manifest, config, status.approval?.timeoutMs),
    onFailure: manifest === null ? null : effectiveOnFailure(manifest, status.hold, policy.policy),
    async: manifest?.isAsync ?? false,
    asyncTimeoutMs:
      manifest === null ? null : effectiveAsyncTimeoutMs(manifest, config, status.approval?.timeoutMs),
    once: manifest?.once ?? null,
    modify: manifest?.modify ?? {},
    needs: manifest?.needs ?? [],
    enforcement: status.enforcement,
    policy: status.hold?.hold ?? null,
    options: { ...status.options?.values, ...status.options?.tightened },
    lastRun: lastRunJson(lastRunOf(record.qualifiedName)),
  };
}

function lastRunJson(run: LastRun | null): object | null {
  if (run === null) return null;
  const { timeMs, outcome, event, traceId, durationMs } = run;
  return { time: new Date(timeMs).toISOString(), outcome, event, traceId, durationMs };
}
