import type { Places } from '../discovery/places.ts';
import { areUnchanged, type Witnesses } from '../state/witness.ts';
import { HOOKMD_VERSION } from '../version.ts';

/** What a survey was made from: as long as it holds, another one would say the same. Plain JSON data. */
export interface Basis {
  /** The program, the machine and the places it was made for. */
  readonly call: string;
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

/** Whether another survey would say the same. Looks at times and sizes; reads nothing. */
export function stillHolds(
  basis: Basis,
  places: Places,
  environment: Readonly<Record<string, string | undefined>>,
): boolean {
  return (
    basis.call === callOf(places, environment) &&
    Object.entries(basis.variables).every(([name, isSet]) => Boolean(environment[name]) === isSet) &&
    areUnchanged(basis.witnesses)
  );
}
