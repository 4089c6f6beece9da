import { issue } from '../../errors/issue.ts';
import type { RequirementKind } from '../requirement.ts';

/** Other words for what Node calls a platform. */
const ALIASES: Readonly<Record<string, string>> = { macos: 'darwin', mac: 'darwin', windows: 'win32' };

function oneOf(kind: 'os' | 'arch', code: 'ELIGIBILITY_OS' | 'ELIGIBILITY_ARCH'): RequirementKind {
  return {
    check(requires, machine) {
      const wanted = requires[kind];
      if (wanted.length === 0) return [];
      const found = machine[kind];
      const ok = wanted.some((one) => (ALIASES[one.toLowerCase()] ?? one.toLowerCase()) === found);
      const want = wanted.join(' or ');
      const { message, remedy } = issue(code, { want, found });
      return [{ kind, want, found, ok, code, message, remedy }];
    },
  };
}

export const os: RequirementKind = oneOf('os', 'ELIGIBILITY_OS');
export const arch: RequirementKind = oneOf('arch', 'ELIGIBILITY_ARCH');
