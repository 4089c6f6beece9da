import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Places } from '@hookmd/core/internal/discovery/places';
import type { Issue } from '@hookmd/core/internal/errors/issue';
import type { Need } from '@hookmd/core/internal/manifest/manifest';
import type { EventName } from '@hookmd/core/internal/protocol/events';
import type { Basis } from '@hookmd/core/internal/registry/basis';
import type { State } from '@hookmd/core/internal/registry/judge-status';
import { encodeFileName } from '@hookmd/core/internal/state/file-name';

/** What `list` shows of every package, whatever its options hide. Plain JSON data. */
export interface Overview {
  readonly rows: readonly OverviewRow[];
  /** Of roots, folders, configuration and records. */
  readonly issues: readonly Issue[];
  readonly packageIssues: readonly Issue[];
}

/** One line of `list`; every text is safe for a terminal. */
export interface OverviewRow {
  readonly name: string;
  readonly qualifiedName: string;
  readonly events: string;
  /** Where it comes from, with its version. */
  readonly source: string;
  readonly state: State;
  /** The first reason of its state; empty where the state says all. */
  readonly why: string;
  /** What it needs of the agent, at which events; absent where it needs nothing, or does not run in any case. */
  readonly asks?: { readonly events: readonly EventName[]; readonly needs: readonly Need[] };
}

/** An overview as it is kept in the state folder, with all that it was made from. */
export interface KeptOverview {
  readonly schema: typeof OVERVIEW_SCHEMA;
  readonly basis: Basis;
  readonly overview: Overview;
}

export const OVERVIEW_SCHEMA = 'hookmd.overview/3';

export function overviewPath({ stateDir, projectDir }: Places): string {
  return join(stateDir, 'overview', `${encodeFileName(projectDir)}.json`);
}

/** Null where none is kept, or one of another version. */
export function readKept(places: Places): KeptOverview | null {
  try {
    const kept = JSON.parse(readFileSync(overviewPath(places), 'utf8')) as KeptOverview;
    const isOurs = kept.schema === OVERVIEW_SCHEMA && Array.isArray(kept.basis.witnesses.paths);
    return isOurs && Array.isArray(kept.overview.rows) ? kept : null;
  } catch {
    return null;
  }
}
