import { issue } from '../errors/issue.ts';
import type { Requires } from '../manifest/manifest.ts';
import { isInRange } from '../manifest/requires.ts';
import { HOOKMD_VERSION } from '../version.ts';
import type { Requirement } from './check.ts';

const kinds = [
  { kind: 'node', code: 'ELIGIBILITY_NODE', found: process.versions.node },
  { kind: 'hookmd', code: 'ELIGIBILITY_HOOKMD', found: HOOKMD_VERSION },
] as const;

/** Checks the version ranges of a package. Done once when a package is read: loading semver costs a command 3 ms. */
export function checkVersions(requires: Requires): readonly Requirement[] {
  return kinds.flatMap(({ kind, code, found }) => {
    const want = requires[kind];
    if (want === null) return [];
    const { message, remedy } = issue(code, { want, found });
    return [{ kind, want, found, ok: isInRange(found, want), code, message, remedy }];
  });
}
