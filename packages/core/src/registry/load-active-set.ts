import { hasSession, type Places } from '../discovery/places.ts';
import { policyStamp } from '../policy/policy.ts';
import { type LoadedSet, partPaths, readFreshParts } from './active-set.ts';
import type { HandlerBuilder } from './built-handler.ts';
import { joinParts } from './join-parts.ts';
import type { Trust } from './settle-names.ts';

/**
 * The active set of these places: two files, one look at the policy, and nothing else on the event path.
 *
 * Compiled on the spot where a file is missing, damaged or of another version (a lost file must not
 * switch guards off), where the policy is another one by now, where a linked folder changed, where `--root` folders take part,
 * where digests are given for this call, and under `trust: 'all'`.
 */
export async function loadActiveSet(
  places: Places,
  environment: Readonly<Record<string, string | undefined>>,
  trust: Trust,
  build: HandlerBuilder | null = null,
  digests: ReadonlySet<string> = new Set(),
): Promise<LoadedSet> {
  if (trust === 'approved' && !hasSession(places) && digests.size === 0) {
    const paths = partPaths(places.stateDir, places.projectDir);
    const stamp = policyStamp(places.managedDir);
    const parts = readFreshParts(paths, stamp);
    if (parts !== null) {
      const set = joinParts([parts.user, parts.project]);
      const { links = [] } = parts.user;
      if (links.length === 0) return { set, issues: [], policyStamp: stamp };
      const { areAsCompiled, withoutProjects } = await import('./linked-directories.ts');
      if (areAsCompiled(links))
        return { set: withoutProjects(set, links, places.projectDir), issues: [], policyStamp: stamp };
    }
  }
  const { compileNow } = await import('./compile-now.ts');
  return compileNow(places, environment, trust, build, digests);
}
