import { join } from 'node:path';
import { HookError } from '@hookmd/core/internal/errors/hook-error';
import { changeState } from '@hookmd/core/internal/registry/compile-now';
import type { Survey } from '@hookmd/core/internal/registry/survey';
import type { Context } from '../context.ts';
import { carryOut, forgetHooks } from './commit.ts';
import { lockedAs } from './in-root.ts';
import { readLock } from './lock-file.ts';
import type { Removal } from './plan-removal.ts';
import { identify, withStage } from './stage.ts';
import { type Workshop, writeInstallRecord } from './workshop.ts';

const WAIT_MS = 120_000;

/** Removes what was planned, each scope at once. Throws INSTALL_RACED, INSTALL_UNFINISHED, and what `withStage` throws. */
export async function takeAway(
  { environment }: Context,
  shop: Workshop,
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
    const before = packages.map((name) => lockedAs(readLock(scope.lockPath), name));
    await withStage(scope, { stateDir, shop }, [], (stage) =>
      changeState(
        places,
        environment,
        async () => {
          const lock = readLock(scope.lockPath);
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
          writeInstallRecord(stateDir, shop.id, stage, change);
          carryOut(places, change);
        },
        { waitMs: WAIT_MS },
      ),
    );
  }
}
