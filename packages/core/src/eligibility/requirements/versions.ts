import { issue } from '../../errors/issue.ts';
import type { RequirementKind } from '../requirement.ts';

function version(
  kind: 'node' | 'hookmd',
  code: 'ELIGIBILITY_NODE' | 'ELIGIBILITY_HOOKMD',
  field: 'nodeVersion' | 'hookmdVersion',
): RequirementKind {
  return {
    async check(requires, machine) {
      const want = requires[kind];
      if (want === null) return [];
      const { isInRange } = await import('../../manifest/version-range.ts');
      const found = machine[field];
      const { message, remedy } = issue(code, { want, found });
      return [{ kind, want, found, ok: isInRange(found, want), code, message, remedy }];
    },
  };
}

export const node: RequirementKind = version('node', 'ELIGIBILITY_NODE', 'nodeVersion');
export const hookmd: RequirementKind = version('hookmd', 'ELIGIBILITY_HOOKMD', 'hookmdVersion');
