import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describeError, HookError, isErrno } from '@hookmd/core/errors';
import { changeState, partPaths } from '@hookmd/core/hook-index';
import type { Places } from '@hookmd/core/manifest';
import {
  forgetBreakers,
  forgetEnablement,
  type HookStatus,
  prepareApproval,
  type Survey,
  writeSetting,
} from '@hookmd/core/registry';
import { syncDirectory } from '@hookmd/core/system';
import { type Approval, removeApproval, writeApproval } from '@hookmd/core/trust';
import type { Context } from '../command-line/context.ts';
import { buildHandler } from '../handlers/build-handler.ts';
import { type InstallScope, rejectMoved } from './install-scope.ts';
import { changeLockfile, isIn, keyOf, lockedAs, readLockfile, rejectUnreadable } from './lockfile.ts';
import { basisOf, isInPlace, type PlannedHook, type PlannedPackage } from './plan.ts';
import type { Removal } from './plan-removal.ts';
import {
  type Change,
  identify,
  type Move,
  newDir,
  oldDir,
  type TempDirectory,
  withStage,
  writeInstallRecord,
} from './staging.ts';

/** Many may install at once, and each looks at everything while it has the lock. */
const WAIT_MS = 120_000;

interface Agreed {
  readonly seen: Survey;
  readonly scope: InstallScope;
  readonly plans: readonly PlannedPackage[];
  /** What is called in the journal: `install`, `update`. */
  readonly command: string;
  /** Whether a person said yes to the new bytes too, of hooks whose old ones they had approved. */
  readonly approves: (hook: PlannedHook) => boolean;
  /** Only watched from now on. */
  readonly isShadow: boolean;
}

/**
 * Puts what a person agreed to in place, all of it or nothing. Throws INSTALL_RACED where something is not as it was
 * when they were asked, and what `withStage` and `applyChange` throw.
 */
export async function applyInstallation(
  context: Context,
  temp: TempDirectory,
  agreed: Agreed,
): Promise<Survey> {
  const { seen, scope, plans } = agreed;
  const { environment } = context;
  const { places } = seen;
  const changed = plans.flatMap(({ hooks }) => hooks.filter((one) => !one.isSame));
  const approvals: Approval[] = [];
  for (const hook of changed) {
    const known = hook.approval;
    if (known === null || !agreed.approves(hook)) continue;
    const { record } = hook.status;
    const given = { record, known, digest: hook.digest, env: known.env, environment, build: buildHandler };
    approvals.push(await prepareApproval(places, { ...given, now: new Date() }));
  }
  const folders = changed.map(({ folder, digest, status }) => ({ folder, digest, dir: status.record.dir }));
  return withStage(scope, { stateDir: places.stateDir, temp }, folders, (stage) =>
    changeState(
      places,
      environment,
      async () => {
        const lock = readLockfile(scope.lockPath);
        const open = plans.filter((plan) => !isInPlace(scope, lock, plan));
        for (const plan of open)
          if (basisOf(scope, lock, plan) !== plan.basis)
            throw new HookError('INSTALL_RACED', { name: plan.fetched.name }, { exitCode: 1 });
        if (open.length === 0 && !agreed.isShadow) return;
        const change = toChange(agreed, open, approvals, stage);
        rejectUnreadable(scope.lockPath, change.locked);
        writeInstallRecord(places.stateDir, temp.id, stage, change);
        applyChange(places, change);
      },
      { waitMs: WAIT_MS },
    ),
  );
}

function toChange(
  { scope, seen, plans: all, command, isShadow }: Agreed,
  plans: readonly PlannedPackage[],
  approvals: readonly Approval[],
  stage: string,
): Change {
  const { source, hooksDir, lockPath } = scope;
  const changed = plans.flatMap(({ hooks }) => hooks.filter((one) => !one.isSame));
  const gone = plans.flatMap((plan) => plan.gone);
  // What is left of a hook would go on running from its approved bytes: gone ones, and the old name of one that was renamed.
  const isLeft = ({ record }: HookStatus): boolean =>
    isIn(record, scope) &&
    (gone.some(({ folder }) => folder === record.folder) ||
      changed.some(
        ({ folder, status }) =>
          folder === record.folder && status.record.qualifiedName !== record.qualifiedName,
      ));
  const old = (folder: string): string | null => identify(join(hooksDir, folder));
  return {
    source,
    hooksDir,
    lockPath,
    projectDir: seen.places.projectDir,
    stage,
    title: `${command} ${plans.map(({ fetched }) => fetched.name).join(' ')}`,
    moves: [
      ...changed.map(({ folder }) => ({ folder, isNew: true, old: old(folder) })),
      ...gone.map(({ folder }) => ({ folder, isNew: false, old: old(folder) })),
    ],
    locked: Object.fromEntries(plans.map(({ fetched, lock }) => [fetched.name, lock])),
    approvals: approvals.filter(({ folder }) => changed.some((one) => one.folder === folder)),
    forgotten: seen.statuses.filter(isLeft).map(keyOf),
    shadowed: isShadow ? all.flatMap(({ hooks }) => hooks.map(({ status }) => status.record.name)) : [],
  };
}

