import type { Requires } from '../manifest/manifest.ts';
import type { Machine } from './machine.ts';
import type { Requirement, RequirementKind } from './requirement.ts';
import { anyBins, bins } from './requirements/bins.ts';
import { env } from './requirements/env.ts';
import { arch, os } from './requirements/platform.ts';

/** Every kind of requirement that is judged anew each time, in the order in which they are shown. */
const kinds: Readonly<Record<Exclude<keyof Requires, 'node' | 'hookmd'>, RequirementKind>> = {
  os,
  arch,
  bins,
  anyBins,
  env,
};

/**
 * Judges all requirements at once; nothing is started. `versions` are those of `checkVersions`.
 * Source: features.md A9 to A11.
 */
export async function checkEligibility(
  requires: Requires,
  machine: Machine,
  versions: readonly Requirement[],
): Promise<readonly Requirement[]> {
  const results = await Promise.all(Object.values(kinds).map((kind) => kind.check(requires, machine)));
  return [...versions, ...results.flat()];
}

/** Unmet, and not a matter of this moment: the package is not meant for this machine and is skipped. */
export function isForOtherMachines(requirement: Requirement): boolean {
  return !requirement.ok && ['os', 'arch', 'node', 'hookmd'].includes(requirement.kind);
}
