import { issue } from '../../errors/issue.ts';
import type { RequirementKind } from '../requirement.ts';

/** Set to something, in the environment or by the user's configuration; the value is never shown. */
export const env: RequirementKind = {
  check(requires, machine) {
    return requires.env.map((want) => {
      const ok = Boolean(machine.fixedEnv[want] ?? machine.environment[want]);
      const { message, remedy } = issue('ELIGIBILITY_ENV', { want });
      return { kind: 'env', want, found: ok ? 'set' : null, ok, code: 'ELIGIBILITY_ENV', message, remedy };
    });
  },
};
