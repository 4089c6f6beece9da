import type { Issue } from '@hookmd/core/errors';
import type { LastRun } from '@hookmd/core/event-log';
import type { EventName } from '@hookmd/core/events';
import type { Need } from '@hookmd/core/manifest';
import type { HookStatus, Inventory } from '@hookmd/core/registry';
import { cleanLine, counted } from '@hookmd/core/text';

import type { Context } from '../command-line/context.ts';
import { problemOf } from './failure.ts';
import { everyHook } from './find-hook.ts';
import { failuresText, type Health, healthOf, type ShownState, troubledRun } from './health.ts';
import { look } from './look.ts';

/** One line of `list`; every text is safe for a terminal. */
export interface SummaryRow {
  readonly name: string;
  readonly qualifiedName: string;
  readonly events: string;
  /** Where it comes from, with its version. */
  readonly source: string;
  readonly state: ShownState;
  readonly health: Health;
  /** The first reason of its state; empty if the state is enough. */
  readonly why: string;
  /** What it needs of the agent, at which events; absent where it needs nothing, or does not run in any case. */
  readonly needs?: { readonly events: readonly EventName[]; readonly needs: readonly Need[] };
  readonly status: HookStatus;
}

/** Evaluates every package. */
export async function readSummary(context: Context): Promise<{
  readonly rows: readonly SummaryRow[];
  /** Of hooks directories, configuration and records. */
  readonly issues: readonly Issue[];
  readonly packageIssues: readonly Issue[];
  readonly seen: Inventory;
}> {
  const seen = await look(context);
  return {
    rows: everyHook(seen).map((status) => summaryRow(status, seen.places.stateDir)),
    issues: seen.issues,
    packageIssues: seen.statuses.flatMap(({ record }) => record.issues),
    seen,
  };
}

/** The line of one hook. */
export function summaryRow(status: HookStatus, stateDir: string): SummaryRow {
  const health = healthOf(status, stateDir);
  const { record, state, approvedRuns } = status;
  const version = record.manifest?.version;
  const { needs = [], events = [] } = record.manifest ?? {};
  const isInvoked = needs.length > 0 && (['ready', 'linked', 'unpinned'].includes(state) || approvedRuns);
  return {
    name: cleanLine(record.name),
    qualifiedName: cleanLine(record.qualifiedName),
    events: record.partial.events.map(cleanLine).join(', '),
    source: version ? `${record.root.source} ${cleanLine(version)}` : record.root.source,
    state: health.state,
    health,
    why: health.failures > 0 ? failuresText(health) : whyText(status),
    status,
    ...(isInvoked ? { needs: { needs, events: events.flatMap((event) => event.events) } } : {}),
  };
}

/** The same with what was wrong with its last run, where something was. */
export function withProblem(row: SummaryRow, lastRun: LastRun | null): SummaryRow {
  const run = troubledRun(row.status, row.health, lastRun);
  return run === null ? row : { ...row, why: problemOf(run) };
}

/** What to know beside the state; of a disabled hook, what it does. */
function whyText(status: HookStatus): string {
  const { record, state, reasons, approvedRuns } = status;
  const remarks = remarksOn(status).join(', ');
  if (state === 'ready') return remarks;
  if (state === 'disabled') return remarks || cleanLine(record.partial.description);
  const why = cleanLine(reasons[0]?.message ?? '');
  return state === 'changed' || !approvedRuns ? why : `the approved version still runs. ${why}`;
}

function remarksOn({ record, state, enforcement, hold }: HookStatus): readonly string[] {
  const { needs = [], handler } = record.manifest ?? {};
  const isReady = state === 'ready';
  // The user disabled its name in this project, and it still runs.
  const warnings = record.issues.filter(({ severity }) => severity === 'warning').length;
  const isNoted = isReady && record.issues.some(({ code }) => code === 'EXECUTABLE_DISABLED_HERE');
  return [
    ...(isReady && needs.length > 0 ? [`needs ${needs.join(', ')}`] : []),
    ...(isReady && handler?.mode === 'builtin'
      ? [`where the agent has the host action ${handler.hostAction}`]
      : []),
    ...(isReady && warnings > 0 ? [counted(warnings, 'warning')] : []),
    ...(isNoted ? ['runs, though its name is disabled locally'] : []),
    ...(hold?.hold === 'required' ? ['required by policy'] : hold === null ? [] : ['denied by policy']),
    ...(enforcement === 'enforce' ? [] : [`mode ${enforcement}`]),
  ];
}

/** The canonical events of a hook, whatever names its manifest uses. */
export function canonicalEvents({ record }: HookStatus): readonly string[] {
  return record.manifest?.events.flatMap((event) => event.events) ?? record.partial.events;
}