/** Removes what was planned, each scope at once. Throws INSTALL_RACED, INSTALL_UNFINISHED, and what `withStage` throws. */
export async function applyRemoval(
  { environment }: Context,
  temp: TempDirectory,
  { places }: Survey,
  removals: readonly Removal[],
): Promise<void> {
  for (const { scope, packages, folders, forgotten } of removals) {
    const { source, hooksDir, lockPath } = scope;
    const { projectDir, stateDir } = places;
    if (packages.length === 0) {
      // Only what was decided about hooks that are gone: no folder is touched, and none is made.
      const forget = async (): Promise<void> => forgetHooks(stateDir, { source, projectDir, forgotten });
      await changeState(places, environment, forget, { waitMs: WAIT_MS });
      continue;
    }
    const before = packages.map((name) => lockedAs(readLockfile(scope.lockPath), name));
    await withStage(scope, { stateDir, temp }, [], (stage) =>
      changeState(
        places,
        environment,
        async () => {
          const lock = readLockfile(scope.lockPath);
          for (const [index, name] of packages.entries())
            if (JSON.stringify(lockedAs(lock, name)) !== JSON.stringify(before[index]))
              throw new HookError('INSTALL_RACED', { name }, { exitCode: 1 });
          const moves = folders
            .map((folder) => ({ folder, isNew: false, old: identify(join(hooksDir, folder)) }))
            .filter(({ old }) => old !== null);
          const change = {
            source,
            hooksDir,
            lockPath,
            projectDir,
            stage,
            title: `remove ${packages.join(' ')}`,
            moves,
            locked: Object.fromEntries(packages.map((name) => [name, null])),
            approvals: [],
            forgotten,
            shadowed: [],
          };
          writeInstallRecord(stateDir, temp.id, stage, change);
          applyChange(places, change);
        },
        { waitMs: WAIT_MS },
      ),
    );
  }
}

/**
 * Carries out a change whose record is written. The caller holds the lock of the state.
 *
 * Every step looks whether it was taken before, so that a call that was killed is finished by taking them all again.
 * Throws INSTALL_UNFINISHED: the record stays then, and the next command goes on.
 */
export function applyChange(places: Places, change: Change): void {
  try {
    // A project that is gone since has nothing to finish, and is not made again.
    if (existsSync(change.hooksDir)) {
      rejectMoved(change);
      const { locked, lockPath, stage } = change;
      const edits = (isTaken: boolean): Change['locked'] =>
        Object.fromEntries(Object.entries(locked).filter(([, one]) => (one === null) === isTaken));
      // While a folder stands there the lock names its owner: whoever looks meanwhile takes it for nobody else's.
      changeLockfile(lockPath, edits(false), stage);
      for (const move of change.moves) moveIntoPlace(change, move);
      syncDirectory(change.hooksDir);
      changeLockfile(lockPath, edits(true), stage);
    }
    decide(places, change);
  } catch (cause) {
    const parameters = { title: change.title, detail: describeError(cause) };
    throw new HookError('INSTALL_UNFINISHED', parameters, { cause, exitCode: 1 });
  }
}

function moveIntoPlace({ hooksDir, stage }: Change, { folder, isNew, old }: Move): void {
  const place = join(hooksDir, folder);
  const next = newDir(stage, folder);
  const hasNext = isNew && identify(next) !== null;
  // Only the very folder that was looked at, and only while what follows it is still to come.
  if (old !== null && (hasNext || !isNew) && identify(place) === old)
    renameSync(place, oldDir(stage, folder));
  // Never onto something else: a folder that is not empty refuses to be replaced.
  if (!hasNext) return;
  try {
    renameSync(next, place);
  } catch (error) {
    if (isErrno(error, 'ENOTEMPTY', 'EEXIST', 'ENOTDIR')) throw new Error(`${place} is in the way`);
    throw error;
  }
}

/** Forgets what a person decided about hooks. Throws STATE_NOT_WRITABLE. */
function forgetHooks(
  stateDir: string,
  { forgotten, source, projectDir }: Pick<Change, 'forgotten' | 'source' | 'projectDir'>,
): void {
  for (const key of forgotten) {
    removeApproval(stateDir, key);
    forgetEnablement(stateDir, key.qualifiedName, source === 'project' ? projectDir : null);
    forgetBreakers(stateDir, key.qualifiedName);
  }
}

function decide(places: Places, change: Change): void {
  const { approvals, shadowed, source, projectDir } = change;
  const { stateDir } = places;
  for (const approval of approvals) writeApproval(stateDir, approval);
  forgetHooks(stateDir, change);
  for (const name of shadowed) {
    const { issues } = writeSetting(places, 'user', { path: ['package', name, 'mode'], value: 'shadow' });
    if (issues[0] !== undefined) throw new Error(`${issues[0].message} ${issues[0].remedy}`);
  }
  // What another project's events read is compiled anew at the next of them.
  if (source === 'project' && projectDir !== places.projectDir)
    rmSync(partPaths(stateDir, projectDir).project, { force: true });
}
