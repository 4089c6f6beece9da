import { effectiveTimeoutMs } from '@hookmd/core/internal/registry/compile';
import type { HookStatus } from '@hookmd/core/internal/registry/status';
import type { Survey } from '@hookmd/core/internal/registry/survey';

/** One hook as `list --json` and `info --json` show it (cli.md). */
export function hookJson(status: HookStatus, { config }: Survey): Readonly<Record<string, unknown>> {
  const { record, state, reasons } = status;
  const { manifest, partial } = record;
  return {
    name: record.name,
    qualifiedName: record.qualifiedName,
    description: partial.description,
    version: manifest?.version ?? null,
    events: partial.events,
    mode: manifest?.handler.mode ?? null,
    convention: manifest?.convention ?? null,
    source: record.root.source,
    path: record.manifestPath,
    state,
    enabled: status.isEnabled,
    eligible: manifest !== null && !reasons.some(({ code }) => isEligibilityCode(code)),
    reasons,
    digest: record.digest,
    approvedDigest: status.approval?.digest ?? null,
    priority: manifest?.priority ?? null,
    timeoutMs: manifest === null ? null : effectiveTimeoutMs(manifest, config.maxTimeoutMs),
    onFailure: manifest?.onFailure ?? null,
    modify: manifest?.modify ?? {},
    lastRun: null,
  };
}

function isEligibilityCode(code: string): boolean {
  return code.startsWith('ELIGIBILITY_') || code === 'MODE_NOT_BUILT' || code === 'HANDLER_NOT_RUNNABLE';
}
