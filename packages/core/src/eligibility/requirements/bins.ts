import { issue } from '../../errors/issue.ts';
import type { RequirementKind } from '../requirement.ts';

export const bins: RequirementKind = {
  async check(requires, machine) {
    if (requires.bins.length === 0) return [];
    const { findProgram } = await import('../find-program.ts');
    return requires.bins.map((want) => {
      const found = findProgram(want, machine.environment['PATH'] ?? '');
      const code = 'ELIGIBILITY_BIN';
      return { kind: 'bins', want, found, ok: found !== null, code, ...words(code, want) };
    });
  },
};

export const anyBins: RequirementKind = {
  async check(requires, machine) {
    if (requires.anyBins.length === 0) return [];
    const { findProgram } = await import('../find-program.ts');
    const path = machine.environment['PATH'] ?? '';
    const found = requires.anyBins.map((name) => findProgram(name, path)).find((one) => one !== null) ?? null;
    const want = requires.anyBins.join(' or ');
    const code = 'ELIGIBILITY_ANY_BIN';
    return [{ kind: 'anyBins', want, found, ok: found !== null, code, ...words(code, want) }];
  },
};

function words(
  code: 'ELIGIBILITY_BIN' | 'ELIGIBILITY_ANY_BIN',
  want: string,
): { message: string; remedy: string } {
  const { message, remedy } = issue(code, { want });
  return { message, remedy };
}
