import { statSync } from 'node:fs';
import { hasSession, type Places } from '../../discovery/places.ts';
import { policyStamp } from '../../policy/policy.ts';
import type { HandlerBuilder } from '../built-handler.ts';
import type { Trust } from '../inventory/settle-names.ts';
import type { LoadedSet } from './hook-index.ts';
import { hasPassed, joinParts, partPaths, readFreshParts } from './index-file.ts';

/**
 * Loads the hook index of these places: on the event path two files, and the state of the policy.
 *
 * Compiles it where a file is missing, damaged or of another version (guards must keep running), where the policy or a
 * linked directory changed, for `--root` directories, for digests given to this call, and under `trust: 'all'`. `isReadOnly`
 * leaves the state directory as it is.
 */
export async function loadHookIndex(
  places: Places,
  environment: Readonly<Record<string, string | undefined>>,
  trust: Trust,
  build: HandlerBuilder | null = null,
  digests: ReadonlySet<string> = new Set(),
  isReadOnly = false,
): Promise<LoadedSet> {
  if (trust === 'approved' && !hasSession(places) && digests.size === 0) {
    const stamp = policyStamp(places.managedDir);
    const parts = readFreshParts(partPaths(places.stateDir, places.projectDir), stamp);
    if (parts !== null) {
      const set = joinParts([parts.user, parts.project]);
      const { links = [] } = parts.user;
      if (links.length === 0) return { set, issues: [], policyStamp: stamp };
      const { areAsCompiled, withoutProjects } = await import('../linked-directories.ts');
      if (areAsCompiled(links))
        return { set: withoutProjects(set, links, places.projectDir), issues: [], policyStamp: stamp };
    }
  }
  const { compileNow } = await import('./refresh.ts');
  return compileNow(places, environment, trust, build, digests, isReadOnly);
}

const MAX_PROJECTS = 64;

interface CachedSet {
  readonly stamp: string;
  readonly loaded: LoadedSet;
}

/** The hook indexes of many projects for the daemon, each read again when one of its files or the policy changes. */
export class SetCache {
  /** The least recently used first. */
  readonly #cached = new Map<string, CachedSet>();

  /** Null = there is no current index file, or a linked directory must be checked: the caller must compile. */
  load(places: Places): LoadedSet | null {
    if (hasSession(places)) return null;
    const { projectDir } = places;
    const paths = partPaths(places.stateDir, projectDir);
    // Stamped before reading: a write in between is found at the next event.
    const policy = policyStamp(places.managedDir);
    const stamp = `${stampOf(paths.user)} ${stampOf(paths.project)} ${policy}`;
    const known = this.#cached.get(projectDir);
    this.#cached.delete(projectDir);
    const isKnown = known?.stamp === stamp && !hasPassed(known.loaded.set.staleAt);
    const cached = isKnown ? known : read(stamp, paths, policy);
    if (cached === null) return null;
    this.#cached.set(projectDir, cached);
    const [oldest] = this.#cached.keys();
    if (this.#cached.size > MAX_PROJECTS && oldest !== undefined) this.#cached.delete(oldest);
    return cached.loaded;
  }
}

function read(stamp: string, paths: ReturnType<typeof partPaths>, policy: string): CachedSet | null {
  const parts = readFreshParts(paths, policy);
  if (parts === null || (parts.user.links ?? []).length > 0) return null;
  return { stamp, loaded: { set: joinParts([parts.user, parts.project]), issues: [], policyStamp: policy } };
}

/** Every change replaces the file. */
function stampOf(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats === undefined
    ? 'none'
    : `${stats.dev} ${stats.ino} ${stats.size} ${stats.mtimeMs} ${stats.ctimeMs}`;
}
