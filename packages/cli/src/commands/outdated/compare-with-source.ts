import { isHookError } from '@hookmd/core/errors';
import { fetchPackage, lockedDirectory, rejectOutside, resolveSpec } from '../../install/fetch-package.ts';
import type { LockedEntry } from '../../install/lockfile.ts';
import { planPackage } from '../../install/plan.ts';
import type { Resolved } from '../../install/sources/source.ts';
import type { Session } from '../../install/staging.ts';

/** An installed package compared with its source, as `outdated --json` shows it. */
export interface Outdated {
  readonly name: string;
  readonly scope: string;
  /** As the user wrote it. */
  readonly spec: string;
  readonly installed: string;
  /** The newest version that the spec permits; null = the source could not be reached. */
  readonly wanted: string | null;
  /** The newest version. */
  readonly latest: string | null;
  readonly outdated: boolean;
  /** Why its source could not be reached. */
  readonly problem: string | null;
  readonly remedy: string | null;
}

/** Compares a package with its source; a source that cannot be reached is reported in its row. */
export async function compareWithSource(session: Session, lockedEntry: LockedEntry): Promise<Outdated> {
  const { seen } = session;
  const { name, locked, scope } = lockedEntry;
  const facts = { name, scope: scope.source, spec: locked.spec, installed: describe(locked) };
  const cwd = lockedDirectory(scope, seen.places);
  try {
    const wanted = await resolveSpec(session, locked.spec, cwd);
    rejectOutside(name, wanted, scope, seen.places);
    const newest = locked.spec.startsWith('npm:') ? await resolveSpec(session, `npm:${name}`, cwd) : wanted;
    const isPinned = wanted.integrity !== null || wanted.commit !== null;
    const isOther = isPinned
      ? differs(wanted, locked) || differs(newest, locked)
      : await hasOtherBytes(session, lockedEntry, wanted);
    const shown = isPinned || !isOther ? describe(wanted) : 'changed';
    const latest = isPinned ? describe(newest) : shown;
    return { ...facts, wanted: shown, latest, outdated: isOther, problem: null, remedy: null };
  } catch (error) {
    if (!isHookError(error) || error.code === 'INSTALL_INTERRUPTED') throw error;
    const { message: problem, remedy } = error;
    return { ...facts, wanted: null, latest: null, outdated: false, problem, remedy };
  }
}

/** A directory and a URL have no version: their bytes are compared. */
async function hasOtherBytes(
  session: Session,
  { name, scope, lock, locked }: LockedEntry,
  found: Resolved,
): Promise<boolean> {
  const fetched = await fetchPackage(session, found);
  const plan = await planPackage({ ...session, scope, lock }, { ...fetched, name });
  const digests = plan.directories.map(({ directory, digest }) => `${directory} ${digest}`).sort();
  const before = Object.entries(locked.hooks).map(([dir, { digest }]) => `${dir} ${digest}`);
  return digests.join() !== before.sort().join();
}

function differs(now: Resolved, locked: LockedEntry['locked']): boolean {
  return (['version', 'integrity', 'commit'] as const).some(
    (key) => now[key] !== null && now[key] !== locked[key],
  );
}

function describe({ version, commit }: Pick<Resolved, 'version' | 'commit'>): string {
  return version ?? commit?.slice(0, 12) ?? 'as fetched';
}
