import { type LastRun, type LastRunLookup, readLastRuns } from '@hookmd/core/event-log';
import type { JsonObject } from '@hookmd/core/events';
import { effectiveAsyncTimeoutMs, effectiveOnFailure, effectiveTimeoutMs } from '@hookmd/core/hook-index';
import type { HookStatus, Inventory, Reason, State } from '@hookmd/core/registry';
import { eventLogDir } from '../command-line/context.ts';
import { isEligibilityCode } from './causes.ts';

interface LastRunJson extends Omit<LastRun, 'timeMs'> {
  /** ISO time. */
  readonly time: string;
}

/** One hook in `list --json` and `info --json`. */
export interface HookJson {
  readonly name: string;
  readonly qualifiedName: string;
  readonly description: string;
  readonly version: string | null;
  /** As the manifest writes them. */
  readonly events: readonly string[];
  readonly mode: string | null;
  readonly protocol: string | null;
  readonly source: string;
  /** Of its manifest; null = it is part of HookMD. */
  readonly path: string | null;
  readonly state: State;
  readonly enabled: boolean;
  readonly eligible: boolean;
  readonly reasons: readonly Reason[];
  readonly digest: string | null;
  readonly approvedDigest: string | null;
  readonly priority: number | null;
  readonly timeoutMs: number | null;
  readonly onFailure: string | null;
  /** Runs asynchronously. */
  readonly async: boolean;
  readonly asyncTimeoutMs: number | null;
  readonly once: string | null;
  readonly modify: object;
  /** What the agent must be able to honor; otherwise the hook is skipped. */
  readonly needs: readonly string[];
  /** Whether its decisions are applied, shown, or only recorded. */
  readonly enforcement: string;
  /** The rule of the machine's policy: `required`, `denied`; null = none. */
  readonly policy: string | null;
  /** Effective values in this project. */
  readonly options: JsonObject;
  /** Null = never. */
  readonly lastRun: LastRunJson | null;
}

/** A command that shows many hooks reads all last runs at once. */
export function hookJson(
  status: HookStatus,
  { config, places, policy }: Inventory,
  lastRunOf: LastRunLookup = readLastRuns(eventLogDir(places), places.projectDir),
): HookJson {
  const { record, state, reasons } = status;
  const { manifest, partial } = record;
  return {
    name: record.name,
    qualifiedName: record.qualifiedName,
    description: partial.description,
    version: manifest?.version ?? null,
    events: partial.events,
    mode: manifest?.handler.mode ?? null,
    protocol: manifest?.protocol ?? null,
    source: record.root.source,
    path: record.manifestPath || null,
    state,
    enabled: status.isEnabled,
    eligible: manifest !== null && !reasons.some(({ code }) => isEligibilityCode(code)),
    reasons,
    digest: record.digest,
    approvedDigest: status.approval?.digest ?? null,
    priority: manifest?.priority ?? null,
    timeoutMs: manifest === null ? null : effectiveTimeoutMs(manifest, config.maxTimeoutMs),
    onFailure: manifest === null ? null : effectiveOnFailure(manifest, status.hold, policy.policy),
    async: manifest?.isAsync ?? false,
    asyncTimeoutMs: manifest === null ? null : effectiveAsyncTimeoutMs(manifest, config.maxTimeoutMs),
    once: manifest?.once ?? null,
    modify: manifest?.modify ?? {},
    needs: manifest?.needs ?? [],
    enforcement: status.enforcement,
    policy: status.hold?.hold ?? null,
    options: { ...status.options?.values, ...status.options?.tightened },
    lastRun: lastRunJson(lastRunOf(record.qualifiedName)),
  };
}

function lastRunJson(run: LastRun | null): LastRunJson | null {
  if (run === null) return null;
  const { timeMs, outcome, event, traceId, durationMs } = run;
  return { time: new Date(timeMs).toISOString(), outcome, event, traceId, durationMs };
}
