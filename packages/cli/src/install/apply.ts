import { describeError, HookError, isHookError } from '@hookmd/core/errors';
import { changeState } from '@hookmd/core/hook-index';
import {
  forgetEnablement,
  forgetRecords,
  type Inventory,
  isUsable,
  prepareApproval,
  writeSetting,
} from '@hookmd/core/registry';
import { type Places, syncDirectory } from '@hookmd/core/system';
import { type Approval, type ApprovalKey, grantsOf, removeApproval, writeApproval } from '@hookmd/core/trust';
import type { Context } from '../command-line/context.ts';
import { buildHandler } from '../handlers/build-handler.ts';
import { withSpinner } from '../ui/spinner.ts';
import { type InstallScope, rejectMoved } from './install-scope.ts';
import {
  changeLockfile,
  directoryOf,
  isIn,
  keyOf,
  lockedAs,
  readLockfile,
  rejectUnreadable,
} from './lockfile.ts';
import {
  cacheKeyOf,
  isInPlace,
  type PlannedDirectory,
  type PlannedHook,
  type PlannedPackage,
  plannedHooks,
} from './plan.ts';
import type { Removal } from './plan-removal.ts';
import { replaceDirectory, type Stage, takeDirectory, withStage } from './staging.ts';

/** Many calls may install at once, and each takes the inventory while it holds the lock. */
const WAIT_MS = 120_000;

interface Agreed {
  readonly seen: Inventory;
  readonly scope: InstallScope;
  readonly plans: readonly PlannedPackage[];
  readonly command: 'install' | 'update';
  /** Whether the user's yes approves the new version of a hook whose old one was approved. */
  readonly approves: (hook: PlannedHook, digest: string) => boolean;
  /** The hooks are set to mode `audit`. */
  readonly isAudit: boolean;
}

/**
 * Puts packages in place, one after the other: approvals, directories, the entry of hooks.lock. A call that is killed
 * leaves each package as it was or as it is to be, and no approved hook off; the same call again finishes it.
 *
 * Throws INSTALL_RACED if something changed since the plan was shown, INSTALL_UNFINISHED, and what `withStage` throws.
 * Source: docs/decisions/0064.
 */
export async function applyInstallation(context: Context, agreed: Agreed): Promise<Inventory> {
  const { seen, scope, plans, command, isAudit } = agreed;
  const { environment } = context;
  const { places } = seen;
  const directories = plans.flatMap(changedDirectories);
  const approvals: Approval[] = [];
  for (const { hooks, digest } of directories)
    for (const hook of hooks) {
      const { approval: known, status } = hook;
      if (known === null || !isUsable(status.record) || !agreed.approves(hook, digest)) continue;
      const given = {
        record: status.record,
        known,
        digest,
        grants: grantsOf(known),
        environment,
        build: buildHandler,
      };
      approvals.push(
        await withSpinner(context, `copying ${status.record.qualifiedName}`, () =>
          prepareApproval(places, { ...given, now: new Date() }),
        ),
      );
    }
  const change = async (stage: Stage): Promise<void> => {
    const lock = readLockfile(scope.lockPath);
    const open = plans.filter((plan) => !isInPlace(scope, lock, plan));
    for (const plan of open)
      if (cacheKeyOf(scope, lock, plan) !== plan.cacheKey) throw raced(plan.fetched.name);
    const locked = Object.fromEntries(open.map((plan) => [plan.fetched.name, plan.lock]));
    rejectUnreadable(scope.lockPath, locked);
    const title = `${command} ${plans.map(({ fetched }) => fetched.name).join(' ')}`;
    finishing(title, () => {
      rejectMoved(stage);
      if (isAudit) for (const hook of plans.flatMap(plannedHooks)) setAudit(places, hook);
      for (const plan of open) putInPlace(stage, seen, plan, approvals);
    });
  };
  return withStage(scope, directories, (stage) =>
    changeState(places, environment, () => change(stage), { waitMs: WAIT_MS }),
  );
}

function changedDirectories({ directories }: PlannedPackage): readonly PlannedDirectory[] {
  return directories.filter(({ isSame }) => !isSame);
}

/**
 * Puts one package in place. The approval comes first: from then on events run the approved new version out of the store, whatever is in the
 * hooks directory.
 */
