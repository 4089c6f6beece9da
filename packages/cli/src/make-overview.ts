import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Places } from '@hookmd/core/internal/discovery/places';
import { readLastRuns } from '@hookmd/core/internal/journal/last-runs';
import { cleanLine } from '@hookmd/core/internal/protocol/clean-text';
import type { HookStatus } from '@hookmd/core/internal/registry/judge-status';
import type { Survey } from '@hookmd/core/internal/registry/survey';
import { basisOf } from '@hookmd/core/internal/registry/survey-basis';
import { writeFileAtomic } from '@hookmd/core/internal/state/atomic-file';
import { makeFolder } from '@hookmd/core/internal/state/make-folder';
import { type Context, journalDir } from './context.ts';
import { everyHook } from './find-hook.ts';
import { type HookJson, hookJson } from './hook-json.ts';
import { look } from './look.ts';
import {
  type KeptOverview,
  OVERVIEW_SCHEMA,
  type Overview,
  type OverviewRow,
  overviewPath,
} from './overview-file.ts';

/** An overview with what only machines and filters ask for; one entry per row, in the same order. */
export interface FullOverview extends Overview {
  readonly hooks: readonly HookJson[];
  /** The events of each by their own names, under whatever names it asks for them. */
  readonly canonicalEvents: readonly (readonly string[])[];
}

/** Surveys everything, and keeps what `list` shows of it for the next call. */
export async function makeOverview(context: Context, places: Places): Promise<FullOverview> {
  const startedMs = Date.now();
  const seen = await look(context);
  const hooks = everyHook(seen);
  const overview: Overview = {
    rows: hooks.map(rowOf),
    issues: seen.issues,
    packageIssues: seen.statuses.flatMap(({ record }) => record.issues),
  };
  keep(seen, overview, places, context, startedMs);
  const lastRuns = readLastRuns(journalDir(places), places.projectDir);
  lastRuns.keep();
  return {
    ...overview,
    hooks: hooks.map((status) => hookJson(status, seen, lastRuns.of)),
    canonicalEvents: hooks.map(canonicalEvents),
  };
}

function rowOf({ record, state, reasons, enforcement, hold, approvedGoOn }: HookStatus): OverviewRow {
  const version = record.manifest?.version;
  const saysAll = state === 'ready' || state === 'disabled';
  const handler = record.manifest?.handler;
  // A person switched its name off in this project, and it runs all the same.
  const isNoted = record.issues.some(({ code }) => code === 'EXECUTABLE_DISABLED_HERE');
  const { needs = [], events = [] } = record.manifest ?? {};
  const isAsked = needs.length > 0 && (state === 'ready' || state === 'linked' || approvedGoOn);
  const remarks = [
    ...(needs.length > 0 && state === 'ready' ? [`needs ${needs.join(', ')}`] : []),
    ...(handler?.mode === 'builtin' && state === 'ready'
      ? [`where the agent has the recipe ${handler.recipe}`]
      : []),
    ...(isNoted && state === 'ready' ? ['runs, though its name is disabled locally'] : []),
    ...(hold?.says === 'required' ? ['required by policy'] : hold === null ? [] : ['denied by policy']),
    ...(enforcement === 'enforce' ? [] : [`mode ${enforcement}`]),
  ];
  const why = cleanLine(reasons[0]?.message ?? '');
  const isSaid = state === 'changed' || !approvedGoOn;
  return {
    name: cleanLine(record.name),
    qualifiedName: cleanLine(record.qualifiedName),
    events: record.partial.events.map(cleanLine).join(', '),
    source: version ? `${record.root.source} ${cleanLine(version)}` : record.root.source,
    state,
    why: saysAll ? remarks.join(', ') : isSaid ? why : `the approved bytes go on running. ${why}`,
    ...(isAsked ? { asks: { needs, events: events.flatMap((one) => one.events) } } : {}),
  };
}

function canonicalEvents({ record }: HookStatus): readonly string[] {
  return record.manifest?.events.flatMap((one) => one.events) ?? record.partial.events;
}

/** Best effort: where nothing can be written, the next call looks at everything again. */
function keep(seen: Survey, overview: Overview, places: Places, context: Context, startedMs: number): void {
  const basis = basisOf(seen, context.environment, startedMs);
  if (basis === null) return;
  const kept: KeptOverview = { schema: OVERVIEW_SCHEMA, basis, overview };
  const path = overviewPath(places);
  try {
    // To make the folder changes the one it stands in, which this was made from: it would not hold.
    if (existsSync(dirname(path))) writeFileAtomic(path, JSON.stringify(kept), { isMemory: true });
    else makeFolder(dirname(path));
  } catch {
    // Read-only.
  }
}
