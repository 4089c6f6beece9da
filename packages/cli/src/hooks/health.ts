import type { LastRun } from '@hookmd/core/event-log';
import type { HookRun } from '@hookmd/core/events';
import { runningDigest } from '@hookmd/core/hook-index';
import { breakerName, type HookStatus, readBreaker, type State } from '@hookmd/core/registry';

/** A state as the user sees it: `failing` = it may run, and failed each time since it last succeeded. */
export type ShownState = State | 'failing';

/** The latest failures of the version that runs. */
export interface Health {
  readonly state: ShownState;
  /** Since it last succeeded; at most five are counted. */
  readonly failures: number;
  /** It is not run for a minute, because it failed five times in a row. */
  readonly isPaused: boolean;
}

/** States in which the version in its directory runs. */
export const runningStates: readonly State[] = ['ready', 'linked', 'unpinned'];

/** The failures of the version that runs: those of an earlier one ended with its approval. */
export function healthOf(status: HookStatus, stateDir: string): Health {
  const { record, state } = status;
  if (!runningStates.includes(state)) return { state, failures: 0, isPaused: false };
  const { qualifiedName } = record;
  const breaker = breakerName({ qualifiedName, digest: runningDigest(record, status) });
  const { failures, isOpen: isPaused } = readBreaker(stateDir, breaker, Date.now());
  return { state: failures === 0 ? state : 'failing', failures, isPaused };
}

/**
 * The last run, where the user has something to correct: it failed, or has a warning. Null = nothing, or the event log no longer
 * has it, or an earlier version ran.
 */
export function troubledRun(
  status: HookStatus,
  { failures }: Health,
  lastRun: LastRun | null,
): HookRun | null {
  if (lastRun === null || !runningStates.includes(status.state)) return null;
  const { run, outcome } = lastRun;
  if (failures > 0) return outcome === 'failed' ? run : null;
  return isWarned(run) && run.digest === runningDigest(status.record, status) ? run : null;
}

/** A part of what it printed has no effect. Records of older versions have no warnings. */
export function isWarned({ warnings }: Pick<HookRun, 'warnings'>): boolean {
  return (warnings ?? []).length > 0;
}

/** `its last run failed`, `its last 3 runs failed`. */
export function failuresText({ failures }: Health): string {
  return failures === 1 ? 'its last run failed' : `its last ${failures} runs failed`;
}

/** Whether the approved version ran, and the directory has another one: as it was recorded, or as it is now. */
export function ranOtherVersion(run: HookRun, status: HookStatus | undefined): boolean {
  if (run.outcome === 'skipped' || run.cause === 'NOT_RUNNABLE') return false;
  const isNow = status?.approvedRuns === true && status.approval?.digest === run.digest;
  return run.hasChanged === true || isNow;
}
