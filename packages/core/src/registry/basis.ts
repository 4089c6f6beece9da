import { realpathSync } from 'node:fs';
import type { Places } from '../discovery/places.ts';
import { rootCandidates } from '../discovery/roots.ts';
import { areUnchanged, type Witnesses } from '../state/path-snapshot.ts';
import { HOOKMD_VERSION } from '../version.ts';

/** What a survey was made from: as long as it holds, another one would say the same. Plain JSON data. */
export interface Basis {
  /** The program, the machine and the places it was made for. */
  readonly call: string;
  /** Where the roots really are: approvals are bound to that, and a folder that was moved is unchanged in itself. */
  readonly roots: string;
  /** Variables that packages need: whether they were set. Never their values. */
  readonly variables: Readonly<Record<string, boolean>>;
  readonly witnesses: Witnesses;
}

/** What tells one call from another beside the files. */
export function callOf(places: Places, environment: Readonly<Record<string, string | undefined>>): string {
  const { version, platform, arch } = process;
  return JSON.stringify([
    [HOOKMD_VERSION, version, platform, arch, process.geteuid?.()],
    environment['PATH'],
    places,
  ]);
}

/** The roots without links, in their order. */
export function realRootsOf(places: Places): string {
  return JSON.stringify(rootCandidates(places).map(({ dir }) => realPath(dir)));
}

/** Whether another survey would say the same. Looks at times and sizes; reads nothing. */
export function stillHolds(
  basis: Basis,
  places: Places,
  environment: Readonly<Record<string, string | undefined>>,
): boolean {
  return (
    basis.call === callOf(places, environment) &&
    Object.entries(basis.variables).every(([name, isSet]) => Boolean(environment[name]) === isSet) &&
    basis.roots === realRootsOf(places) &&
    areUnchanged(basis.witnesses)
  );
}

function realPath(dir: string): string | null {
  try {
    return realpathSync.native(dir);
  } catch {
    return null;
  }
}
