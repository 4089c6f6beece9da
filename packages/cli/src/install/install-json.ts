import type { Survey } from '@hookmd/core/internal/registry/survey';
import { hookJson } from '../hook-json.ts';
import { installedAs } from './in-root.ts';
import type { InstallScope } from './install-scope.ts';
import type { PlannedPackage } from './plan.ts';

/** A package as `install --json` and `update --json` show it. */
export interface InstallJson {
  readonly name: string;
  readonly scope: string;
  /** Whether anything is, or would be, different from what stands there. */
  readonly changed: boolean;
  readonly hooks: readonly object[];
  readonly [fact: string]: unknown;
}

/** `after` is what stands there now; of a hook that is not there its plan says what it would be. */
export function installJson(
  { fetched, locked, lock, hooks, gone }: PlannedPackage,
  scope: InstallScope,
  after: Survey,
  changed: boolean,
): InstallJson {
  const { name, publishedAt, publisher, notices } = fetched;
  const { hooks: _, ...place } = lock;
  return {
    name,
    scope: scope.source,
    changed,
    ...place,
    before: locked === null ? null : { version: locked.version, resolved: locked.resolved },
    publishedAt,
    publisher,
    notices,
    hooks: hooks.map(
      ({
        folder,
        path,
        digest,
        bytes,
        status,
        installed,
        isSame,
        renamedFrom,
        isEdited,
        manifest,
        files,
      }) => {
        const now = installedAs(after, scope, folder);
        const change = isSame ? 'none' : installed === null ? 'added' : 'replaced';
        return {
          folder,
          path,
          change,
          renamedFrom,
          edited: isEdited,
          bytes,
          files: status.record.files,
          manifest,
          differences: files,
          before: installed?.record.digest ?? null,
          hook: hookJson(now?.record.digest === digest ? now : status, after),
        };
      },
    ),
    removed: gone.map(({ folder }) => folder),
  };
}