function putInPlace(
  stage: Stage,
  { places, statuses }: Inventory,
  plan: PlannedPackage,
  approvals: readonly Approval[],
): void {
  const { scope } = stage;
  const changed = changedDirectories(plan);
  nameNewDirectories(stage, plan);
  for (const { directory } of changed) {
    for (const approval of approvals.filter((each) => directoryOf(each) === directory))
      writeApproval(places.stateDir, approval);
    replaceDirectory(stage, directory);
  }
  for (const directory of plan.gone) takeDirectory(stage, directory);
  syncDirectory(scope.hooksDir);
  changeLockfile(scope.lockPath, { [plan.fetched.name]: plan.lock }, stage.dir);
  // Approved versions of hooks that are gone, or have another name now, would still run.
  const left = statuses.filter(({ record }) => {
    const owner = changed.find(({ directory }) => directory === directoryOf(record));
    const isLeft = owner?.hooks.every(({ status }) => status.record.qualifiedName !== record.qualifiedName);
    return isIn(record, scope) && (isLeft ?? plan.gone.includes(directoryOf(record)));
  });
  forgetHooks(places, scope, left.map(keyOf));
}

/** A directory that hooks.lock does not name is the user's: it names a new one before that is in place, in case this call is killed. */
function nameNewDirectories({ dir, scope }: Stage, { fetched, locked, lock }: PlannedPackage): void {
  const known = locked?.hooks ?? {};
  if (Object.keys(lock.hooks).every((directory) => Object.hasOwn(known, directory))) return;
  const named = locked === null ? lock : { ...locked, hooks: { ...lock.hooks, ...known } };
  changeLockfile(scope.lockPath, { [fetched.name]: named }, dir);
}

/** Removes what was planned. Throws INSTALL_RACED, INSTALL_UNFINISHED, and what `withStage` throws. */
export async function applyRemoval(
  { environment }: Context,
  { places }: Inventory,
  removals: readonly Removal[],
): Promise<void> {
  for (const { scope, packages, directories, forgotten } of removals) {
    const alone = (change: () => Promise<void>): Promise<Inventory> =>
      changeState(places, environment, change, { waitMs: WAIT_MS });
    if (packages.length === 0) {
      // Only approvals of hooks whose directories are gone: no directory is made or changed.
      await alone(async () => forgetHooks(places, scope, forgotten));
      continue;
    }
    const before = readLockfile(scope.lockPath);
    const change = async (stage: Stage): Promise<void> => {
      const lock = readLockfile(scope.lockPath);
      for (const name of packages)
        if (JSON.stringify(lockedAs(lock, name)) !== JSON.stringify(lockedAs(before, name)))
          throw raced(name);
      finishing(`remove ${packages.join(' ')}`, () => {
        rejectMoved(stage);
        for (const directory of directories) takeDirectory(stage, directory);
        syncDirectory(scope.hooksDir);
        changeLockfile(scope.lockPath, Object.fromEntries(packages.map((name) => [name, null])), stage.dir);
        forgetHooks(places, scope, forgotten);
      });
    };
    await withStage(scope, [], (stage) => alone(() => change(stage)));
  }
}

function raced(name: string): HookError {
  return new HookError('INSTALL_RACED', { name }, { exitCode: 1 });
}

function finishing(title: string, work: () => void): void {
  try {
    work();
  } catch (cause) {
    if (isHookError(cause) && cause.code === 'INSTALL_DIRECTORY') throw cause;
    const parameters = { title, detail: describeError(cause) };
    throw new HookError('INSTALL_UNFINISHED', parameters, { cause, exitCode: 1 });
  }
}

/** Forgets what the user decided about hooks. Throws STATE_NOT_WRITABLE. */
function forgetHooks(
  { stateDir, projectDir }: Places,
  { source }: InstallScope,
  keys: readonly ApprovalKey[],
): void {
  for (const key of keys) {
    removeApproval(stateDir, key);
    forgetEnablement(stateDir, key.qualifiedName, source === 'project' ? projectDir : null);
    forgetRecords(stateDir, key.qualifiedName);
  }
}

function setAudit(places: Places, { status }: PlannedHook): void {
  const setting = { path: ['package', status.record.name, 'mode'], value: 'audit' };
  const [problem] = writeSetting(places, 'user', setting).issues;
  if (problem !== undefined) throw new Error(`${problem.message} ${problem.remedy}`);
}
