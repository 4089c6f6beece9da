import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { HookError } from '@hookmd/core/errors';
import { type HookStatus, type Inventory, readInventory } from '@hookmd/core/registry';
import { storedPath } from '@hookmd/core/trust';
import { rejectUnusable } from '../../approval/rejections.ts';
import type { Context } from '../../command-line/context.ts';
import { usage } from '../../command-line/usage.ts';

/**
 * Another version of a hook: the approved one, or the package in a directory. It gets the options of the hook. `dir` is a scratch directory.
 * Throws USAGE, DIRECTORY_NOT_FOUND, HOOK_INVALID.
 */
export async function findVersion(
  { cwd, environment }: Context,
  { places }: Inventory,
  { record, approval, options }: HookStatus,
  version: string,
  dir: string,
): Promise<Pick<HookStatus, 'record' | 'options'>> {
  if (version === 'approved' && approval === null)
    throw usage(
      `No version of ${record.qualifiedName} is approved`,
      'Name a directory with another version.',
    );
  const path =
    version === 'approved' && approval !== null
      ? storedPath(join(places.stateDir, 'store'), approval.digest)
      : resolve(cwd, version);
  if (!existsSync(path)) throw new HookError('DIRECTORY_NOT_FOUND', { path, option: '--against' });
  const root = join(dir, 'versions');
  mkdirSync(join(root, 'hooks'), { recursive: true });
  // A package has the name of its directory, where it does not state another one.
  symlinkSync(path, join(root, 'hooks', version === 'approved' ? record.name : basename(path)));
  const { statuses } = await readInventory({ ...places, sessionRoots: [root] }, environment, 'look');
  const found = statuses.find(
    ({
      record: {
        root: { source },
      },
    }) => source === 'session',
  );
  if (found === undefined) throw usage(`${path} has no hook package`, 'Name the directory with its HOOK.md.');
  rejectUnusable(found, 'scanned');
  return { record: found.record, options };
}
