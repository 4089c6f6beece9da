import { issue } from '../../errors/issue.ts';
import type { Machine } from '../machine.ts';
import type { RequirementKind } from '../requirement.ts';

export const bins: RequirementKind = {
  async check(requires, machine) {
    const found = await findPrograms(requires.bins, machine);
    return requires.bins.map((want, index) =>
      requirement('ELIGIBILITY_BIN', 'bins', want, found[index] ?? null),
    );
  },
};

export const anyBins: RequirementKind = {
  async check(requires, machine) {
    if (requires.anyBins.length === 0) return [];
    const found = (await findPrograms(requires.anyBins, machine)).find((path) => path !== null) ?? null;
    return [requirement('ELIGIBILITY_ANY_BIN', 'anyBins', requires.anyBins.join(' or '), found)];
  },
};

/** A search costs some 0.1 ms, and many packages require the same programs: results are cached for the process. */
const cache = new Map<string, string | null>();

async function findPrograms(
  names: readonly string[],
  { environment }: Machine,
): Promise<readonly (string | null)[]> {
  if (names.length === 0) return [];
  const { findProgram } = await import('../../launch/find-program.ts');
  const path = environment['PATH'] ?? '';
  return names.map((name) => {
    const key = `${name}\0${path}`;
    const found = cache.has(key) ? (cache.get(key) ?? null) : findProgram(name, path);
    cache.set(key, found);
    return found;
  });
}

function requirement(
  code: 'ELIGIBILITY_BIN' | 'ELIGIBILITY_ANY_BIN',
  kind: 'bins' | 'anyBins',
  want: string,
  found: string | null,
): Awaited<ReturnType<RequirementKind['check']>>[number] {
  const { message, remedy } = issue(code, { want });
  return { kind, want, found, ok: found !== null, code, message, remedy };
}
