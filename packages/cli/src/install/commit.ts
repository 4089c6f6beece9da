import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Places } from '@hookmd/core/internal/discovery/places';
import { isErrno } from '@hookmd/core/internal/errors/errno';
import { describeError, HookError } from '@hookmd/core/internal/errors/hook-error';
import { partPaths } from '@hookmd/core/internal/registry/active-set-file';
import { forgetBreakers } from '@hookmd/core/internal/registry/breakers';
import { writeSetting } from '@hookmd/core/internal/registry/change-config';
import { forgetEnablement } from '@hookmd/core/internal/registry/enablement';
import { syncFolder } from '@hookmd/core/internal/state/atomic-file';
import { removeApproval, writeApproval } from '@hookmd/core/internal/trust/approval';
import { refuseMoved } from './install-scope.ts';
import { changeLock } from './lock-file.ts';
import { identify, newDir, oldDir } from './stage.ts';
import type { Change, Move } from './workshop.ts';

/**
 * Carries out a change whose record is written. The caller holds the lock of the state.
 *
 * Every step looks whether it was taken before, so that a call that was killed is finished by taking them all again.
 * Throws INSTALL_UNFINISHED: the record stays then, and the next command goes on.
 */
export function carryOut(places: Places, change: Change): void {
  try {
    // A project that is gone since has nothing to finish, and is not made again.
    if (existsSync(change.hooksDir)) {
      refuseMoved(change);
      const { locked, lockPath, stage } = change;
      const edits = (isTaken: boolean): Change['locked'] =>
        Object.fromEntries(Object.entries(locked).filter(([, one]) => (one === null) === isTaken));
      // While a folder stands there the lock names its owner: whoever looks meanwhile takes it for nobody else's.
      changeLock(lockPath, edits(false), stage);
      for (const move of change.moves) putInPlace(change, move);
      syncFolder(change.hooksDir);
      changeLock(lockPath, edits(true), stage);
    }
    decide(places, change);
  } catch (cause) {
    const parameters = { title: change.title, detail: describeError(cause) };
    throw new HookError('INSTALL_UNFINISHED', parameters, { cause, exitCode: 1 });
  }
}

function putInPlace({ hooksDir, stage }: Change, { folder, isNew, old }: Move): void {
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
export function forgetHooks(
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
