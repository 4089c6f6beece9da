import { isHookError } from '@hookmd/core/errors';
import { fetchPackage, lockedDirectory, rejectOutside, resolveSpec } from './fetch-package.ts';
import type { LockedEntry } from './lockfile.ts';
import { planPackage } from './plan.ts';
import type { Resolved } from './sources/source.ts';
import type { Session } from './staging.ts';

/** How an installed package stands beside its source, as `outdated --json` shows it. */
export interface Outdated {
  readonly name: string;
  readonly scope: string;
  /** As a person asked for it. */
  readonly spec: string;
  readonly installed: string;
  /** The newest that the spec permits; null = it could not be asked. */
  readonly wanted: string | null;
  /** The newest there is. */
  readonly latest: string | null;
  readonly outdated: boolean;
  /** Why its source could not be asked; null = it could. */
  readonly problem: string | null;
  /** What to do about that. */
  readonly remedy: string | null;
}

/** Asks where a package came from what it has now. One that cannot be asked keeps nobody from the others. */
export async function compareWithSource(session: Session, one: LockedEntry): Promise<Outdated> {
  const { seen } = session;
  const { name, locked, scope } = one;
  const facts = { name, scope: scope.source, spec: locked.spec, installed: describe(locked) };
  const cwd = lockedDirectory(scope, seen.places);
  try {
    const wanted = await resolveSpec(session, locked.spec, cwd);
    rejectOutside(name, wanted, scope, seen.places);
    const newest = locked.spec.startsWith('npm:') ? await resolveSpec(session, `npm:${name}`, cwd) : wanted;
    const isPinned = wanted.integrity !== null || wanted.commit !== null;
    const isOther = isPinned
      ? differs(wanted, locked) || differs(newest, locked)
      : await hasOtherBytes(session, one, wanted);
    const shown = isPinned || !isOther ? describe(wanted) : 'changed';
    const latest = isPinned ? describe(newest) : shown;
    return { ...facts, wanted: shown, latest, outdated: isOther, problem: null, remedy: null };
  } catch (error) {
    // Nobody waits for the others either.
    if (!isHookError(error) || error.code === 'INSTALL_INTERRUPTED') throw error;
    const { message: problem, remedy } = error;
    return { ...facts, wanted: null, latest: null, outdated: false, problem, remedy };
  }
}

/** A folder and an address have no version of their own: only their bytes say. */
async function hasOtherBytes(
  session: Session,
  { name, scope, lock, locked }: LockedEntry,
  found: Resolved,
): Promise<boolean> {
  const fetched = await fetchPackage(session, found);
  const plan = await planPackage({ ...session, scope, lock }, { ...fetched, name });
  const digests = plan.hooks.map(({ folder, digest }) => `${folder} ${digest}`).sort();
  const before = Object.entries(locked.hooks).map(([folder, { digest }]) => `${folder} ${digest}`);
  return digests.join() !== before.sort().join();
}

/** By all that its source says before anything is fetched. */
function differs(now: Resolved, locked: LockedEntry['locked']): boolean {
  return (['version', 'integrity', 'commit'] as const).some(
    (key) => now[key] !== null && now[key] !== locked[key],
  );
}

function describe({ version, commit }: Pick<Resolved, 'version' | 'commit'>): string {
  return version ?? commit?.slice(0, 12) ?? 'as fetched';
}
