import { join } from 'node:path';
import { HookError } from '@hookmd/core/internal/errors/hook-error';
import { prepareApproval } from '@hookmd/core/internal/registry/approve';
import { changeState } from '@hookmd/core/internal/registry/compile-now';
import type { HookStatus } from '@hookmd/core/internal/registry/judge-status';
import type { Survey } from '@hookmd/core/internal/registry/survey';
import type { Approval } from '@hookmd/core/internal/trust/approval';
import { buildHandler } from '../build-handler.ts';
import type { Context } from '../context.ts';
import { basisOf, isInPlace } from './basis.ts';
import { carryOut } from './commit.ts';
import { isIn, keyOf } from './in-root.ts';
import type { InstallScope } from './install-scope.ts';
import { readLock, refuseUnreadable } from './lock-file.ts';
import type { PlannedHook, PlannedPackage } from './plan.ts';
import { identify, withStage } from './stage.ts';
import { type Change, type Workshop, writeInstallRecord } from './workshop.ts';

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
 * when they were asked, and what `withStage` and `carryOut` throw.
 */
export async function putInPlace(context: Context, shop: Workshop, agreed: Agreed): Promise<Survey> {
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
  return withStage(scope, { stateDir: places.stateDir, shop }, folders, (stage) =>
    changeState(
      places,
      environment,
      async () => {
        const lock = readLock(scope.lockPath);
        const open = plans.filter((plan) => !isInPlace(scope, lock, plan));
        for (const plan of open)
          if (basisOf(scope, lock, plan) !== plan.basis)
            throw new HookError('INSTALL_RACED', { name: plan.fetched.name }, { exitCode: 1 });
        if (open.length === 0 && !agreed.isShadow) return;
        const change = toChange(agreed, open, approvals, stage);
        refuseUnreadable(scope.lockPath, change.locked);
        writeInstallRecord(places.stateDir, shop.id, stage, change);
        carryOut(places, change);
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
