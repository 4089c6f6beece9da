import { join } from 'node:path';
import type { Places } from '../../discovery/places.ts';
import type { Issue } from '../../errors/issue.ts';
import { withLock } from '../../state/lock.ts';
import type { HandlerBuilder } from '../built-handler.ts';
import type { Trust } from '../inventory/settle-names.ts';
import { type Inventory, readInventory } from '../inventory/survey.ts';
import { withoutProjects } from '../linked-directories.ts';
import { compileParts, writeParts } from './compile.ts';
import type { LoadedSet } from './hook-index.ts';
import { joinParts } from './index-file.ts';

/** Fifty commands at the same moment take that long on a slow machine. */
const WAIT_MS = 30_000;

/**
 * Compiles the hook index for this call, and writes it where it applies to all. `digests` count as approved in this
 * call alone.
 */
export async function compileNow(
  places: Places,
  environment: Readonly<Record<string, string | undefined>>,
  trust: Trust,
  build: HandlerBuilder | null,
  digests: ReadonlySet<string> = new Set(),
  isReadOnly = false,
): Promise<LoadedSet> {
  const issues: Issue[] = [];
  let seen = await readInventory(places, environment, isReadOnly ? 'look' : 'keep', trust);
  const isShared = trust === 'approved' && digests.size === 0;
  if (!isShared) {
    const { approveListed, requestEvents } = await import('../approve-listed.ts');
    seen =
      trust === 'all'
        ? await requestEvents(seen, environment)
        : await approveListed(seen, environment, digests, build, issues);
  }
  const parts = await compileParts(seen, trust, issues, build);
  if (isShared && !isReadOnly) {
    try {
      await withLock(lockPath(places), () => writeParts(places, parts));
    } catch {
      // Read-only or locked: the next event compiles again.
    }
  }
  const set = joinParts([parts.user, parts.project, parts.session]);
  const { links = [] } = parts.user;
  return {
    set: withoutProjects(set, links, places.projectDir),
    issues: [...seen.issues, ...issues],
    policyStamp: seen.policy.stamp,
  };
}

/** Changes the records under the lock and compiles the index anew. `change` gets the state as it is once the lock is held. */
export async function changeState(
  places: Places,
  environment: Readonly<Record<string, string | undefined>>,
  change: (before: Inventory) => Promise<void>,
  limits: { readonly waitMs?: number } = {},
): Promise<Inventory> {
  const work = async (): Promise<Inventory> => {
    await change(await readInventory(places, environment));
    return refresh(places, environment);
  };
  return withLock(lockPath(places), work, { waitMs: WAIT_MS, ...limits });
}

/** Compiles and writes both files, best effort. */
export async function refreshQuietly(
  places: Places,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  try {
    await withLock(lockPath(places), () => refresh(places, environment));
  } catch {
    // Read-only or locked: the next command tries again.
  }
}

async function refresh(
  places: Places,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Inventory> {
  const after = await readInventory(places, environment);
  const issues: Issue[] = [];
  const parts = await compileParts(after, 'approved', issues);
  writeParts(places, parts);
  return { ...after, issues: [...after.issues, ...issues] };
}

function lockPath(places: Places): string {
  return join(places.stateDir, 'lock');
}
